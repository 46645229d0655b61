import { MAX_ITEMS_PER_BET } from '@fairpot/contract/inventory/item';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RandomChoice, seededBytes } from './draw.ts';
import { chooseStake } from './stakes.ts';

const draw = () => new RandomChoice(seededBytes('stakes'));
const items = fc
  .array(fc.integer({ min: 1, max: 6_000 }), { maxLength: 60 })
  .map((list) => list.map((cents, i) => ({ id: `i${i}`, cents })));

describe('a bot’s stake', () => {
  test('is in the range, has each item once and at most 15 items', () => {
    fc.assert(
      fc.property(
        items,
        fc.integer({ min: 1, max: 12_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        (owned, least, width) => {
          const ids = chooseStake(owned, { minCents: least, maxCents: least + width }, draw());
          if (ids === null) return;
          const chosen = owned.filter((item) => ids.includes(item.id));
          const total = chosen.reduce((sum, item) => sum + item.cents, 0);
          expect(chosen).toHaveLength(ids.length);
          expect(ids.length).toBeLessThanOrEqual(MAX_ITEMS_PER_BET);
          expect(total).toBeGreaterThanOrEqual(least);
          expect(total).toBeLessThanOrEqual(least + width);
        },
      ),
    );
  });

  test('uses a single item that fits, and is null if nothing fits', () => {
    const range = { minCents: 900, maxCents: 1_100 };
    expect(chooseStake([{ id: 'a', cents: 1_000 }], range, draw())).toEqual(['a']);
    expect(chooseStake([{ id: 'a', cents: 1_101 }], range, draw())).toBeNull();
    expect(chooseStake([{ id: 'a', cents: 899 }], range, draw())).toBeNull();
    expect(chooseStake([], range, draw())).toBeNull();
  });
});

describe('draws', () => {
  test('reach every value of their span and no other', () => {
    const one = draw();
    const seen = new Map<number, number>();
    for (let i = 0; i < 6_000; i += 1) {
      const value = one.between(-2, 3);
      seen.set(value, (seen.get(value) ?? 0) + 1);
    }
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
    for (const times of seen.values()) expect(Math.abs(times - 1_000)).toBeLessThan(150);
  });

  test('shuffling keeps everything, and the same seed shuffles the same', () => {
    const list = Array.from({ length: 50 }, (_, i) => i);
    const shuffled = draw().shuffled(list);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(list);
    expect(shuffled).not.toEqual(list);
    expect(draw().shuffled(list)).toEqual(shuffled);
  });
});
