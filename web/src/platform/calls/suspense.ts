/**
 * Holds back account changes that would reveal a result: during the animation of an own round, balance, level, statistics and inventory stay
 * unchanged.
 *
 * Games hold from the lock of an own round until its result is shown (`useSuspense`); session.ts and the inventory picker check the hold.
 * Invariant: changes are only delayed, never lost; they are fetched when the last hold ends.
 */
import { useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';

interface SuspenseState {
  /** Items at stake in each held round, by hold: the winner owns them before the animation shows it. */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

const useHeld = create<SuspenseState>(() => ({ held: new Map() }));
const holders = new Map<string, number>();
const waiting = new Set<() => void>();

/** Whether the animation of an own round is running on this page. */
export function inSuspense(): boolean {
  return useHeld.getState().held.size > 0;
}

/** Runs `refresh` now, or once when the last hold ends. The same function is queued once. */
export function afterSuspense(refresh: () => void): void {
  if (inSuspense()) waiting.add(refresh);
  else refresh();
}

/** Holds until the returned function is called. Two animations of one round hold together. */
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

/** Holds while `on`. `itemIds`: the items at stake, which do not change after the lock. */
export function useSuspense(roundId: string, on: boolean, itemIds: readonly string[]): void {
  const items = useRef(itemIds);
  useEffect(() => {
    items.current = itemIds;
  });
  useEffect(() => (on ? hold(roundId, items.current) : undefined), [roundId, on]);
}

/** Items whose new owner must not be shown yet. */
export function useWithheldItems(): ReadonlySet<string> {
  const held = useHeld((state) => state.held);
  return useMemo(() => new Set([...held.values()].flat()), [held]);
}
