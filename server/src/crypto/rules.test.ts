/** The arithmetic of crypto deposits: rates that are believed and not, sums in base units and back, depth by worth. */
import { cents } from '@fairpot/contract/wire/money';
import { COIN_NAMES, coinText } from '@fairpot/contract/crypto/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { believedRate, centsOf, isDeepEnough, neededFor, rateFor, STALE_MS, unitsFor } from './rules.ts';

const NOW = 1_800_000_000_000;
const at = (micro: number, quotedAt = NOW) => ({ micro, quotedAt });

describe('a rate', () => {
  test('is the middle of two that agree, rounded down', () => {
    expect(believedRate('TRX', [at(270_000), at(271_001)], NOW)).toBe(270_500);
    expect(believedRate('BTC', [at(67_187_330_000), at(67_187_330_000)], NOW)).toBe(67_187_330_000);
    // Three percent of the lower one are just believed.
    expect(believedRate('ETH', [at(1_000_000), at(1_030_000)], NOW)).toBe(1_015_000);
  });

  test.each([
    ['one source is silent', [at(270_000)]],
    ['nobody said anything', []],
    ['one is older than five minutes', [at(270_000), at(270_000, NOW - STALE_MS - 1)]],
    ['both are', [at(270_000, NOW - STALE_MS - 1), at(270_000, NOW - STALE_MS - 1)]],
    ['one is of the future', [at(270_000), at(270_000, NOW + 60_001)]],
    ['they are more than 3 % apart', [at(1_000_000), at(1_030_001)]],
    ['one is nothing', [at(0), at(0)]],
    ['one is below nothing', [at(-5), at(270_000)]],
    ['one jumped tenfold', [at(270_000), at(2_700_000)]],
  ])('is not believed when %s', (_, figures) => {
    expect(believedRate('TRX', figures, NOW)).toBe(null);
  });

  test('of a dollar coin is believed from 0.97 to 1.03 alone', () => {
    const of = (micro: number) => believedRate('USDT', [at(micro), at(micro)], NOW);
    expect([of(969_999), of(970_000), of(1_030_000), of(1_030_001)]).toEqual([null, 970_000, 1_030_000, null]);
  });
});

describe('sums', () => {
  const rate = fc.integer({ min: 1_000, max: 200_000_000_000 });
  const sum = fc.integer({ min: 1, max: 100_000_000 }).map(cents);
  const coin = fc.constantFrom(...COIN_NAMES);

  test('what is asked for is worth at least the sum', () => {
    fc.assert(fc.property(coin, sum, rate, (c, s, r) => centsOf(c, unitsFor(c, s, r), r) >= s));
  });

  test('one unit of what is shown less is worth at most the sum', () => {
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

  test('by hand', () => {
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
  const [small, large] = [cents(100_000), cents(100_001)];
  const of = (confirmations: number, final = false) => ({ confirmations, final });

  test('BTC: 2 blocks up to 1,000 dollars, 6 above', () => {
    expect([1, 2].map((n) => isDeepEnough('BTC', small, of(n)))).toEqual([false, true]);
    expect([5, 6].map((n) => isDeepEnough('BTC', large, of(n)))).toEqual([false, true]);
  });

  test('ETH: 32 blocks up to 1,000 dollars, above only what the chain calls final', () => {
    expect([31, 32].map((n) => isDeepEnough('ETH', small, of(n)))).toEqual([false, true]);
    expect([isDeepEnough('ETH', large, of(500)), isDeepEnough('ETH', large, of(50, true))]).toEqual([false, true]);
    expect(neededFor('ETH', large)).toBe(64);
  });

  test('TRON: solidified blocks alone', () => {
    expect(isDeepEnough('USDT', small, of(500))).toBe(false);
    expect(isDeepEnough('TRX', large, of(1, true))).toBe(true);
  });
});

test('the locked rate counts for its own coin, from the order to the end of the lock', () => {
  const order = { coin: 'BTC' as const, rateMicro: 50, createdAt: 1_000, lockUntil: 2_000 };
  const rate = (seenAt: number, coin: 'BTC' | 'TRX' = 'BTC') => rateFor(order, { coin, seenAt }, 70);
  expect([rate(999), rate(1_000), rate(2_000), rate(2_001)]).toEqual([70, 50, 50, 70]);
  expect(rate(1_500, 'TRX')).toBe(70);
  expect(rateFor({ ...order, rateMicro: null }, { coin: 'BTC', seenAt: 1_500 }, null)).toBe(null);
});
