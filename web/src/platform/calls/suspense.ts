/**
 * What the account must not tell yet: while the picture of an own round is still on its way to the result, balance, level,
 * statistics and inventory stay as they were.
 *
 * Games hold while they show an own round between its lock and its landing (`useSuspense`); session.ts and the inventory
 * picker ask here. Invariant: nothing is lost, only late; whatever changed meanwhile is fetched when the last hold ends.
 */
import { useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';

interface SuspenseState {
  /** Items at stake in each held round, by its id: the winner has them before the reel says so. */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

const useHeld = create<SuspenseState>(() => ({ held: new Map() }));
const holders = new Map<string, number>();
const waiting = new Set<() => void>();

/** Whether an own round is on its way to its result on this page. */
export function inSuspense(): boolean {
  return useHeld.getState().held.size > 0;
}

/** Runs `refresh` now, or once when the last hold ends. The same function waits once. */
export function afterSuspense(refresh: () => void): void {
  if (inSuspense()) waiting.add(refresh);
  else refresh();
}

/** Holds until the returned function is called. Two pictures of one round hold it together. */
export function hold(roundId: string, itemIds: readonly string[]): () => void {
  holders.set(roundId, (holders.get(roundId) ?? 0) + 1);
  useHeld.setState(({ held }) => ({ held: new Map(held).set(roundId, itemIds) }));
  return () => {
    const left = (holders.get(roundId) ?? 1) - 1;
    if (left > 0) return void holders.set(roundId, left);
    holders.delete(roundId);
    useHeld.setState(({ held }) => ({ held: new Map([...held].filter(([id]) => id !== roundId)) }));
    if (inSuspense()) return;
    const due = [...waiting];
    waiting.clear();
    for (const refresh of due) refresh();
  };
}

/** Holds while `on`. `itemIds`: what is at stake; from the lock on that does not change. */
export function useSuspense(roundId: string, on: boolean, itemIds: readonly string[]): void {
  const items = useRef(itemIds);
  useEffect(() => {
    items.current = itemIds;
  });
  useEffect(() => (on ? hold(roundId, items.current) : undefined), [roundId, on]);
}

/** Items whose new owner must not be seen yet. */
export function useWithheldItems(): ReadonlySet<string> {
  const held = useHeld((state) => state.held);
  return useMemo(() => new Set([...held.values()].flat()), [held]);
}
