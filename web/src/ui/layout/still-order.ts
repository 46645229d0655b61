/**
 * The order of a live list that holds still under a pointer. Pure; called by still-list.ts.
 *
 * Invariant: while the list is held no row moves, appears or disappears: what is new waits and is counted, what is over
 * keeps its place until the list is let go. An own row that is new is the one exception: whoever has just staked sees it at
 * once, on top.
 */

export interface RowOrder {
  readonly ids: readonly string[];
  /** Rows that will come in when the list is let go. */
  readonly fresh: number;
}

/** The rows to show after `previous`. `rows` are those there are, in the order that they have when nothing is held. */
export function arrange<T extends { readonly id: string }>(
  previous: readonly string[],
  rows: readonly T[],
  isOwn: (row: T) => boolean,
  held: boolean,
): RowOrder {
  if (!held || previous.length === 0) {
    return {
      ids: keptIfSame(
        previous,
        rows.map((row) => row.id),
      ),
      fresh: 0,
    };
  }
  const shown = new Set(previous);
  const added = rows.filter((row) => !shown.has(row.id));
  const own = added.filter(isOwn).map((row) => row.id);
  return { ids: own.length === 0 ? previous : [...own, ...previous], fresh: added.length - own.length };
}

function keptIfSame(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.length === after.length && before.every((id, at) => id === after[at]) ? before : after;
}
