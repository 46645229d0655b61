import { describe, expect, test } from 'vitest';
import { firstTileAt, scrollTopFor, tilesIn, type GridMeasures } from './grid-window.ts';

const GRID: GridMeasures = { count: 5_000, columns: 6, rowHeight: 180, padding: 8, viewHeight: 500 };
const LONGEST = Math.ceil(5_000 / 6) * 180 + 16 - 500;

describe('the tiles that exist', () => {
  test.each([
    ['before a scroll', 0, 1, 1],
    ['down', 1, 0, 2],
    ['up', -1, 2, 0],
  ] as const)('fill the view at every position; %s there are rows to spare', (_, direction, above, below) => {
    for (let top = 0; top <= LONGEST; top += 7) {
      const first = firstTileAt(top, GRID, direction);
      const last = first + tilesIn(GRID) - 1;
      const rowTop = (tile: number) => 8 + Math.floor(tile / 6) * 180;
      expect(rowTop(first - 1)).toBeLessThanOrEqual(Math.max(-172, top - 180 * (above + 1)));
      // The next tile that does not exist is out of view.
      if (last + 1 < 5_000) expect(rowTop(last + 1)).toBeGreaterThan(top + 500 + 180 * below + 90);
    }
    expect(firstTileAt(LONGEST, GRID, direction) + tilesIn(GRID)).toBeGreaterThanOrEqual(5_000);
  });

  test('move on by single tiles, so that no frame has a whole row to fill in', () => {
    const steps = Array.from(
      { length: 500 },
      (_, n) => firstTileAt(2_000 + 30 * (n + 1), GRID) - firstTileAt(2_000 + 30 * n, GRID),
    );
    expect(Math.max(...steps)).toBeLessThanOrEqual(2);
  });

  test.each([0, 1, 5, 6, 7])('are no more rows than %s items need', (count) => {
    expect(tilesIn({ ...GRID, count })).toBe(Math.ceil(count / 6) * 6);
    expect(firstTileAt(0, { ...GRID, count })).toBe(0);
  });
});

describe('the scroll position for a tile', () => {
  test.each([
    ['is kept while its row is in view', 6, 100, 100],
    ['goes up to a row above', 0, 100, 0],
    ['goes down to a row below, with the padding', 60, 0, 11 * 180 + 16 - 500],
  ])('%s', (_, at, before, after) => {
    expect(scrollTopFor(at, before, GRID)).toBe(after);
  });
});
