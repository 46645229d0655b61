import { expect, test } from 'vitest';
import { cssPercent, formatExactPercent, formatPercent, formatWholePercent, inPercent } from './percent.ts';

test('percent is written as short as it is', () => {
  expect([500, 250, 255, 0].map(formatPercent)).toEqual(['5%', '2.5%', '2.55%', '0%']);
  expect(formatWholePercent(2_951)).toBe('30%');
});

test('exact percent has two decimals, rounded half up', () => {
  expect([9_215, 1, 10_000, 0].map(formatExactPercent)).toEqual(['92.15%', '0.01%', '100.00%', '0.00%']);
});

test('parts of one are lengths in CSS', () => {
  expect(inPercent(0.375)).toBe(37.5);
  expect(cssPercent(0.5)).toBe('50%');
});
