import { describe, expect, test } from 'vitest';
import { SHAPES } from './shapes/kinds.ts';
import { APP_IDS, ITEM_TYPES, itemTypeBySlug } from './items.ts';
import { parseMarketName, splitPhase } from './names.ts';
import { CS2_RARITIES, DOTA2_RARITIES, RUST_TIERS, rustTier } from './rarity.ts';

const RAISED_SURFACE = '#1b1f26';

/** WCAG contrast ratio of two #rrggbb colours, 1 to 21. */
function contrast(first: string, second: string): number {
  const luminance = (hex: string): number => {
    const linear = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  };
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe('the item list', () => {
  test('is large and covers the three games', () => {
    const count = (appId: number): number => ITEM_TYPES.filter((type) => type.appId === appId).length;
    expect(ITEM_TYPES.length).toBeGreaterThanOrEqual(640);
    expect(count(APP_IDS.csgo)).toBeGreaterThanOrEqual(340);
    expect(count(APP_IDS.rust)).toBeGreaterThanOrEqual(160);
    expect(count(APP_IDS.dota)).toBeGreaterThanOrEqual(130);
    expect(new Set(ITEM_TYPES.map((type) => type.appId)).size).toBe(3);
  });

  test('has unique ascii slugs and unique market names', () => {
    expect(itemTypeBySlug.size).toBe(ITEM_TYPES.length);
    expect(new Set(ITEM_TYPES.map((type) => `${type.appId} ${type.marketHashName}`)).size).toBe(ITEM_TYPES.length);
    for (const { slug } of ITEM_TYPES) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('has whole prices in cents, most of them in the range players stake', () => {
    for (const { priceCents, slug } of ITEM_TYPES)
      expect(Number.isInteger(priceCents) && priceCents >= 3, slug).toBe(true);
    const stakeable = ITEM_TYPES.filter(({ priceCents }) => priceCents >= 100 && priceCents <= 6000);
    expect(stakeable.length / ITEM_TYPES.length).toBeGreaterThan(0.5);
    expect(Math.max(...ITEM_TYPES.map((type) => type.priceCents))).toBeGreaterThan(100_000);
  });

  test('has no stray space in a name, and a wear only when the name ends in one', () => {
    for (const { marketHashName, appId, wear } of ITEM_TYPES) {
      expect(marketHashName).toBe(marketHashName.trim());
      expect(parseMarketName(marketHashName, appId).itemType).toBe(wear ?? '');
    }
  });

  test('has the phases of each Doppler as types of their own, of which the cheapest costs as much as the plain name', () => {
    const dopplers = ITEM_TYPES.filter(({ marketHashName }) => / Doppler \([^()]*\)$/.test(marketHashName));
    expect(dopplers.length).toBeGreaterThan(5);
    for (const { marketHashName, priceCents } of dopplers) {
      const phases = ITEM_TYPES.filter((type) => splitPhase(type.marketHashName).plain === marketHashName).slice(1);
      const named = phases.map((type) => splitPhase(type.marketHashName).phase);
      const gems = marketHashName.includes('Gamma') ? ['Emerald'] : ['Ruby', 'Sapphire', 'Black Pearl'];
      expect(named).toEqual(['Phase 1', 'Phase 2', 'Phase 3', 'Phase 4', ...gems]);
      expect(Math.min(...phases.map((type) => type.priceCents))).toBe(priceCents);
    }
  });

  test('cannot be changed by its readers', () => {
    expect(Object.isFrozen(ITEM_TYPES)).toBe(true);
    expect(ITEM_TYPES.every(Object.isFrozen)).toBe(true);
  });
});

describe('rarity', () => {
  test('colours are hex and contrast with the raised surface', () => {
    for (const { color, name } of [...CS2_RARITIES, ...DOTA2_RARITIES, ...RUST_TIERS]) {
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(color, RAISED_SURFACE), name).toBeGreaterThanOrEqual(3);
    }
  });

  test("every item carries a tier of its own game, with that tier's colour and pips", () => {
    const ladders = new Map([
      [730, CS2_RARITIES],
      [252490, RUST_TIERS],
      [570, DOTA2_RARITIES],
    ]);
    for (const { appId, rarity, rarityColor, pips, slug } of ITEM_TYPES) {
      const tier = ladders.get(appId)?.find(({ name }) => name === rarity);
      expect(tier, slug).toMatchObject({ color: rarityColor, pips });
    }
  });

  test('a Rust tier follows from the price; each bound belongs to the tier above', () => {
    expect([0, 199, 200, 399, 400, 1999, 2000, 7999, 8000, 500_000].map((cents) => rustTier(cents).pips)).toEqual([
      1, 1, 2, 2, 3, 4, 5, 5, 6, 6,
    ]);
  });
});

describe('kinds', () => {
  test('each is used', () => {
    const used = new Set<string>(ITEM_TYPES.map((type) => type.kind));
    expect(Object.keys(SHAPES).filter((kind) => !used.has(kind))).toEqual([]);
  });
});
