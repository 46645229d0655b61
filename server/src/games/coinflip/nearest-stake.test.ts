/** The search as properties: for any items, the result is a valid stake inside the window. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestStake } from './nearest-stake.ts';

const price = fc.integer({ min: 100, max: 500_000 });
const window = (total: number) => ({ minCents: Math.ceil(total * 0.9), maxCents: Math.floor(total * 1.1) });

describe('the stake nearest to a total', () => {
  test('is always inside the window, with distinct items, at most 15', () => {
    fc.assert(
      fc.property(fc.array(price, { maxLength: 40 }), fc.integer({ min: 1_001, max: 400_000 }), (list, total) => {
        const { minCents, maxCents } = window(total);
        const items = list.map((each, i) => ({ id: `itm_${i}`, cents: each }));
        const found = nearestStake(items, { ...window(total), targetCents: total, maxItems: 15 });
        if (!found) return;
        expect(new Set(found.ids).size).toBe(found.ids.length);
        expect(found.ids.length).toBeLessThanOrEqual(15);
        const sum = items.filter((i) => found.ids.includes(i.id)).reduce((s, i) => s + i.cents, 0);
        expect(sum).toBe(found.cents);
        expect(sum).toBeGreaterThanOrEqual(minCents);
        expect(sum).toBeLessThanOrEqual(maxCents);
      }),
    );
  });

  test('is found when a single item fits', () => {
    fc.assert(
      fc.property(fc.array(price, { maxLength: 20 }), fc.integer({ min: 1_001, max: 400_000 }), (list, total) => {
        const items = [...list, total].map((each, i) => ({ id: `itm_${i}`, cents: each }));
        const wanted = { ...window(total), targetCents: total, maxItems: 15 };
        expect(nearestStake(items, wanted)?.cents).toBe(total);
      }),
    );
  });
});
