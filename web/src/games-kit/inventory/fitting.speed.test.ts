/** Duration of the picker's search in the largest inventory: it runs on the page at every change. */
import { expect, test } from 'vitest';
import { cents } from '@fairpot/contract/wire/money';
import { fitWindow, type PricedItem } from './fitting.ts';

const priced = (prices: readonly number[]): PricedItem[] =>
  prices.map((price, at) => ({ id: `i${at}`, cents: cents(price) }));

test('stays quick on 5,000 items, with and without a fit', () => {
  const items = priced(Array.from({ length: 5_000 }, (_, at) => 100 + ((at * 7_919) % 80_000)));
  expect(fitWindow(items, { minCents: 123_401, maxCents: 123_402 }, 15)).not.toBeNull();
  const even = priced(Array.from({ length: 5_000 }, (_, at) => 200 + 2 * ((at * 7_919) % 40_000)));
  const from = performance.now();
  expect(fitWindow(even, { minCents: 99_999, maxCents: 99_999 }, 15)).toBeNull();
  expect(performance.now() - from).toBeLessThan(1_000);
});
