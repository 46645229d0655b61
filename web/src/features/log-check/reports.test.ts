/** The texts of nightly reports. */
import { expect, test } from 'vitest';
import { isOverdue, durationText, roundCounts } from './reports.ts';

const rounds = { settled: 0, cancelled: 0, voided: 0, scripted: 0, running: 0 };

test('a report is overdue after more than a day', () => {
  expect(isOverdue({ endedAt: 0 }, 25 * 3_600_000)).toBe(false);
  expect(isOverdue({ endedAt: 0 }, 27 * 3_600_000)).toBe(true);
});

test.each([
  [0, '1 s'],
  [8_400, '8 s'],
  [119_000, '119 s'],
  [180_000, '3 min'],
])('a run of %i ms took %s', (endedAt, text) => {
  expect(durationText({ startedAt: 0, endedAt })).toBe(text);
});

test('omits round counts of zero, except settled rounds', () => {
  expect(roundCounts({ rounds })).toBe('0 rounds settled');
  expect(roundCounts({ rounds: { ...rounds, settled: 1_204, cancelled: 3, running: 12 } })).toBe(
    '1,204 rounds settled, 3 cancelled, 12 running',
  );
  expect(roundCounts({ rounds: { ...rounds, settled: 1, scripted: 2, voided: 1 } })).toBe(
    '1 round settled, 1 voided, 2 scripted',
  );
});
