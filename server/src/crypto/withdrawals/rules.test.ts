import { describe, expect, test } from 'vitest';
import { payoutRate } from './rules.ts';

describe('the rate that coins are given out at is rounded up: the coins are never more than the sum', () => {
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
