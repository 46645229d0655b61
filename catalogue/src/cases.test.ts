import { describe, expect, test } from 'vitest';
import { CASES } from './cases.ts';
import { caseArt } from './draw/case-art.ts';
import { wellFormed } from './draw/well-formed.ts';
import { itemTypeBySlug } from './items.ts';

describe('the cases', () => {
  test('are many, with unique ids and known items', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(20);
    expect(new Set(CASES.map((each) => each.id)).size).toBe(CASES.length);
    expect(new Set(CASES.map((each) => each.name)).size).toBe(CASES.length);
    for (const { id, items } of CASES) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(items.length, id).toBeGreaterThanOrEqual(10);
      expect(new Set(items.map((item) => item.slug)).size, id).toBe(items.length);
      for (const { slug, weight } of items) {
        expect(itemTypeBySlug.has(slug), `${id}: ${slug}`).toBe(true);
        expect(Number.isSafeInteger(weight) && weight > 0, `${id}: ${slug}`).toBe(true);
      }
    }
  });

  test.each(CASES.map((each) => [each.id, each] as const))(
    '%s returns 92 to 96 percent',
    (_id, { items, priceCents }) => {
      const priced = items.map(({ slug, weight }) => ({ weight, cents: itemTypeBySlug.get(slug)?.priceCents ?? 0 }));
      const tickets = priced.reduce((sum, item) => sum + item.weight, 0);
      const returned = priced.reduce((sum, item) => sum + item.weight * item.cents, 0) / tickets / priceCents;
      expect(returned).toBeGreaterThan(0.92);
      expect(returned).toBeLessThan(0.961);
      expect(priced.map((item) => item.cents)).toEqual(priced.map((item) => item.cents).sort((a, b) => b - a));
      // Each can win and each can lose.
      expect(priced[0]?.cents).toBeGreaterThan(priceCents * 2);
      expect(priced.at(-1)?.cents).toBeLessThan(priceCents);
    },
  );

  test('cost from well below a dollar to hundreds', () => {
    const prices = CASES.map((each) => each.priceCents).sort((a, b) => a - b);
    expect(prices[0]).toBeLessThan(100);
    expect(prices.at(-1)).toBeGreaterThan(20_000);
  });
});

describe('their pictures', () => {
  test('are well-formed, tinted, stable, and differ from each other', () => {
    const drawn = CASES.map(caseArt);
    expect(new Set(drawn).size).toBe(CASES.length);
    for (const [at, each] of CASES.entries()) {
      const svg = caseArt(each);
      expect(svg).toBe(drawn[at]);
      expect(wellFormed(svg)).toBe('');
      expect(svg).toContain(each.colorHex);
    }
  });
});
