/**
 * The rows of a live list, held still while the pointer is over it, so that a player does not press a row that just moved under the finger.
 * Used by lists of games. The rules are in still-order.ts; this file keeps the rows from the start of the hold.
 */
import { useMemo, useState } from 'react';
import { arrange } from './still-order.ts';

export interface StillList<T> {
  readonly rows: readonly T[];
  /** Number of rows that wait until the list is released. */
  readonly fresh: number;
  /** Shows the waiting rows although the list is held. */
  readonly letIn: () => void;
  /** Props for the list's element. */
  readonly hold: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void };
}

/** A list's rules about its rows. The functions must keep their identity: a change recomputes the order. */
export interface StillRules<T> {
  readonly isOwn: (row: T) => boolean;
  /** How a row is shown that left during the hold. */
  readonly gone: (row: T) => T;
}

interface HoldState<T> {
  /** The order at the start of the hold. */
  readonly ids: readonly string[];
  /** The last known state of each row, by id. */
  readonly last: ReadonlyMap<string, T>;
  readonly known: readonly T[];
}

/** `staying`: the rows in order. `known`: all rows whose current state is known, including those that just left. */
export function useStillList<T extends { readonly id: string }>(
  staying: readonly T[],
  known: readonly T[],
  { isOwn, gone }: StillRules<T>,
): StillList<T> {
  const [held, setHeld] = useState<HoldState<T> | null>(null);
  if (held !== null && held.known !== known) setHeld({ ...held, known, last: withRows(held.last, known) });
  const before = held?.ids;
  const { ids, fresh } = useMemo(
    () => arrange(before ?? [], staying, isOwn, before !== undefined),
    [before, staying, isOwn],
  );
  const last = held?.last;
  const rows = useMemo(() => {
    const now = withRows(new Map<string, T>(), known);
    const left = (id: string): T[] => {
      const row = last?.get(id);
      return row ? [gone(row)] : [];
    };
    return ids.flatMap((id) => now.get(id) ?? left(id));
  }, [ids, known, last, gone]);
  return {
    rows,
    fresh,
    letIn: () => setHeld(null),
    hold: {
      onPointerEnter: () => setHeld((now) => now ?? { ids, known, last: withRows(new Map<string, T>(), rows) }),
      onPointerLeave: () => setHeld(null),
    },
  };
}

function withRows<T extends { readonly id: string }>(
  before: ReadonlyMap<string, T>,
  rows: readonly T[],
): ReadonlyMap<string, T> {
  return new Map([...before, ...rows.map((row) => [row.id, row] as const)]);
}
