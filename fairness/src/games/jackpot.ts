/**
 * The jackpot: any number of stakes, one ticket, the entry that owns it takes the pot.
 *
 * Invariant: entry i owns the half-open ticket range that starts where entry i - 1 ends; one cent is one ticket.
 */
import { readArray, readInt, readObject, readText, ShapeError } from '../encoding/shape.ts';
import { readPlayer } from '../base/lock-base.ts';
import type { LockBase } from '../base/lock-base.ts';
import { checkTotal, sumOf } from '../base/tickets.ts';
import type { Sampler } from '../base/uniform.ts';
import { entryChances } from './chance.ts';
import type { GameRules } from './game.ts';
import { itemPayouts, refuseBlock, shareClaim } from './item-pot.ts';

/** One stake of a jackpot; a player may have several. */
export type JackpotEntry = { readonly player: string; readonly cents: number };
export type JackpotLock = LockBase & {
  readonly game: 'jackpot';
  readonly eos: null;
  /** In order of entry. */
  readonly entries: readonly JackpotEntry[];
};
/** `winnerEntry` is the index in the lock's entries, `winner` the player of that entry. */
export type JackpotOutcome = {
  readonly ticket: number;
  readonly total: number;
  readonly winnerEntry: number;
  readonly winner: string;
};

export const jackpot: GameRules<JackpotLock, JackpotOutcome> = {
  name: 'jackpot',
  delayMs: 6_000,
  ownFields: () => [],
  parseLock: (base, fields, path) => ({
    ...base,
    game: 'jackpot',
    eos: refuseBlock(fields, path, 'jackpot'),
    entries: parseEntries(fields['entries'], `${path}.entries`),
  }),
  tables: () => [],
  mode: () => 'jackpot',
  outcome: jackpotOutcome,
  parseOutcome: parseJackpotOutcome,
  ticket: (outcome) => outcome.ticket,
  winners: (lock, outcome) => [winnerOf(lock, outcome)],
  payouts: (lock, outcome, items) => itemPayouts(lock, winnerOf(lock, outcome), items),
  chances: entryChances,
  chanceClaim: (lock, { total }, shown) => shareClaim(entryChances(lock), total, shown),
};

/** Draws one ticket of the pot, label `jackpot|ticket`. */
export function jackpotOutcome(lock: JackpotLock, sample: Sampler): JackpotOutcome {
  const total = sumOf(lock.entries.map((entry) => entry.cents));
  const ticket = sample(total, 'jackpot|ticket');
  let end = 0;
  for (const [winnerEntry, entry] of lock.entries.entries()) {
    end += entry.cents;
    if (ticket < end) return { ticket, total, winnerEntry, winner: entry.player };
  }
  throw new Error(`ticket ${ticket} is outside the pot of ${total}`);
}

function winnerOf(lock: JackpotLock, outcome: object): string {
  const index = 'winnerEntry' in outcome ? outcome.winnerEntry : undefined;
  const winner = lock.entries.find((_, at) => at === index);
  if (winner === undefined) throw new Error('not an outcome of this jackpot');
  return winner.player;
}

function parseEntries(value: unknown, path: string): JackpotEntry[] {
  const entries = readArray(value, path, 2, (entry, at): JackpotEntry => {
    const fields = readObject(entry, at, ['player', 'cents']);
    return { player: readPlayer(fields['player'], `${at}.player`), cents: readInt(fields['cents'], `${at}.cents`) };
  });
  if (entries.every(({ player }) => player === entries[0]?.player))
    throw new ShapeError(path, 'one player only: a jackpot needs at least two');
  checkTotal(
    entries.map((entry) => entry.cents),
    path,
  );
  return entries;
}

function parseJackpotOutcome(value: unknown, path: string): JackpotOutcome {
  const fields = readObject(value, path, ['ticket', 'total', 'winnerEntry', 'winner']);
  return {
    ticket: readInt(fields['ticket'], `${path}.ticket`),
    total: readInt(fields['total'], `${path}.total`),
    winnerEntry: readInt(fields['winnerEntry'], `${path}.winnerEntry`),
    winner: readText(fields['winner'], `${path}.winner`),
  };
}
