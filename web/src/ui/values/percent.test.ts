import { expect, test } from 'vitest';
import { cssPercent, inPercent, percentText, rateText } from './percent.ts';

test('rates are written as short as they are', () => {
  expect([500, 250, 0].map(rateText)).toEqual(['5 %', '2.5 %', '0 %']);
});

test('percent has two decimals, rounded half up', () => {
  expect([9_215, 1, 10_000, 0].map(percentText)).toEqual(['92.15%', '0.01%', '100.00%', '0.00%']);
});

test('parts of one are lengths in CSS', () => {
  expect(inPercent(0.375)).toBe(37.5);
  expect(cssPercent(0.5)).toBe('50%');
});
