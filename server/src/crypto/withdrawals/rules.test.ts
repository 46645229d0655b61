import { describe, expect, test } from 'vitest';
import { boundsOf, payoutRate, requoteUnits } from './rules.ts';

describe('the payout rate is rounded up: the coins are never worth more than the sum', () => {
  test.each([
    [1_000_000, 0, 1_000_000],
    [1_000_000, 100, 1_010_000],
    [1, 0, 1],
    [1, 1, 2],
    [1, 9_999, 2],
    [999_999, 1, 1_000_099],
    [63_120_456_789, 150, 64_067_263_641],
  ])('of a market at %i and a spread of %i it is %i', (market, spread, rate) => {
    expect(payoutRate(market, spread)).toBe(rate);
  });
});

describe('a new quote', () => {
  test('is within its bounds on both sides, to the displayed decimal', () => {
    expect(boundsOf('BTC', 1_000_000n, 500)).toEqual({ least: 950_000n, most: 1_050_000n });
    expect(boundsOf('ETH', 10n ** 10n, 500)).toEqual({ least: 10n ** 10n, most: 10n ** 10n });
    expect(boundsOf('USDT', 1_000_001n, 0)).toEqual({ least: 1_000_001n, most: 1_000_001n });
  });

  test('is the current market plus the stored spread, or none', () => {
    const asked = { coin: 'USDT', netCents: 10_100, spreadBps: 100, least: 95_000_000n, most: 105_000_000n } as const;
    expect(requoteUnits(asked, 1_000_000)).toEqual({ units: 100_000_000n, rateMicro: 1_010_000 });
    expect(requoteUnits(asked, 1_052_630)?.units).toBe(95_000_079n);
    expect([requoteUnits(asked, 1_052_631), requoteUnits(asked, 952_380)]).toEqual([null, null]);
    expect(requoteUnits(asked, 952_381)?.units).toBe(104_999_974n);
  });
});
