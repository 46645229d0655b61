/**
 * Fairpot's mark: a ring (the pot seen from above) with a gap where a check mark passes through. It has two strokes, so it stays
 * clear at 16 pixels.
 */

/** The mark's strokes in a 64 by 64 box: the open ring and the check mark that passes through its gap. */
export const MARK = {
  ring: 'M38.5 14.4A21 21 0 1 0 51.4 28.9',
  check: 'M21.5 32.5L30 41L52.5 13.5',
  strokeWidth: 7,
} as const;
