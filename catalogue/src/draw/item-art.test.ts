import { describe, expect, test } from 'vitest';
import { ITEM_TYPES, itemTypeBySlug } from '../items.ts';
import { itemArt } from './item-art.ts';
import { wellFormed } from './well-formed.fixture.ts';

const drawings = new Map(ITEM_TYPES.map((type) => [type.slug, itemArt(type)]));

/** The drawing without the ids made from its slug, to compare only the visible part. */
const seen = (slug: string): string =>
  (drawings.get(slug) ?? '').replace(/i[0-9a-z]+-/g, '').replace(/#i[0-9a-z]+/g, '#');

describe('itemArt', () => {
  test('gives the same bytes for the same item', () => {
    for (const type of ITEM_TYPES) expect(itemArt({ ...type })).toBe(drawings.get(type.slug));
  });

  test('is well-formed and refers only to what it defines', () => {
    for (const [slug, svg] of drawings) {
      expect(wellFormed(svg), slug).toBe('');
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
      const used = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map((match) => match[1]);
      expect(new Set(ids).size, slug).toBe(ids.length);
      expect(
        used.filter((id) => !ids.includes(id)),
        slug,
      ).toEqual([]);
    }
  });

  test('contains plain numbers and hex colours, and stays small', () => {
    for (const [slug, svg] of drawings) {
      expect(svg, slug).not.toMatch(/NaN|Infinity|undefined|oklch|rgb\(|hsl\(|<image|<text|<script/);
      const paints = [...svg.matchAll(/(?:fill|stroke|stop-color)="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(
        paints.filter((paint) => !/^(#[0-9a-f]{6}|url\(#.+\)|none)$/.test(paint)),
        slug,
      ).toEqual([]);
      expect(svg.length, slug).toBeLessThan(60_000);
    }
  });

  test('shares no id between two drawings', () => {
    const prefixes = [...drawings.values()].map((svg) => /id="(i[0-9a-z]+)-/.exec(svg)?.[1]);
    expect(new Set(prefixes).size).toBe(ITEM_TYPES.length);
  });

  test('draws different items differently', () => {
    expect(new Set([...drawings.keys()].map(seen)).size).toBeGreaterThan(ITEM_TYPES.length * 0.97);
  });

  test('shows the same design in every wear, more worn at worse wear', () => {
    const strokes = (slug: string): number => seen(slug).length;
    const wears = ['factory-new', 'minimal-wear', 'field-tested', 'battle-scarred'];
    const lengths = wears.map((wear) => strokes(`ak-47-asiimov-${wear}`));
    expect([...lengths].sort((a, b) => a - b)).toEqual(lengths);
    expect(new Set(lengths).size).toBe(4);
  });

  test('tints the halo with the rarity', () => {
    const type = itemTypeBySlug.get('awp-asiimov-field-tested');
    expect(type && itemArt(type)).toContain(`stop-color="${type?.rarityColor}"`);
  });
});

describe('the check itself', () => {
  test('detects what is not well-formed', () => {
    expect(wellFormed('<svg><g></svg></g>')).not.toBe('');
    expect(wellFormed('<svg a=1/>')).not.toBe('');
    expect(wellFormed('<svg a="1" a="2"/>')).not.toBe('');
    expect(wellFormed('<svg/><svg/>')).not.toBe('');
    expect(wellFormed('<svg>a & b</svg>')).not.toBe('');
  });
});
