/** Notifies once about each own deposit or withdrawal whose status changes while the list is on screen. */
import { useEffect, useEffectEvent, useRef } from 'react';

export interface StatusRow {
  readonly id: string;
  readonly status: string;
  readonly createdAt: number;
}

/** Rows whose status differs from the known one. A new row at the top counts; a row of an older page does not. */
export function changedRows<T extends StatusRow>(rows: readonly T[], known: ReadonlyMap<string, string>): readonly T[] {
  const newest = Math.max(0, ...rows.filter(({ id }) => known.has(id)).map(({ createdAt }) => createdAt));
  return rows.filter(({ id, status, createdAt }) => {
    const was = known.get(id);
    return was === undefined ? createdAt > newest : was !== status;
  });
}

/** `rows` is undefined while loading; the first rows that load count as known. */
export function useChangeNotices<T extends StatusRow>(rows: readonly T[] | undefined, notify: (row: T) => void): void {
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  const onChange = useEffectEvent(notify);
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current;
    known.current = new Map([...(before ?? []), ...rows.map(({ id, status }) => [id, status] as const)]);
    if (before !== null) for (const row of changedRows(rows, before)) onChange(row);
  }, [rows]);
}
