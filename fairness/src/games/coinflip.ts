/**
 * Outcome of a coinflip. Called through outcome.ts.
 *
 * Invariant: the chance of a side is its share of the combined value; tickets are cents, side 1 owns the first ones.
 */
import { sumOf } from '../protocol/lock.ts';
import type { CoinflipLock } from '../protocol/lock.ts';
import type { Sampler } from '../protocol/uniform.ts';

/** Side 1 owns tickets [0, boundary), side 2 [boundary, total); all in cents. */
export type CoinflipOutcome = {
  readonly ticket: number;
  readonly total: number;
  readonly boundary: number;
  readonly winnerSide: 1 | 2;
};

/** Draws one ticket of the pot, label `coinflip|ticket`. */
export function coinflipOutcome(lock: CoinflipLock, sample: Sampler): CoinflipOutcome {
  const total = sumOf(lock.entries.map((entry) => entry.cents));
  const boundary = sumOf(lock.entries.filter((entry) => entry.side === 1).map((entry) => entry.cents));
  const ticket = sample(total, 'coinflip|ticket');
  return { ticket, total, boundary, winnerSide: ticket < boundary ? 1 : 2 };
}
