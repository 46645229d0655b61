import { describe, expect, test } from 'vitest';
import { columnsFor, moveBy } from './grid-keys.ts';

/** 10 items in 4 columns: rows of 4, 4 and 2. */
const shape = { count: 10, columns: 4, pageRows: 2 };

describe('moving through the grid', () => {
  test.each([
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 5],
    ['ArrowDown', 7, 9],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 2, 2],
    ['PageDown', 0, 8],
    ['PageDown', 3, 9],
    ['PageUp', 9, 1],
    ['PageUp', 5, 1],
    ['Home', 6, 0],
    ['End', 2, 9],
  ])('%s from %i goes to %i', (key, from, to) => {
    expect(moveBy(key, from, shape)).toBe(to);
  });

  test('other keys and empty grids do not move', () => {
    expect(moveBy('a', 3, shape)).toBeNull();
    expect(moveBy('End', 0, { ...shape, count: 0 })).toBeNull();
  });

  test('fits as many columns as possible, gaps included', () => {
    expect(columnsFor(148, 148, 12)).toBe(1);
    expect(columnsFor(307, 148, 12)).toBe(1);
    expect(columnsFor(308, 148, 12)).toBe(2);
    expect(columnsFor(0, 148, 12)).toBe(1);
  });
});
