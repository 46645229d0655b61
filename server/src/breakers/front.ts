/**
 * The public interface of the circuit breakers, for rooms where value enters or leaves. The order that exceeds a limit is the last one:
 * it trips the breaker in its own transaction, so nothing slips through between two sweeps, and the overshoot is one order.
 * A tripped breaker never stops the refund of what was deposited and not played.
 */
import { refuse } from '../platform/runner/refused.ts';
import { readSettings } from '../platform/runner/settings.ts';
import type { Tx } from '../platform/database/sql.ts';
import { profitOverLimit } from './profits.ts';
import { depositsJumped, outflowOver } from './rules.ts';
import { BREAKER_SETTINGS } from './settings.ts';
import { addFlows, lockWay, stoppedWays, trip } from './store.ts';

export { followSources } from './sources.ts';

const HOUR_MS = 60 * 60_000;

/** How value leaves: all items together, or a coin. */
export type WayOut = 'items' | `coin:${string}`;

interface Withdrawing {
  readonly way: WayOut;
  readonly playerId: string;
  readonly cents: number;
  /** The whole sum was deposited by this player and not played. */
  readonly isRefund: boolean;
}

/** Counts a withdrawal that is being ordered. Refuses WITHDRAW_CHECKED while a breaker of its way or its player is tripped. */
export async function passOut(tx: Tx, { way, playerId, cents, isRefund }: Withdrawing, now: number): Promise<void> {
  const hour = Math.floor(now / HOUR_MS);
  // The next order of this way sees the trip of this one, even on a node whose clock is in another hour.
  await lockWay(tx, way);
  const flows = await addFlows(tx, [{ way, outCents: cents, inCents: 0 }], hour);
  const settings = await readSettings(tx, BREAKER_SETTINGS);
  if (!isRefund && (await stoppedWays(tx, [way], playerId)).length > 0) refuse('WITHDRAW_CHECKED');
  // A profit is judged for each order: a sweep alone would let it leave before its next turn.
  if (!isRefund && (await profitOverLimit(tx, playerId, settings['breaker.profitCents'], now)) !== null)
    refuse('WITHDRAW_CHECKED');
  const figures = outflowOver(flows.get(way) ?? [], hour, way, settings);
  if (figures !== null) await trip(tx, { breaker: 'OUTFLOW', way, playerId: null, figures }, now);
}

/** Counts value that arrived by a way, or a withdrawal that came back. */
export async function countIn(tx: Tx, way: WayOut, cents: number, now: number): Promise<void> {
  await addFlows(tx, [{ way, outCents: 0, inCents: cents }], Math.floor(now / HOUR_MS));
}

/** Refuses PRICE_DOUBTED while deposits of one of these types, or of all items, are stopped. */
export async function refuseStoppedTypes(
  tx: Tx,
  types: readonly { readonly slug: string; readonly name: string }[],
): Promise<void> {
  const stopped = await stoppedWays(tx, ['prices', ...types.map(({ slug }) => typeWay(slug))], null);
  const hit = types.find(({ slug }) => stopped.includes('prices') || stopped.includes(typeWay(slug)));
  if (hit !== undefined) refuse('PRICE_DOUBTED', { name: hit.name });
}

/**
 * Counts items of a deposit that arrived. What was only ordered does not count, or offers that their sender never accepts could stop a type
 * for everyone.
 */
export async function countItemsIn(
  tx: Tx,
  items: readonly { readonly itemType: string; readonly cents: number }[],
  now: number,
): Promise<void> {
  const hour = Math.floor(now / HOUR_MS);
  const sums = new Map<string, number>();
  for (const { itemType, cents } of items) sums.set(typeWay(itemType), (sums.get(typeWay(itemType)) ?? 0) + cents);
  const flows = await addFlows(
    tx,
    [...sums].map(([way, inCents]) => ({ way, outCents: 0, inCents })),
    hour,
  );
  const settings = await readSettings(tx, BREAKER_SETTINGS);
  for (const way of sums.keys()) {
    const figures = depositsJumped(flows.get(way) ?? [], hour, settings);
    if (figures !== null) await trip(tx, { breaker: 'TYPE_DEPOSITS', way, playerId: null, figures }, now);
  }
}

function typeWay(slug: string): string {
  return `type:${slug}`;
}
