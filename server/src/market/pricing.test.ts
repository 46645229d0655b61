/** How prices are made: what is paid and asked, how far a price rises, what is in doubt, and what attackers achieve. */
import { cents } from '@fairpot/contract/wire/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONFIRM_MS,
  doubtAt,
  judge,
  payOf,
  STALE_MS,
  STEAM_DEFAULT_BPS,
  steamBpsOf,
  tierOf,
  wantedOf,
} from './pricing.ts';
import type { BelievedPrice, PricingTerms, SourceQuote } from './pricing.ts';

const NOW = Date.UTC(2026, 0, 10);
const HOUR_MS = 3_600_000;
const terms: PricingTerms = {
  haircutBps: [500, 800, 1_500, 2_500],
  riseBps: { hour: 500, day: 1_000, week: 2_000 },
  steamBps: 13_000,
  stock: [500, 100, 25, 5],
  thinMostCents: 100_000,
};
const known: BelievedPrice = {
  referenceCents: cents(1_000),
  baseCents: cents(1_000),
  payCents: cents(950),
  tier: 0,
  origin: 'sources',
  doubt: null,
  pending: null,
  pricedAt: NOW - 60_000,
  lows: [{ hour: Math.floor(NOW / HOUR_MS) - 1, cents: cents(1_000) }],
};
const quote = (source: SourceQuote['source'], price: number, over: Partial<SourceQuote> = {}): SourceQuote => ({
  source,
  cents: cents(price),
  quantity: 50,
  quotedAt: NOW - 1_000,
  ...over,
});
const skinport = (price: number, over?: Partial<SourceQuote>) => quote('skinport', price, over);
const csgo = (price: number, over?: Partial<SourceQuote>) => quote('marketcsgo', price, over);
const steam = (price: number, over?: Partial<SourceQuote>) => quote('steam', price, over);
const judged = (before: BelievedPrice, quotes: readonly SourceQuote[], now = NOW) => judge(before, quotes, now, terms);
/** Both cash markets and Steam quote this cash price at an hour. */
const at = (before: BelievedPrice, price: number, now: number) => {
  const fresh = { quotedAt: now };
  return judged(before, [skinport(price, fresh), csgo(price, fresh), steam(Math.floor(price * 1.3), fresh)], now);
};

describe('two prices', () => {
  test('pays by the lowest cash quote and asks by the highest quote', () => {
    expect(judged(known, [skinport(1_000), csgo(960), steam(1_404)])).toEqual({
      ...known,
      referenceCents: 1_080, // Steam's, scaled to cash
      baseCents: 960,
      payCents: 912,
      pricedAt: NOW,
      lows: [{ hour: NOW / HOUR_MS, cents: 960 }],
    });
  });

  test('Steam raises the asked price, never the paid one, and does not count as a cash price', () => {
    expect(judged(known, [skinport(1_000), steam(1_300)])).toMatchObject({ doubt: null, payCents: 950 });
    expect(judged(known, [skinport(1_000), steam(1_560)])).toMatchObject({ referenceCents: 1_200, payCents: 950 });
    expect(judged(known, [steam(1_300)]).doubt).toBe('MISSING');
  });

  test('the haircut depends on the tier and rounds against the seller; a price is never zero', () => {
    expect(terms.haircutBps.map((bps) => payOf(cents(999), bps))).toEqual([949, 919, 849, 749]);
    expect(payOf(cents(1), 2_500)).toBe(1);
  });

  test.each([
    [0, { offers: 50, sold: 20, price: 1_000 }],
    [1, { offers: 49, sold: 20, price: 1_000 }],
    [1, { offers: 50, sold: 19, price: 1_000 }],
    [1, { offers: 50, sold: 20, price: 100_000 }],
    [2, { offers: 20, sold: 4, price: 1_000 }],
    [2, { offers: 10, sold: 0, price: 1_000 }],
    [3, { offers: 9, sold: 500, price: 1_000 }],
    [3, { offers: 9, sold: 500, price: 500_000 }],
  ])('tier %i: %j', (tier, { offers, sold, price }) => {
    const quotes = [skinport(price, { quantity: offers }), steam(price, { quantity: sold })];
    expect(tierOf(quotes, cents(price))).toBe(tier);
    const unknown = tierOf(quotes.slice(0, 1), cents(price));
    expect(unknown).toBeGreaterThan(0);
  });
});

describe('slow up, fast down', () => {
  test('a fall counts at once, even a doubted one', () => {
    expect(at(known, 900, NOW)).toMatchObject({ doubt: null, baseCents: 900 });
    expect(at(known, 500, NOW)).toMatchObject({ doubt: 'JUMP', baseCents: 500, payCents: 475, referenceCents: 1_000 });
  });

  test('a rise within the bounds counts at once; beyond them no hour, day or week rises by more than its bound in total', () => {
    expect(at(known, 1_050, NOW).baseCents).toBe(1_050);
    // Every ten minutes a step that would be believed on its own.
    let price = known;
    const bases: number[] = [];
    for (let step = 0; step < 6 * 24 * 8; step += 1) {
      const now = NOW + step * 600_000;
      price = at(price, Math.min(3_000, Math.floor(price.referenceCents * 1.2)), now);
      bases.push(price.baseCents);
    }
    const all = [...Array<number>(6 * 24 * 8).fill(known.baseCents), ...bases];
    const most = (steps: number) =>
      Math.max(...all.map((base, n) => base / Math.min(...all.slice(Math.max(0, n - steps), n + 1))));
    expect(bases[0]).toBe(1_050);
    expect(most(6)).toBeLessThanOrEqual(1.05);
    expect(most(6 * 24)).toBeLessThanOrEqual(1.1);
    expect(most(6 * 24 * 7)).toBeLessThanOrEqual(1.2);
    expect(bases.at(-1)).toBeGreaterThan(1_200);
    expect(price.lows.length).toBeLessThanOrEqual(7 * 24 + 1);
  });

  test('a price that dipped for a moment climbs back from the dip', () => {
    const fallen = at(known, 800, NOW);
    const back = at(fallen, 1_000, NOW + 600_000);
    expect(back).toMatchObject({ doubt: null, baseCents: 840, referenceCents: 1_000 });
  });

  test('a source that was down for a week allows no larger step', () => {
    const late = NOW + 8 * 24 * HOUR_MS;
    expect(at(known, 1_249, late)).toMatchObject({ doubt: null, baseCents: 1_050 });
  });

  test('a price of a few cents rises by one cent', () => {
    const cheap: BelievedPrice = {
      ...known,
      referenceCents: cents(3),
      baseCents: cents(3),
      payCents: cents(2),
      lows: [],
    };
    const up = judged({ ...cheap, referenceCents: cents(4) }, [skinport(4), csgo(4)]);
    expect(up).toMatchObject({ doubt: null, baseCents: 4 });
  });
});

describe('doubt', () => {
  test.each([
    ['no source quotes it', [], 'MISSING'],
    ['only one source', [skinport(1_000)], 'MISSING'],
    [
      'only Steam, and a cash quote from yesterday',
      [skinport(1_000, { quotedAt: NOW - STALE_MS - 1 }), steam(1_300)],
      'STALE',
    ],
    ['one is based on four offers', [skinport(1_000), csgo(1_000, { quantity: 4 })], 'THIN'],
    ['cash markets contradict each other', [skinport(800), csgo(1_201)], 'APART'],
    ['Steam contradicts the cash market', [skinport(1_000), steam(1_953)], 'APART'],
    ['one is wrong a hundredfold', [skinport(1_000), csgo(100_000)], 'APART'],
    ['all jumped together', [skinport(1_260), csgo(1_260), steam(1_638)], 'JUMP'],
  ] as const)('%s: the last prices stay', (_, quotes, doubt) => {
    const { referenceCents, baseCents, payCents, pricedAt } = known;
    expect(judged(known, quotes)).toMatchObject({ doubt, referenceCents, baseCents, payCents, pricedAt });
  });

  test('the limits are inclusive: a day old, five offers, 25 % up, 50 % apart', () => {
    const edge = { quotedAt: NOW - STALE_MS, quantity: 5 };
    expect(judged(known, [skinport(1_250, edge), csgo(1_250, edge)])).toMatchObject({
      doubt: null,
      referenceCents: 1_250,
    });
    expect(judged(known, [skinport(750), csgo(750)]).doubt).toBeNull();
    expect(judged(known, [skinport(800), csgo(1_200)]).doubt).toBeNull();
  });

  test('a jump is believed after it lasted a day; until then nothing more is paid', () => {
    const leapt = at(known, 2_000, NOW);
    expect(leapt).toMatchObject({ doubt: 'JUMP', baseCents: 1_000, pending: { cents: 2_000, since: NOW } });
    const waiting = at(leapt, 2_100, NOW + CONFIRM_MS - 1);
    expect(waiting).toMatchObject({ doubt: 'JUMP', baseCents: 1_000, pending: { since: NOW } });
    expect(at(waiting, 2_100, NOW + CONFIRM_MS)).toMatchObject({
      doubt: null,
      referenceCents: 2_100,
      baseCents: 1_050,
      pending: null,
    });
    expect(at(waiting, 4_000, NOW + CONFIRM_MS)).toMatchObject({ doubt: 'JUMP', pending: { cents: 4_000 } });
    expect(at(leapt, 1_010, NOW + 5_000)).toMatchObject({ doubt: null, referenceCents: 1_010, pending: null });
  });

  test('another doubt in between restarts the wait', () => {
    expect(judged(at(known, 2_000, NOW), [skinport(2_000)], NOW + 1).pending).toBeNull();
  });

  test('the catalogue’s price neither makes a jump nor bounds a rise', () => {
    const first = judged({ ...known, origin: 'catalogue' }, [skinport(5_000), csgo(5_100)]);
    expect(first).toMatchObject({ doubt: null, origin: 'sources', referenceCents: 5_100, baseCents: 5_000 });
  });

  test.each([null, 'MISSING'] as const)('until sources agree once, the first price stays: %s', (doubt) => {
    const first: BelievedPrice = { ...known, origin: 'catalogue', doubt };
    for (const quotes of [
      [],
      [skinport(5_000)],
      [steam(5_000)],
      [skinport(5_000), csgo(5_000, { quantity: 1 })],
      [skinport(100), csgo(5_000)],
    ])
      expect(judged(first, quotes)).toEqual(first);
  });

  test('a price that was not confirmed for a day is stale; the catalogue’s is not', () => {
    expect(doubtAt({ ...known, pricedAt: NOW - STALE_MS }, NOW)).toBeNull();
    expect(doubtAt({ ...known, pricedAt: NOW - STALE_MS - 1 }, NOW)).toBe('STALE');
    expect(doubtAt({ ...known, pricedAt: 0, origin: 'catalogue' }, NOW)).toBeNull();
    expect(doubtAt({ ...known, doubt: 'THIN' }, NOW)).toBe('THIN');
  });
});

test('Steam’s price ratio is the median of a game, bounded, and a default where there is too little data', () => {
  const pairs = (count: number, steamCents: number) =>
    Array.from({ length: count }, () => ({ cashCents: cents(1_000), steamCents: cents(steamCents) }));
  expect(steamBpsOf(pairs(19, 1_200))).toBe(STEAM_DEFAULT_BPS);
  expect(steamBpsOf(pairs(20, 1_200))).toBe(12_000);
  expect(steamBpsOf([...pairs(11, 1_250), ...pairs(9, 100_000)])).toBe(12_500);
  expect([steamBpsOf(pairs(20, 500)), steamBpsOf(pairs(20, 9_000))]).toEqual([10_000, 16_000]);
});

test('prices of less liquid tiers rise by a fraction of the bounds: 60, 40 and 25 %', () => {
  const risen = (quantity: number) => {
    const over = { quantity };
    const { baseCents, tier } = judged(known, [skinport(1_200, over), csgo(1_200, over), steam(1_560, over)]);
    return [tier, baseCents];
  };
  expect([risen(50), risen(20), risen(10), risen(5)]).toEqual([
    [0, 1_050],
    [1, 1_030],
    [2, 1_020],
    [3, 1_012],
  ]);
});

describe('how many more are accepted', () => {
  test.each([
    ['per hour as many as fill the stock in a day', { tier: 0 }, 30, 21],
    ['up to the limit of its tier', { tier: 0 }, 493, 7],
    ['none above the limit', { tier: 2 }, 26, 0],
    ['a few of a thinly traded type', { tier: 3, baseCents: cents(100_000) }, 0, 1],
    ['none of a thinly traded type above the price limit', { tier: 3, baseCents: cents(100_001) }, 0, 0],
    ['an expensive type that sells well: as many as of others', { tier: 1, baseCents: cents(500_000) }, 0, 5],
    ['no limit at a catalogue price', { origin: 'catalogue' }, 900, null],
  ] as const)('%s', (_, over, onSale, wanted) => {
    expect(wantedOf({ ...known, ...over }, onSale, terms)).toBe(wanted);
  });
});

describe('whatever the sources quote', () => {
  /** What is paid, by hour, while one source quotes these ratios of the previous price; the others follow it. */
  function walk(
    shares: readonly number[],
    from: BelievedPrice = known,
  ): { readonly hour: number; readonly cents: number }[] {
    let [price, believed] = [from.referenceCents as number, from];
    return shares.map((share, n) => {
      price = Math.min(10_000_000, Math.max(10, Math.round(price * share)));
      believed = at(believed, price, NOW + n * HOUR_MS);
      expect(believed.baseCents).toBeLessThanOrEqual(price);
      expect(believed.lows.length).toBeLessThanOrEqual(169);
      return { hour: n, cents: believed.baseCents };
    });
  }

  test('no hour, day or week raises the paid price by more than its bound', () => {
    const bounds = [
      [1, 1.05],
      [24, 1.1],
      [168, 1.2],
    ] as const;
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.7, max: 1.3, noNaN: true }), { maxLength: 300 }), (shares) => {
        const paid = walk(shares);
        for (const { hour, cents: now } of paid)
          for (const [span, factor] of bounds) {
            const before = paid.slice(Math.max(0, hour - span), hour + 1).map((each) => each.cents);
            const least = Math.min(...before);
            expect(now).toBeLessThanOrEqual(Math.max(least + 1, Math.floor(least * factor)));
          }
      }),
      { numRuns: 60 },
    );
  });

  test('nodes whose clocks are 90 minutes apart raise it in a day no further than one node would', () => {
    let believed = known;
    for (let hour = 0; hour < 23; hour += 1)
      for (const ahead of [0, 1.5 * HOUR_MS]) believed = at(believed, 1_200, NOW + hour * HOUR_MS + ahead);
    expect(believed.baseCents).toBe(1_100);
  });

  test('an item whose price doubled at all sources is paid twice as much after 23 days, not earlier', () => {
    const paid = walk([2, ...Array<number>(900).fill(1)]);
    const doubled = paid.find((each) => each.cents === 2_000)?.hour ?? 0;
    expect(Math.floor(doubled / 24)).toBe(23);
  });
});
