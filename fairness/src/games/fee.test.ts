import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feeCents, pickFeeItems } from './fee.ts';
import type { FeeItem } from './fee.ts';

const itemsOf = (values: readonly number[]): FeeItem[] => values.map((cents, i) => ({ id: `i${i}`, cents }));

/** Every subset, by the documented rule: highest total, then the earliest last item, and so on downwards. */
function bruteForce(items: readonly FeeItem[], limit: number): { ids: string[]; cents: number } {
  let best: { chosen: number[]; cents: number } = { chosen: [], cents: 0 };
  for (let mask = 1; mask < 1 << items.length; mask += 1) {
    const chosen = items.flatMap((_, i) => (mask & (1 << i) ? [i] : []));
    if (chosen.some((i) => items[i]?.cents === 0)) continue;
    const cents = chosen.reduce((sum, i) => sum + (items[i]?.cents ?? 0), 0);
    // Masks ascend, so the first of equal totals is the one whose highest items come earliest.
    if (cents <= limit && cents > best.cents) best = { chosen, cents };
  }
  return { ids: best.chosen.map((i) => items[i]?.id ?? ''), cents: best.cents };
}

describe('feeCents', () => {
  test.each([
    [2070, 500, 103],
    [0, 500, 0],
    [19, 500, 0],
    [20, 500, 1],
    [Number.MAX_SAFE_INTEGER, 10_000, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 9_999, 9006298534815516],
  ])('%i cents at %i bps are %i', (pot, bps, fee) => {
    expect(feeCents(pot, bps)).toBe(fee);
  });
});

describe('pickFeeItems', () => {
  test('is the subset that brute force finds, ties included', () => {
    const values = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 11 });
    fc.assert(
      fc.property(values, fc.nat({ max: 200 }), (cents, limit) => {
        expect(pickFeeItems(itemsOf(cents), limit)).toEqual(bruteForce(itemsOf(cents), limit));
      }),
      { numRuns: 400 },
    );
  });

  test('finds the same with more items, where a table replaces the list of sums', () => {
    const values = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 10, maxLength: 13 });
    fc.assert(
      fc.property(values, fc.nat({ max: 150 }), (few, limit) => {
        // Items above the limit after doubling are unusable and do not count: pad with ones that fit.
        const padding = Array.from({ length: 19 - few.length }, () => limit);
        if (limit < 1) return;
        const items = itemsOf([...few, ...padding]);
        const { ids, cents } = pickFeeItems(items, limit);
        expect(cents).toBe(limit);
        const alone = bruteForce(itemsOf(few), limit);
        if (alone.cents === limit) expect(ids).toEqual(alone.ids);
        else expect(ids).toEqual([`i${few.length}`]);
      }),
      { numRuns: 60 },
    );
  });

  test('agrees with a plain table of sums for many items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 50, max: 5_000 }), { minLength: 19, maxLength: 60 }),
        fc.integer({ min: 0, max: 4_000 }),
        (values, limit) => {
          const reachable = values.reduce(
            (sums, value) => {
              const more = [...sums].map((sum) => sum + value).filter((sum) => sum <= limit);
              return new Set([...sums, ...more]);
            },
            new Set([0]),
          );
          const picked = pickFeeItems(itemsOf(values), limit);
          expect(picked.cents).toBe(Math.max(...reachable));
          const sum = picked.ids.reduce((total, id) => total + (values[Number(id.slice(1))] ?? 0), 0);
          expect(sum).toBe(picked.cents);
          expect(new Set(picked.ids).size).toBe(picked.ids.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('takes nothing when nothing fits, and everything when everything does', () => {
    expect(pickFeeItems(itemsOf([500, 501]), 499)).toEqual({ ids: [], cents: 0 });
    expect(pickFeeItems(itemsOf([500, 501]), 5_000)).toEqual({ ids: ['i0', 'i1'], cents: 1_001 });
    expect(pickFeeItems([], 100)).toEqual({ ids: [], cents: 0 });
    expect(pickFeeItems(itemsOf([1, 2]), 0)).toEqual({ ids: [], cents: 0 });
  });

  test('is exact for 18 items of any value', () => {
    const values = Array.from({ length: 18 }, (_, i) => 1_000_000_000 + 3 ** i);
    const limit = 9_000_000_000 + 9_841;
    expect(pickFeeItems(itemsOf(values), limit)).toEqual({
      ids: ['i0', 'i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7', 'i8'],
      cents: 9_000_000_000 + 9_841,
    });
  });

  test('refuses amounts that are not cents, and a search that could not be exact', () => {
    expect(() => pickFeeItems([], 0.5)).toThrow('not an amount of cents');
    expect(() => pickFeeItems([{ id: 'x', cents: 1.5 }], 5)).toThrow('item x');
    expect(() => pickFeeItems(itemsOf(Array.from({ length: 19 }, (_, i) => 2 ** 26 - i)), 2 ** 26 + 1)).toThrow(
      RangeError,
    );
  });
});
