/** What to do with a bet from Steam, decided from the state of its order. Pure; called by process-bets.ts and by tests. */
import { endedWithoutTrade } from '@fairpot/contract/trades/states';
import type { UNPLACED_BET_REASONS } from '@fairpot/contract/trades/calls';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { TradeOrderRow } from '../store.ts';

/** How long after its offer expires a bet can still be placed. If Steam takes longer over the trade, the bet is too late. */
export const BET_WAITS_MS = 10 * 60 * 1000;

export type LeftReason = keyof typeof UNPLACED_BET_REASONS;

export type BetStep =
  /** Place it now, with all the items. */
  | { readonly kind: 'place'; readonly itemIds: readonly string[] }
  /** The items are in the site inventory, or will be. */
  | { readonly kind: 'leave'; readonly reason: LeftReason }
  /** No item came. */
  | { readonly kind: 'none' }
  | { readonly kind: 'wait' };

/** `itemIds`: the site item of each ordered item, null for those that did not arrive. */
export function nextStep(
  order: Pick<TradeOrderRow, 'state' | 'late' | 'releasedAt'>,
  itemIds: readonly (string | null)[],
  untilAt: number,
  now: number,
): BetStep {
  if (endedWithoutTrade(order.state) || order.state === 'REVERSED') return { kind: 'none' };
  if (order.late || now >= untilAt) return { kind: 'leave', reason: 'LATE' };
  if (order.releasedAt === null) return { kind: 'wait' };
  const came = itemIds.filter((id) => id !== null);
  return came.length < itemIds.length ? { kind: 'leave', reason: 'PARTIAL' } : { kind: 'place', itemIds: came };
}

/** Temporary refusals: the bet is retried while there is time. */
const TEMPORARY: readonly RefusalCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'KEY_IN_FLIGHT', 'BEACON_UNKNOWN'];

export function isTemporary(code: RefusalCode): boolean {
  return TEMPORARY.includes(code);
}
