/**
 * Which tiles of a long grid exist: as many as its view needs, moved on by single tiles and not by whole rows, so that each frame of a scroll has
 * the same little work. Used by the item grid. Pure.
 */

export interface GridMeasures {
  readonly count: number;
  readonly columns: number;
  /** Px from the top of a row to that of the next. */
  readonly rowHeight: number;
  /** Px above the first row, and below the last. */
  readonly padding: number;
  /** Px of the view. */
  readonly viewHeight: number;
}

/** Rows ready above the view, and below it. */
const RESERVE = 1;
/** More rows where a scroll goes, because a wheel turns faster than a slow processor fills rows in. */
const AHEAD = 2;

/** 1 down, -1 up, 0 before the first scroll. */
export type ScrollDirection = -1 | 0 | 1;

/** How many tiles exist: those of each row that can be in view, and the reserve. Whole rows, so that a tile's column never changes. */
export function tilesIn({ count, columns, rowHeight, viewHeight }: GridMeasures): number {
  return Math.min(Math.ceil(count / columns), Math.ceil(viewHeight / rowHeight) + 1 + 2 * RESERVE + AHEAD) * columns;
}

/** The first tile that exists at a scroll position. */
export function firstTileAt(scrollTop: number, grid: GridMeasures, direction: ScrollDirection = 0): number {
  const rowsAbove = (scrollTop - grid.padding) / grid.rowHeight - RESERVE - (AHEAD * (1 - direction)) / 2;
  const last = Math.ceil(grid.count / grid.columns) * grid.columns - tilesIn(grid);
  return Math.min(Math.max(0, Math.floor(rowsAbove * grid.columns)), Math.max(0, last));
}

/** The scroll position that shows the row of a tile, with the padding around it; the same one if it is in view already. */
export function scrollTopFor(at: number, scrollTop: number, grid: GridMeasures): number {
  const top = Math.floor(at / grid.columns) * grid.rowHeight;
  const bottom = top + grid.rowHeight + 2 * grid.padding;
  return Math.min(top, Math.max(scrollTop, bottom - grid.viewHeight));
}
