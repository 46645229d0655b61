/**
 * The coinflip: two players, one ticket, side 1 owns the first ones.
 *
 * Invariant: the chance of a side is its share of the combined value; tickets are cents.
 */
import { readArray, readInt, readObject, readOneOf, ShapeError } from '../encoding/shape.ts';
import { readPlayer } from '../base/lock-base.ts';
import type { LockBase } from '../base/lock-base.ts';
import { checkTotal, sumOf } from '../base/tickets.ts';
import type { Sampler } from '../base/uniform.ts';
import { entryChances } from './chance.ts';
import type { GameRules } from './game.ts';
import { itemPayouts, refuseBlock, shareClaim } from './item-pot.ts';

/** One of the two stakes of a coinflip. `cents` are USD cents at the price snapshot of the stake. */
export type CoinflipEntry = { readonly player: string; readonly side: 1 | 2; readonly cents: number };
export type CoinflipLock = LockBase & {
  readonly game: 'coinflip';
  readonly eos: null;
  /** Creator first, then the joiner on the other side. */
  readonly entries: readonly [CoinflipEntry, CoinflipEntry];
};
/** Side 1 owns tickets [0, boundary), side 2 [boundary, total); all in cents. */
export type CoinflipOutcome = {
  readonly ticket: number;
  readonly total: number;
  readonly boundary: number;
  readonly winnerSide: 1 | 2;
};

export const coinflip: GameRules<CoinflipLock, CoinflipOutcome> = {
  name: 'coinflip',
  // Its countdown runs 20 s: the result is unknown until shortly before its end.
  delayMs: 15_000,
  ownFields: () => [],
  parseLock: (base, fields, path) => ({
    ...base,
    game: 'coinflip',
    eos: refuseBlock(fields, path, 'coinflip'),
    entries: parseEntries(fields['entries'], `${path}.entries`),
  }),
  tables: () => [],
  mode: () => 'coinflip',
  outcome: coinflipOutcome,
  parseOutcome: parseCoinflipOutcome,
  ticket: (outcome) => outcome.ticket,
  winners: (lock, outcome) => [winnerOf(lock, outcome)],
  payouts: (lock, outcome, items) => itemPayouts(lock, winnerOf(lock, outcome), items),
  chances: entryChances,
  chanceClaim: (lock, { total }, shown) => shareClaim(entryChances(lock), total, shown),
};

/** Draws one ticket of the pot, label `coinflip|ticket`. */
export function coinflipOutcome(lock: CoinflipLock, sample: Sampler): CoinflipOutcome {
  const total = sumOf(lock.entries.map((entry) => entry.cents));
  const boundary = sumOf(lock.entries.filter((entry) => entry.side === 1).map((entry) => entry.cents));
  const ticket = sample(total, 'coinflip|ticket');
  return { ticket, total, boundary, winnerSide: ticket < boundary ? 1 : 2 };
}

function winnerOf(lock: CoinflipLock, outcome: object): string {
  const side = 'winnerSide' in outcome ? outcome.winnerSide : undefined;
  const winner = lock.entries.find((entry) => entry.side === side);
  if (winner === undefined) throw new Error('not an outcome of this coinflip');
  return winner.player;
}

function parseEntries(value: unknown, path: string): [CoinflipEntry, CoinflipEntry] {
  const [first, second, ...more] = readArray(value, path, 2, (entry, at): CoinflipEntry => {
    const fields = readObject(entry, at, ['player', 'side', 'cents']);
    return {
      player: readPlayer(fields['player'], `${at}.player`),
      side: readOneOf(fields['side'], `${at}.side`, [1, 2]),
      cents: readInt(fields['cents'], `${at}.cents`),
    };
  });
  if (first === undefined || second === undefined || more.length > 0) throw new ShapeError(path, 'not two entries');
  if (first.player === second.player) throw new ShapeError(`${path}[1].player`, 'the same player as the creator');
  if (first.side === second.side) throw new ShapeError(`${path}[1].side`, 'the same side as the creator');
  checkTotal([first.cents, second.cents], path);
  return [first, second];
}

function parseCoinflipOutcome(value: unknown, path: string): CoinflipOutcome {
  const fields = readObject(value, path, ['ticket', 'total', 'boundary', 'winnerSide']);
  return {
    ticket: readInt(fields['ticket'], `${path}.ticket`),
    total: readInt(fields['total'], `${path}.total`),
    boundary: readInt(fields['boundary'], `${path}.boundary`),
    winnerSide: readOneOf(fields['winnerSide'], `${path}.winnerSide`, [1, 2]),
  };
}
