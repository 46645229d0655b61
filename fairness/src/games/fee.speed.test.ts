/** How long choosing the fee items takes in the largest pot. */
import { expect, test } from 'vitest';
import { pickFeeItems, type FeeItem } from './fee.ts';

const itemsOf = (values: readonly number[]): FeeItem[] => values.map((cents, i) => ({ id: `i${i}`, cents }));

test('500 items and a fee of 50,000 USD take well under a second, met to the cent or not', () => {
  const odd = itemsOf(Array.from({ length: 500 }, (_, i) => 1_001 + 2 * ((i * 7_919) % 5_000)));
  expect(pickFeeItems(odd, 500_000).cents).toBe(500_000);
  const even = itemsOf(odd.map((item) => 2 * item.cents));
  const started = performance.now();
  expect(pickFeeItems(even, 500_001).cents).toBe(500_000);
  expect(performance.now() - started).toBeLessThan(1_000);
});
