/**
 * The wheel: four stakes, one ticket, the entry that owns it takes the pot.
 *
 * Invariant: entry i owns the half-open ticket range that starts where entry i - 1 ends; one cent is one ticket.
 */
import { readArray, readInt, readObject, ShapeError } from '../encoding/shape.ts';
import { readPlayer } from '../base/lock-base.ts';
import type { LockBase } from '../base/lock-base.ts';
import { checkTotal, sumOf } from '../base/tickets.ts';
import type { Sampler } from '../base/uniform.ts';
import { entryChances } from './chance.ts';
import type { GameRules } from './game.ts';
import { itemPayouts, refuseBlock, shareClaim } from './item-pot.ts';

/** One of the stakes. `cents` are USD cents at the price snapshot of the stake. */
export type WheelEntry = { readonly player: string; readonly cents: number };
export type WheelLock = LockBase & {
  readonly game: 'wheel';
  readonly eos: null;
  /** Four different players, in order of entry. */
  readonly entries: readonly WheelEntry[];
};
/** `winnerEntry` is the index in the lock's entries. */
export type WheelOutcome = { readonly ticket: number; readonly total: number; readonly winnerEntry: number };

const SEATS = 4;

export const wheel: GameRules<WheelLock, WheelOutcome> = {
  name: 'wheel',
  delayMs: 6_000,
  ownFields: () => [],
  parseLock: (base, fields, path) => ({
    ...base,
    game: 'wheel',
    eos: refuseBlock(fields, path, 'wheel'),
    entries: parseEntries(fields['entries'], `${path}.entries`),
  }),
  tables: () => [],
  mode: () => 'wheel',
  outcome: wheelOutcome,
  parseOutcome: parseWheelOutcome,
  ticket: (outcome) => outcome.ticket,
  winners: (lock, outcome) => [winnerOf(lock, outcome)],
  payouts: (lock, outcome, items) => itemPayouts(lock, winnerOf(lock, outcome), items),
  chances: entryChances,
  chanceClaim: (lock, { total }, shown) => shareClaim(entryChances(lock), total, shown),
};

/** Draws one ticket of the pot, label `wheel|ticket`. */
export function wheelOutcome(lock: WheelLock, sample: Sampler): WheelOutcome {
  const total = sumOf(lock.entries.map(({ cents }) => cents));
  const ticket = sample(total, 'wheel|ticket');
  return { ticket, total, winnerEntry: entryChances(lock).findIndex(({ to }) => ticket < to) };
}

function winnerOf({ entries }: WheelLock, outcome: object): string {
  const winner = 'winnerEntry' in outcome ? entries[Number(outcome.winnerEntry)] : undefined;
  if (winner === undefined) throw new Error('not an outcome of this wheel');
  return winner.player;
}

function parseEntries(value: unknown, path: string): WheelEntry[] {
  const entries = readArray(value, path, SEATS, (entry, at): WheelEntry => {
    const { player, cents } = readObject(entry, at, ['player', 'cents']);
    return { player: readPlayer(player, `${at}.player`), cents: readInt(cents, `${at}.cents`) };
  });
  if (new Set(entries.map(({ player }) => player)).size !== SEATS || entries.length !== SEATS)
    throw new ShapeError(path, `not ${SEATS} different players`);
  checkTotal(
    entries.map(({ cents }) => cents),
    path,
  );
  return entries;
}

function parseWheelOutcome(value: unknown, path: string): WheelOutcome {
  const { ticket, total, winnerEntry } = readObject(value, path, ['ticket', 'total', 'winnerEntry']);
  return {
    ticket: readInt(ticket, `${path}.ticket`),
    total: readInt(total, `${path}.total`),
    winnerEntry: readInt(winnerEntry, `${path}.winnerEntry`, 0, SEATS - 1),
  };
}
