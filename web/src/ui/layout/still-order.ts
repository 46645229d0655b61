/**
 * The order of a live list that is held still under a pointer. Pure; used by still-list.ts.
 *
 * Invariant: while the list is held no row moves, appears or disappears: new rows wait and are counted, finished rows keep their place until
 * the list is released. The one exception is a new row of the player's own, which appears at once on top.
 */

export interface RowOrder {
  readonly ids: readonly string[];
  /** Number of rows that appear when the list is released. */
  readonly fresh: number;
}

/** The rows to show after `previous`. `rows` are the current rows in their normal order. */
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
