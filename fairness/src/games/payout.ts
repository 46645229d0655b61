/**
 * Payouts for every game: from lock and outcome to fee and shares.
 *
 * The settlement pays exactly this, the verifier recomputes it. Invariant: shares + fee = pot, to the cent.
 */
import type { LockRecord } from '../base/lock-base.ts';
import type { AnyGame, Payouts, PotItem } from './game.ts';
import { GAMES, gameOf } from './index.ts';

export type { Payouts, PotItem, PayoutShare } from './game.ts';

/**
 * The payouts of a round. `items`: every item of the pot, in entry order; none for a game paid in balance. Throws if
 * they do not add up to the stakes.
 */
export function payoutsOf(
  lock: LockRecord,
  outcome: object,
  items: readonly PotItem[],
  games: readonly AnyGame[] = GAMES,
): Payouts {
  return gameOf(lock.game, games).payouts(lock, outcome, items);
}
