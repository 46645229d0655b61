/** When a circuit breaker trips, at the limit and one cent above it. */
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../platform/runner/settings.ts';
import { depositsJumped, largestProfit, outflowOver, sourcesApart, type Flow } from './rules.ts';
import { BREAKER_SETTINGS } from './settings.ts';

const HOUR = 480_000;
const settings = {
  ...settingsOf(BREAKER_SETTINGS, null),
  'breaker.itemsHourCents': 1_000,
  'breaker.itemsDayCents': 5_000,
  'breaker.coinHourCents': 100,
  'breaker.coinDayCents': 200,
  'breaker.typeDayCents': 1_000,
};
const out = (hour: number, cents: number): Flow => ({ hour, outCents: cents, inCents: 0 });
const arrived = (hour: number, cents: number): Flow => ({ hour, outCents: 0, inCents: cents });

describe('net outflow', () => {
  test('trips above the limit of an hour, not at it', () => {
    expect(outflowOver([out(HOUR, 1_000)], HOUR, 'items', settings)).toBeNull();
    expect(outflowOver([out(HOUR, 1_001)], HOUR, 'items', settings)).toMatchObject({
      hourOutUsd: 10.01,
      hourLimitUsd: 10,
    });
  });

  test('is what left less what arrived', () => {
    expect(outflowOver([out(HOUR, 5_000), arrived(HOUR, 4_000)], HOUR, 'items', settings)).toBeNull();
    expect(outflowOver([out(HOUR, 5_000), arrived(HOUR, 3_999)], HOUR, 'items', settings)).not.toBeNull();
  });

  test('counts the hour before as well, so that midnight splits no attack', () => {
    expect(outflowOver([out(HOUR - 1, 600), out(HOUR, 401)], HOUR, 'items', settings)).not.toBeNull();
    expect(outflowOver([out(HOUR - 2, 600), out(HOUR, 401)], HOUR, 'items', settings)).toBeNull();
  });

  test('trips above the limit of 24 hours, hour by hour below its own', () => {
    const hours = (count: number) => Array.from({ length: count }, (_, n) => out(HOUR - n * 2, 500));
    expect(outflowOver(hours(10), HOUR, 'items', settings)).toBeNull();
    expect(outflowOver(hours(11), HOUR, 'items', settings)).toMatchObject({ dayOutUsd: 55, dayLimitUsd: 50 });
    expect(outflowOver([...hours(10), out(HOUR - 24, 500)], HOUR, 'items', settings)).toBeNull();
  });

  test('has limits of its own for coins', () => {
    expect(outflowOver([out(HOUR, 101)], HOUR, 'coin:BTC', settings)).toMatchObject({ hourLimitUsd: 1 });
    expect(outflowOver([out(HOUR, 100)], HOUR, 'coin:BTC', settings)).toBeNull();
  });
});

describe('deposits of an item type', () => {
  test('jump when a day exceeds the limit and five usual days', () => {
    expect(depositsJumped([arrived(HOUR, 1_000)], HOUR, settings)).toBeNull();
    expect(depositsJumped([arrived(HOUR, 1_001)], HOUR, settings)).toEqual({
      dayUsd: 10.01,
      usualDayUsd: 0,
      limitUsd: 10,
    });
  });

  test('do not jump where this much arrives every day', () => {
    const week = [1, 2, 3, 4, 5, 6].map((day) => arrived(HOUR - day * 24, 400));
    expect(depositsJumped([...week, arrived(HOUR, 2_000)], HOUR, settings)).toBeNull();
    expect(depositsJumped([...week, arrived(HOUR, 2_001)], HOUR, settings)).toMatchObject({ usualDayUsd: 4 });
  });
});

test('sources are apart above the limit, agree again at half of it, and need 20 types to be judged', () => {
  expect(sourcesApart({ apart: 20, types: 100 }, 2_000)).toBeNull();
  expect(sourcesApart({ apart: 21, types: 100 }, 2_000)).toBe('trip');
  expect(sourcesApart({ apart: 11, types: 100 }, 2_000)).toBeNull();
  expect(sourcesApart({ apart: 10, types: 100 }, 2_000)).toBe('reset');
  expect(sourcesApart({ apart: 19, types: 19 }, 2_000)).toBe('reset');
});

test('the larger profit counts: of the player alone, or of all linked accounts', () => {
  const of = (playerId: string, wonCents: number, stakedCents: number) => ({ playerId, wonCents, stakedCents });
  expect(largestProfit('a', [])).toEqual({ wonCents: 0, stakedCents: 0, accounts: 0 });
  expect(largestProfit('a', [of('a', 500, 100), of('b', 300, 100)])).toEqual({
    ...{ wonCents: 800, stakedCents: 200, accounts: 2 },
  });
  expect(largestProfit('a', [of('a', 500, 100), of('b', 100, 300)])).toMatchObject({ wonCents: 500, accounts: 1 });
  expect(largestProfit('a', [of('b', 500, 100)])).toMatchObject({ wonCents: 500, accounts: 1 });
});
