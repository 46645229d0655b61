import { describe, expect, test } from 'vitest';
import { CASES, drawableCase } from './cases.ts';
import { caseArt } from './draw/case-art.ts';
import { BODIES } from './draw/case-shapes.ts';
import { itemDrawing } from './draw/item-art.ts';
import { wellFormed } from './draw/well-formed.fixture.ts';
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
  const drawn = CASES.map((each) => ({ each, svg: caseArt(drawableCase(each)) }));

  test('are well-formed, tinted, stable, and differ from each other', () => {
    expect(new Set(drawn.map(({ svg }) => svg)).size).toBe(CASES.length);
    for (const { each, svg } of drawn) {
      expect(caseArt(drawableCase(each))).toBe(svg);
      expect(wellFormed(svg)).toBe('');
      expect(svg).toContain(each.colorHex);
    }
  });

  test('show the best item of the case, drawn as on its own picture', () => {
    for (const { each, svg } of drawn) {
      const best = itemTypeBySlug.get(each.items[0]?.slug ?? '');
      expect(best && svg.includes(itemDrawing(best).drawing), each.id).toBe(true);
      const others = each.items.slice(1).flatMap(({ slug }) => itemTypeBySlug.get(slug) ?? []);
      expect(others.filter((other) => svg.includes(itemDrawing(other).drawing))).toEqual([]);
    }
  });

  test('have the body of their family, and every family has a case', () => {
    const families = Object.fromEntries(CASES.map((each) => [each.id, drawableCase(each).family]));
    expect(families).toMatchObject({
      'hot-hands': 'velvet',
      locksmith: 'crate',
      'arcane-vault': 'relic',
      'sticker-book': 'capsule',
      'three-worlds': 'safe',
      longshot: 'hard',
    });
    for (const { each, svg } of drawn) expect(svg).toContain(BODIES[drawableCase(each).family].front);
    expect(new Set(Object.values(families))).toEqual(new Set(Object.keys(BODIES)));
  });
});
