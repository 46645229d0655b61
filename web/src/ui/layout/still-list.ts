/**
 * The rows of a live list in their order, with the hold that keeps them still under a pointer: nobody presses the row that
 * has just slid below the finger. Called by lists of games; the rules are in still-order.ts, this file
 * remembers what stood there when the hold began.
 */
import { useMemo, useState } from 'react';
import { arrange } from './still-order.ts';

export interface StillList<T> {
  readonly rows: readonly T[];
  /** Rows that wait until the list is let go. */
  readonly fresh: number;
  /** Lets the new ones in although the list is held. */
  readonly letIn: () => void;
  /** Goes on the list's element. */
  readonly hold: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void };
}

/** What a list has to say about its rows. Functions that keep their identity: the order is computed anew when they change. */
export interface StillRules<T> {
  readonly isOwn: (row: T) => boolean;
  /** A row that has left while it was held, as it is shown from then on. */
  readonly gone: (row: T) => T;
}

interface HoldState<T> {
  /** In the order that they had when the hold began. */
  readonly ids: readonly string[];
  /** Each row as it was last known, by id. */
  readonly last: ReadonlyMap<string, T>;
  readonly known: readonly T[];
}

/** `staying`: the rows in order. `known`: all whose present state is known, those that have just left included. */
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
