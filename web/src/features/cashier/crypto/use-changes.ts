/** Tells once of each own deposit or withdrawal that took another state while it was on the screen. */
import { useEffect, useEffectEvent, useRef } from 'react';

interface Row {
  readonly id: string;
  readonly status: string;
  readonly createdAt: number;
}

/** Rows whose status is not the one that was known. A row that is new at the top counts; one of an older page does not. */
export function changedRows<T extends Row>(rows: readonly T[], known: ReadonlyMap<string, string>): readonly T[] {
  const newest = Math.max(0, ...rows.filter(({ id }) => known.has(id)).map(({ createdAt }) => createdAt));
  return rows.filter(({ id, status, createdAt }) => {
    const was = known.get(id);
    return was === undefined ? createdAt > newest : was !== status;
  });
}

/** Undefined rows are not known yet; the first that are known are nothing new. */
export function useChangesTold<T extends Row>(rows: readonly T[] | undefined, tell: (row: T) => void): void {
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  const say = useEffectEvent(tell);
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current;
    known.current = new Map([...(before ?? []), ...rows.map(({ id, status }) => [id, status] as const)]);
    if (before !== null) for (const row of changedRows(rows, before)) say(row);
  }, [rows]);
}
