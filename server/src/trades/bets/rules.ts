/** What becomes of a bet from Steam, decided from where its order stands. Pure; called by follow.ts and by tests. */
import { endedWithoutTrade } from '@fairpot/contract/trades/states';
import type { LEFT_REASONS } from '@fairpot/contract/trades/calls';
import type { RefusalCode } from '@fairpot/contract/wire/refusals';
import type { OrderRow } from '../store.ts';

/** How long after its offer's time a bet is still placed: a trade that Steam takes longer over is too late for it. */
export const BET_WAITS_MS = 10 * 60 * 1000;

export type LeftReason = keyof typeof LEFT_REASONS;

export type Next =
  /** Now, with all the items. */
  | { readonly kind: 'place'; readonly itemIds: readonly string[] }
  /** The items are in the site inventory, or will be. */
  | { readonly kind: 'leave'; readonly reason: LeftReason }
  /** No item came. */
  | { readonly kind: 'none' }
  | { readonly kind: 'wait' };

/** `itemIds`: the site's item of each item that was ordered, null for those that did not come. */
export function nextOf(
  order: Pick<OrderRow, 'state' | 'late' | 'releasedAt'>,
  itemIds: readonly (string | null)[],
  untilAt: number,
  now: number,
): Next {
  if (endedWithoutTrade(order.state) || order.state === 'REVERSED') return { kind: 'none' };
  if (order.late || now >= untilAt) return { kind: 'leave', reason: 'LATE' };
  if (order.releasedAt === null) return { kind: 'wait' };
  const came = itemIds.filter((id) => id !== null);
  return came.length < itemIds.length ? { kind: 'leave', reason: 'PARTIAL' } : { kind: 'place', itemIds: came };
}

/** Refusals that say nothing about the bet: it is tried again while there is time. */
const PASSING: readonly RefusalCode[] = ['RATE_LIMITED', 'UNAVAILABLE', 'KEY_IN_FLIGHT', 'BEACON_UNKNOWN'];

export function isPassing(code: RefusalCode): boolean {
  return PASSING.includes(code);
}
