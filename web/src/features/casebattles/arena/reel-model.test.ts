/** The strip of a reel: the proven item at the stop, fair cells around it, the same for everyone. */
import { describe, expect, test } from 'vitest';
import { CELLS, framesOf, SETTLES_FROM, shiftOf, STOP, stripOf } from './reel-model.ts';

const WEIGHTS = [1, 9, 90];

describe('a strip', () => {
  test.each([0, 1, 2])('has item %i at the stop, whatever its weight', (item) => {
    const strip = stripOf('rnd_1|0|0|0', WEIGHTS, item);
    expect(strip.cells).toHaveLength(CELLS);
    expect(strip.cells[STOP]).toBe(item);
  });

  test('is the same in every browser and different for another reel', () => {
    expect(stripOf('rnd_1|0|0|0', WEIGHTS, 1)).toEqual(stripOf('rnd_1|0|0|0', WEIGHTS, 1));
    expect(stripOf('rnd_1|0|0|0', WEIGHTS, 1).cells).not.toEqual(stripOf('rnd_1|0|1|0', WEIGHTS, 1).cells);
  });

  test('the cells that run past do not depend on the result', () => {
    const cells = (item: number) => stripOf('rnd_1|2|1|0', WEIGHTS, item).cells.filter((_, at) => at !== STOP);
    expect(cells(0)).toEqual(cells(2));
  });

  test('shows rare items as often as they drop, and no more often beside the stop', () => {
    const rare = (at: number) =>
      Array.from({ length: 4_000 }, (_, n) => stripOf(`rnd_${n}|0|0|0`, WEIGHTS, 2).cells[at]).filter(
        (item) => item !== 2,
      ).length / 4_000;
    for (const at of [STOP - 1, STOP + 1, 5]) {
      expect(rare(at)).toBeGreaterThan(0.08);
      expect(rare(at)).toBeLessThan(0.12);
    }
  });
});

describe('the run', () => {
  const up = (frame: Keyframe | undefined) => {
    const [, percent] = /translateY\((-?[\d.]+)%\)/.exec(String(frame?.['transform'])) ?? [];
    return Number(percent);
  };

  test('ends exactly in the middle of the drawn cell', () => {
    for (let n = 0; n < 50; n++) {
      const [first, settling, last] = framesOf(stripOf(`${n}`, WEIGHTS, 1));
      expect(up(first)).toBeCloseTo(0);
      expect(up(last)).toBeCloseTo(-shiftOf(STOP), 9);
      expect(settling?.offset).toBe(SETTLES_FROM);
    }
  });

  test('first stops within the cell of the drawn item, never on a neighbour', () => {
    for (let n = 0; n < 200; n++) {
      const off = Math.abs(up(framesOf(stripOf(`${n}`, WEIGHTS, 1))[1]) + shiftOf(STOP));
      expect(off).toBeLessThan(shiftOf(0.5));
    }
  });
});
