import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '@fairpot/contract/wire/money';
import { fitBelow, fitWindow, reachTarget } from './fitting.ts';
import type { PricedItem } from './fitting.ts';

const priced = (prices: readonly number[]): PricedItem[] =>
  prices.map((price, at) => ({ id: `i${at}`, cents: cents(price) }));
const sumOf = (items: readonly PricedItem[], ids: readonly string[]) =>
  ids.reduce((sum, id) => sum + (items.find((item) => item.id === id)?.cents ?? Number.NaN), 0);

/** Every subset of at most `cap` items, by brute force. */
function subsetSums(prices: readonly number[], cap: number): number[] {
  return Array.from({ length: 2 ** prices.length }, (_, bits) => prices.filter((_p, at) => bits & (1 << at)))
    .filter((subset) => subset.length > 0 && subset.length <= cap)
    .map((subset) => subset.reduce((a, b) => a + b, 0));
}

describe('fitting a window', () => {
  test('takes few items, expensive ones first', () => {
    const items = priced([500, 1900, 100, 2050]);
    expect(fitWindow(items, { minCents: 1801, maxCents: 2199 }, 5)).toEqual(['i3']);
    expect(fitWindow(items, { minCents: 2400, maxCents: 2449 }, 5)).toEqual(['i1', 'i0']);
  });

  test('returns null when nothing fits, the window is empty, or the cap is 0', () => {
    expect(fitWindow(priced([500, 500]), { minCents: 900, maxCents: 999 }, 5)).toBeNull();
    expect(fitWindow(priced([500]), { minCents: 600, maxCents: 500 }, 5)).toBeNull();
    expect(fitWindow(priced([500]), { minCents: 1, maxCents: 500 }, 0)).toBeNull();
  });

  test('finds a fit exactly when there is one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 3_000 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 100, max: 8_000 }),
        fc.integer({ min: 0, max: 600 }),
        (prices, cap, least, width) => {
          const items = priced(prices);
          const found = fitWindow(items, { minCents: least, maxCents: least + width }, cap);
          const exists = subsetSums(prices, cap).some((sum) => sum >= least && sum <= least + width);
          expect(found !== null).toBe(exists);
          if (!found) return;
          expect(new Set(found).size).toBe(found.length);
          expect(found.length).toBeLessThanOrEqual(cap);
          expect(sumOf(items, found)).toBeGreaterThanOrEqual(least);
          expect(sumOf(items, found)).toBeLessThanOrEqual(least + width);
        },
      ),
    );
  });
});

describe('reaching a sum', () => {
  test('reaches it with little excess', () => {
    expect(reachTarget(priced([900, 700, 1_800]), cents(2_500), 15)).toEqual(['i2', 'i1']);
    expect(reachTarget(priced([5_000]), cents(100), 1)).toEqual(['i0']);
  });

  test('returns null when even the most expensive items do not reach it', () => {
    expect(reachTarget(priced([900, 700]), cents(1_601), 15)).toBeNull();
    expect(reachTarget(priced([900, 700]), cents(901), 1)).toBeNull();
  });

  test('reaches it whenever the most expensive items do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 90_000 }), { maxLength: 25 }),
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 1, max: 300_000 }),
        (prices, cap, target) => {
          const items = priced(prices);
          const best = [...prices]
            .sort((a, b) => b - a)
            .slice(0, cap)
            .reduce((a, b) => a + b, 0);
          const found = reachTarget(items, cents(target), cap);
          expect(found !== null).toBe(best >= target);
          if (!found) return;
          expect(found.length).toBeLessThanOrEqual(cap);
          expect(new Set(found).size).toBe(found.length);
          expect(sumOf(items, found)).toBeGreaterThanOrEqual(target);
        },
      ),
    );
  });
});

describe('a sum again, from below', () => {
  test('the nearest sum, exact when there is one', () => {
    expect(fitBelow(priced([900, 1_600, 700, 2_450]), cents(2_500), 15)).toEqual(['i1', 'i0']);
    expect(fitBelow(priced([2_400, 2_450, 2_501]), cents(2_500), 15)).toEqual(['i1']);
  });

  test('null rather than a cent more, or more than 5% less', () => {
    expect(fitBelow(priced([2_501, 2_374]), cents(2_500), 15)).toBeNull();
    expect(fitBelow(priced([2_375]), cents(2_500), 15)).toEqual(['i0']);
  });

  test('never above the sum, never under what the game takes; the nearest of all subsets of at most `cap` items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 3_000 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 100, max: 8_000 }),
        fc.integer({ min: 0, max: 3_000 }),
        (prices, cap, target, above) => {
          const items = priced(prices);
          const found = fitBelow(items, cents(target), cap, above);
          const fitting = subsetSums(prices, cap).filter(
            (sum) => sum <= target && sum > above && sum * 20 >= target * 19,
          );
          expect(found === null ? null : sumOf(items, found)).toBe(fitting.length > 0 ? Math.max(...fitting) : null);
          if (!found) return;
          expect(new Set(found).size).toBe(found.length);
          expect(found.length).toBeLessThanOrEqual(cap);
        },
      ),
    );
  });
});
