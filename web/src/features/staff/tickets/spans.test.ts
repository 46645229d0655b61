import { expect, test } from 'vitest';
import { spanText } from './spans.ts';

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [11_100_000, '3 h 5 min'],
  [86_400_000, '1 d'],
  [187_200_000, '2 d 4 h'],
])('%i ms: %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
