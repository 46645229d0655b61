/** The arithmetic of crypto deposits: which rates are believed, amounts in base units and back, depth by worth. */
import { cents } from '@fairpot/contract/wire/money';
import { COIN_NAMES, coinText } from '@fairpot/contract/crypto/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  believedRate,
  centsOf,
  centsOfParts,
  hasFallen,
  isAtLock,
  isDeepEnough,
  isLittle,
  lockUnitsOf,
  canLockRate,
  neededConfirmations,
  priceOf,
  READINGS_KEPT_MS,
  STALE_MS,
  unitsFor,
  type RateLock,
  type ChainPayment,
  type CreditRisk,
} from './rules.ts';

const NOW = 1_800_000_000_000;
const at = (micro: number, quotedAt = NOW) => ({ micro, quotedAt });

describe('a rate', () => {
  test('is the mean of two that agree, rounded down', () => {
    expect(believedRate('TRX', [at(270_000), at(271_001)], NOW)).toBe(270_500);
    expect(believedRate('BTC', [at(67_187_330_000), at(67_187_330_000)], NOW)).toBe(67_187_330_000);
    // Three percent of the lower one is still believed.
    expect(believedRate('ETH', [at(1_000_000), at(1_030_000)], NOW)).toBe(1_015_000);
  });

  test.each([
    ['one source is silent', [at(270_000)]],
    ['no source answered', []],
    ['one is older than five minutes', [at(270_000), at(270_000, NOW - STALE_MS - 1)]],
    ['both are older', [at(270_000, NOW - STALE_MS - 1), at(270_000, NOW - STALE_MS - 1)]],
    ['one is from the future', [at(270_000), at(270_000, NOW + 60_001)]],
    ['they are more than 3% apart', [at(1_000_000), at(1_030_001)]],
    ['one is zero', [at(0), at(0)]],
    ['one is negative', [at(-5), at(270_000)]],
    ['one jumped tenfold', [at(270_000), at(2_700_000)]],
  ])('is not believed when %s', (_, figures) => {
    expect(believedRate('TRX', figures, NOW)).toBe(null);
  });

  test('of a stablecoin is only believed from 0.97 to 1.03', () => {
    const of = (micro: number) => believedRate('USDT', [at(micro), at(micro)], NOW);
    expect([of(969_999), of(970_000), of(1_030_000), of(1_030_001)]).toEqual([null, 970_000, 1_030_000, null]);
  });
});

describe('amounts', () => {
  const rate = fc.integer({ min: 1_000, max: 200_000_000_000 });
  const sum = fc.integer({ min: 1, max: 100_000_000 }).map(cents);
  const coin = fc.constantFrom(...COIN_NAMES);

  test('the requested units are worth at least the amount', () => {
    fc.assert(fc.property(coin, sum, rate, (c, s, r) => centsOf(c, unitsFor(c, s, r), r) >= s));
  });

  test('one displayed unit less is worth at most the amount', () => {
    const step = { TRX: 1n, USDT: 1n, BTC: 1n, ETH: 10_000_000_000n };
    fc.assert(fc.property(coin, sum, rate, (c, s, r) => centsOf(c, unitsFor(c, s, r) - step[c], r) <= s));
  });

  test('parts are never worth more than the whole', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(
        coin,
        units,
        units,
        rate,
        (c, a, b, r) => centsOf(c, a, r) + centsOf(c, b, r) <= centsOf(c, a + b, r),
      ),
    );
  });

  test('examples', () => {
    expect(unitsFor('BTC', cents(1_000), 67_187_330_000)).toBe(14_884n);
    expect(coinText('14884', 8)).toBe('0.00014884');
    expect(unitsFor('ETH', cents(1_000), 3_500_000_000)).toBe(2_857_150_000_000_000n);
    expect(coinText('2857150000000000', 18)).toBe('0.00285715');
    expect(unitsFor('USDT', cents(1_000), 1_000_000)).toBe(10_000_000n);
    expect(coinText('10000000', 6)).toBe('10');
    expect(centsOf('TRX', 1n, 270_000)).toBe(0);
    expect(() => centsOf('USDT', 10n ** 40n, 1_000_000)).toThrow(RangeError);
  });
});

describe('depth', () => {
  const none = { playerUnfinal: cents(0), siteUnfinal: cents(0), siteMost: cents(1_000_000) };
  const [small, large]: [CreditRisk, CreditRisk] = [
    { ...none, worth: cents(100_000) },
    { ...none, worth: cents(100_001) },
  ];
  const of = (confirmations: number, final = false) => ({ confirmations, final });

  test('BTC: 2 blocks up to $1,000, 6 above', () => {
    expect([1, 2].map((n) => isDeepEnough('BTC', small, of(n)))).toEqual([false, true]);
    expect([5, 6].map((n) => isDeepEnough('BTC', large, of(n)))).toEqual([false, true]);
  });

  test('ETH: 32 blocks up to $1,000, above that only what the chain calls final', () => {
    expect([31, 32].map((n) => isDeepEnough('ETH', small, of(n)))).toEqual([false, true]);
    expect([isDeepEnough('ETH', large, of(500)), isDeepEnough('ETH', large, of(50, true))]).toEqual([false, true]);
    expect(neededConfirmations('ETH', large)).toBe(64);
  });

  test('TRON: solidified blocks only', () => {
    expect(isDeepEnough('USDT', small, of(500))).toBe(false);
    expect(isDeepEnough('TRX', large, of(1, true))).toBe(true);
  });

  test('depends on everything at stake, of the player and of the site, to the cent', () => {
    const risk = (worth: number, playerUnfinal: number, siteUnfinal: number): CreditRisk => ({
      ...{ worth: cents(worth), playerUnfinal: cents(playerUnfinal) },
      ...{ siteUnfinal: cents(siteUnfinal), siteMost: cents(1_000_000) },
    });
    expect(isLittle(risk(99_900, 100, 100))).toBe(true);
    expect(isLittle(risk(99_900, 101, 101))).toBe(false);
    expect(isLittle(risk(100, 0, 999_900))).toBe(true);
    expect(isLittle(risk(100, 0, 999_901))).toBe(false);
    expect([
      neededConfirmations('BTC', risk(99_900, 99_900, 0)),
      neededConfirmations('BTC', risk(99_900, 0, 0)),
    ]).toEqual([6, 2]);
  });
});

describe('a lock', () => {
  const LOCK: RateLock = {
    ...{ coin: 'BTC', rateMicro: 50_000_000, createdAt: 1_000, lockUntil: 2_000 },
    ...{ lockUnits: 1_010n, lockUsed: 0n, fellAt: null, goodUntil: null },
  };
  const PAID: ChainPayment = { coin: 'BTC', units: 1_000n, seenAt: 1_500, blockAt: 1_500 };
  const MARKET = 50_500_000;
  const counts = (lock: Partial<RateLock>, paid: Partial<ChainPayment>, market = MARKET, now = 1_600) =>
    isAtLock({ ...LOCK, ...lock }, { ...PAID, ...paid }, market, now);

  test('applies to its own coin, from the order to its end, for payments in a block', () => {
    const at = (blockAt: number | null, seenAt = 1_000) => counts({}, { blockAt, seenAt });
    expect([at(1_000), at(2_000), at(2_001), at(null), at(999)]).toEqual([true, true, false, false, false]);
    // It existed before the order and got into a block after it.
    expect(at(1_500, 999)).toBe(false);
    expect(counts({}, { coin: 'TRX' })).toBe(false);
    expect(counts({ lockUnits: 0n }, {})).toBe(false);
    expect([READINGS_KEPT_MS + 1_000, READINGS_KEPT_MS + 1_001].map((now) => counts({}, {}, MARKET, now))).toEqual([
      true,
      false,
    ]);
  });

  test('is void below its rate, by a reading or by the current market, unless a reading after the block was good', () => {
    expect([50_000_000, 49_999_999].map((market) => hasFallen(LOCK, market))).toEqual([false, true]);
    expect(hasFallen({ ...LOCK, fellAt: 1_400 }, 60_000_000)).toBe(true);
    expect(hasFallen(LOCK, null)).toBe(false);
    for (const [fellAt, market] of [
      [1_550, MARKET],
      [null, 49_999_999],
    ] as const) {
      const of = (goodUntil: number | null) => counts({ fellAt, goodUntil }, {}, market);
      expect([of(null), of(1_499), of(1_500), of(1_540)]).toEqual([false, false, true, true]);
    }
  });

  test('holds for the amount and 1% over it; the rest gets the lower of both rates', () => {
    expect([lockUnitsOf(1_000n), lockUnitsOf(99n), lockUnitsOf(1n)]).toEqual([1_010n, 99n, 1n]);
    const units = 10n ** 8n;
    const lock: RateLock = { ...LOCK, lockUnits: units };
    const price = (times: bigint, lockUsed: bigint, credited: number) =>
      priceOf({ ...lock, lockUsed }, { ...PAID, units: units * times }, { market: MARKET, credited }, 1_600);
    expect(price(1n, 0n, 49_000_000)).toEqual({
      ...{ lockedUnits: units, lockedMicro: 50_000_000, rateMicro: 50_000_000, worth: 5_000 },
    });
    expect(price(3n, 0n, 49_000_000)).toEqual({
      ...{ lockedUnits: units, lockedMicro: 50_000_000, rateMicro: 49_000_000, worth: 5_000 + 2 * 4_900 },
    });
    expect(price(3n, 0n, 60_000_000)?.worth).toBe(15_000);
    expect(price(2n, units / 2n, 40_000_000)?.worth).toBe(2_500 + 6_000);
    expect(price(1n, units, 60_000_000)).toEqual({
      ...{ lockedUnits: 0n, lockedMicro: null, rateMicro: 50_000_000, worth: 5_000 },
    });
    // No lock, no lower rate.
    expect(
      priceOf({ ...lock, lockUnits: 0n }, { ...PAID, units }, { market: MARKET, credited: 60_000_000 }, 1_600),
    ).toEqual({
      ...{ lockedUnits: 0n, lockedMicro: null, rateMicro: 60_000_000, worth: 6_000 },
    });
    expect(priceOf(lock, { ...PAID, units }, null, 1_600)).toBe(null);
  });

  test('parts of a payment are rounded down once', () => {
    const half = 5_000n;
    expect(centsOf('TRX', half, 1_000_000) + centsOf('TRX', half, 1_000_000)).toBe(0);
    expect(
      centsOfParts('TRX', [
        [half, 1_000_000],
        [half, 1_000_000],
      ]),
    ).toBe(1);
  });

  test('never gives more than the market at a block in time, whatever was paid (spread 1%)', () => {
    const micro = fc.integer({ min: 1_000_000, max: 200_000_000 });
    const units = fc.bigInt({ min: 1n, max: 10n ** 11n });
    fc.assert(
      fc.property(micro, micro, units, units, (then, market, asked, paid) => {
        const rateMicro = Math.floor(then * 0.99);
        const lock: RateLock = { ...LOCK, rateMicro, lockUnits: lockUnitsOf(asked) };
        const credited = Math.floor(market * 0.99);
        const price = priceOf(lock, { ...PAID, units: paid }, { market, credited }, 1_600);
        return price !== null && price.worth <= centsOf('BTC', paid, market);
      }),
    );
  });

  test('one per coin, for a sum per day', () => {
    const of = (sum: number, isCoinHeld: boolean, dayCents: number) =>
      canLockRate(cents(sum), { isCoinHeld, dayCents }, 500_000);
    expect([of(1_000, false, 499_000), of(1_001, false, 499_000), of(1_000, true, 0)]).toEqual([true, false, false]);
  });
});
