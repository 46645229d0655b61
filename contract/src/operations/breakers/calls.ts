/** Circuit breakers: what stops by itself when value leaves too fast or prices disagree, until staff have looked at it. */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Text of each breaker on the desk. The thresholds are settings (server/src/breakers/settings.ts). */
export const BREAKERS = {
  OUTFLOW: 'More value left than came in than the limit allows',
  PROFIT: 'A player, or accounts linked to them, won more in 24 hours than the limit allows',
  TYPE_DEPOSITS: 'Deposits of this item type jumped',
  PRICES: 'Price sources disagree on too many item types',
  RATES: 'Rate sources disagree on this coin',
} as const;
export type Breaker = keyof typeof BREAKERS;

/** What a tripped breaker stops. `type` and `player` breakers name theirs in `subject`. */
export const BREAKER_EFFECTS = {
  OUTFLOW: 'Withdrawals of this kind',
  PROFIT: 'Withdrawals of this player, and of linked accounts while they are over the limit',
  TYPE_DEPOSITS: 'Deposits of this item type',
  PRICES: 'Deposits of items',
  RATES: 'Deposits and withdrawals of this coin',
} as const satisfies Record<Breaker, string>;

/** Trips per page. */
export const BREAKER_PAGE = 30;

export const listBreakerTrips = queryAt('breakers.list', '/admin/breakers');
export const resetBreaker = commandAt('breakers.reset', '/admin/breakers/reset');
