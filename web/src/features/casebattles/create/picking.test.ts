/** Selecting cases: search, order, counts and limit; and the figures shown for cases. */
import { CASEBATTLE_MAX_CASES } from '@fairpot/contract/casebattle/calls';
import { cents, usd } from '@fairpot/contract/wire/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseOf } from '../battle.fixture.ts';
import { dropPercent, cannotAfford, priceOf, returnOfAll, returnText, spreadOf } from '../figures.ts';
import { casesOf, searchCases, runsOf, removeCase, addCase } from './picking.ts';

const CHEAP = { ...caseOf('cheap', [100, 50]), name: 'Copper crate', priceUsd: 1.5, returnBps: 9_500 };
const DEAR = { ...caseOf('dear', [90_000, 1_000], [1, 99]), name: 'Vault', priceUsd: 20, returnBps: 8_999 };
const ALL = [CHEAP, DEAR];

describe('the catalogue', () => {
  test('is sorted by price, descending by default', () => {
    expect(searchCases(ALL, '', 'highToLow').map(({ id }) => id)).toEqual(['dear', 'cheap']);
    expect(searchCases(ALL, '', 'lowToHigh').map(({ id }) => id)).toEqual(['cheap', 'dear']);
    expect(searchCases(ALL, '', 'bestDrop').map(({ id }) => id)).toEqual(['dear', 'cheap']);
    expect(searchCases(ALL, '', 'bestReturn').map(({ id }) => id)).toEqual(['cheap', 'dear']);
    expect(searchCases([DEAR, CHEAP], '', 'name').map(({ id }) => id)).toEqual(['cheap', 'dear']);
  });

  test('requires every search word, in case or drop names', () => {
    expect(searchCases(ALL, 'CRATE copper', 'highToLow')).toEqual([CHEAP]);
    expect(searchCases(ALL, 'item 1', 'highToLow')).toHaveLength(2);
    expect(searchCases(ALL, 'copper vault', 'highToLow')).toEqual([]);
  });
});

describe('the selection', () => {
  test('keeps equal cases together and removes one at a time', () => {
    const ids = ['a', 'b', 'a'].reduce<readonly string[]>(addCase, []);
    expect(ids).toEqual(['a', 'a', 'b']);
    expect(removeCase(ids, 'a')).toEqual(['a', 'b']);
    expect(removeCase(ids, 'c')).toBe(ids);
  });

  test('stops at the limit', () => {
    const full = Array.from({ length: CASEBATTLE_MAX_CASES }, () => 'a');
    expect(addCase(full, 'b')).toBe(full);
  });

  test('drops cases that are no longer offered', () => {
    expect(casesOf(['dear', 'gone', 'cheap'], ALL)).toEqual([DEAR, CHEAP]);
  });

  test('groups consecutive equal cases', () => {
    expect(runsOf([CHEAP, CHEAP, DEAR, CHEAP])).toEqual([
      { face: CHEAP, count: 2, from: 0 },
      { face: DEAR, count: 1, from: 2 },
      { face: CHEAP, count: 1, from: 3 },
    ]);
    expect(runsOf([CHEAP, { ...CHEAP, version: 2 }])).toHaveLength(2);
  });
});

describe('figures', () => {
  test('chances have two decimals and come from the weights', () => {
    expect(dropPercent(1, 3)).toBe('33.33');
    expect(dropPercent(1, 1_000_000)).toBe('0.00');
    expect(spreadOf(DEAR)).toEqual({ maxCents: 90_000, minCents: 1_000, profitPercent: '1.00' });
  });

  test('the return of several cases is weighted by price and never rounded up', () => {
    expect(priceOf([CHEAP, DEAR, DEAR])).toBe(4_150);
    expect(returnOfAll([CHEAP, DEAR])).toBe(Math.floor((150 * 9_500 + 2_000 * 8_999) / 2_150));
    expect(returnOfAll([])).toBeNull();
    expect(returnText({ returnBps: 9_005 })).toBe('90.05%');
  });
});

describe('a balance', () => {
  test('equal to the price is enough, for every amount; a cent less is not', () => {
    const tooPoor = (balance: number, price: number): boolean => cannotAfford(usd(cents(balance)), cents(price));
    for (let price = 1; price <= 100_000; price += 1)
      if (tooPoor(price, price) || !tooPoor(price - 1, price)) expect.fail(`a balance near ${price} cents`);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_00 }),
        (price) => !tooPoor(price, price) && tooPoor(price - 1, price),
      ),
      { numRuns: 2_000 },
    );
  });
});
