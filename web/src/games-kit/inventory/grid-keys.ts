/** Keyboard navigation in a grid of options. Used by the item grid. Pure. */

export interface GridShape {
  readonly count: number;
  readonly columns: number;
  /** Full rows in view: how far PageUp and PageDown go. */
  readonly pageRows: number;
}

/** Columns of tiles at least `minWidth` px wide with `gap` px between them in `width` px; at least 1. */
export function columnsFor(width: number, minWidth: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
}

/**
 * The position after a key pressed at position `at`; null when the key does not move. Left and right continue across rows;
 * Down from the last full row goes to the last item when the row below is shorter.
 */
export function moveBy(key: string, at: number, shape: GridShape): number | null {
  const last = shape.count - 1;
  if (last < 0) return null;
  const row = Math.floor(at / shape.columns);
  const lastRow = Math.floor(last / shape.columns);
  const within = (to: number) => Math.min(Math.max(to, 0), last);
  switch (key) {
    case 'ArrowRight':
      return within(at + 1);
    case 'ArrowLeft':
      return within(at - 1);
    case 'ArrowDown':
      return row === lastRow ? at : within(at + shape.columns);
    case 'ArrowUp':
      return at - shape.columns < 0 ? at : at - shape.columns;
    case 'PageDown':
      return within(at + shape.columns * Math.min(shape.pageRows, lastRow - row));
    case 'PageUp':
      return at - shape.columns * Math.min(shape.pageRows, row);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
