import { describe, expect, test } from 'vitest';
import * as format from './time.ts';

describe('instants', () => {
  const at = new Date(2026, 10, 3, 9, 5, 31).getTime();

  test('one form for each use', () => {
    expect(format.formatTime(at)).toBe('09:05');
    expect(format.formatDay(at)).toBe('3 Nov');
    expect(format.formatDayTime(at)).toBe('3 Nov, 09:05');
    expect(format.formatDate(at)).toBe('3 November 2026');
    expect(format.formatDateTime(at)).toBe('3 Nov 2026, 09:05');
    expect(format.formatExactTime(at)).toBe('3 Nov 2026, 09:05:31');
  });

  test('a UTC day is the same in every time zone', () => {
    expect(format.formatUtcDay(Date.UTC(2026, 0, 5))).toBe('5 Jan');
    expect(format.formatUtcDay(Date.UTC(2026, 0, 6) - 1)).toBe('5 Jan');
  });
});

test.each([
  [60_000, '1 minute'],
  [600_000, '10 minutes'],
  [3_600_000, '1 hour'],
  [5_400_000, '90 minutes'],
  [86_400_000, '24 hours'],
  [604_800_000, '7 days'],
])('%i ms in words: %s', (ms, text) => {
  expect(format.formatDuration(ms)).toBe(text);
});

test.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [11_100_000, '3 h 5 min'],
  [86_400_000, '1 d'],
  [187_200_000, '2 d 4 h'],
])('%i ms in short: %s', (ms, text) => {
  expect(format.formatShortDuration(ms)).toBe(text);
});
