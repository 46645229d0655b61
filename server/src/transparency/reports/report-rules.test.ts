/** When the site verifies its own log. */
import { expect, test } from 'vitest';
import { nextRunAt } from './report-rules.ts';

const HOUR = 3_600_000;
const at = (day: number, hour: number) => Date.UTC(2026, 0, day, hour);
const run = (startedAt: number, failed = false) => ({ startedAt, endedAt: startedAt + HOUR / 2, failed });

test('a new log: ten minutes after its first head', () => {
  expect(nextRunAt(null, at(1, 12))).toBe(at(1, 12) + 600_000);
});

test.each([
  ['a run of last night', at(2, 3) + 30_000, at(3, 3)],
  ['a run by day', at(2, 14), at(3, 3)],
  ['a run just before the quiet hour', at(2, 2), at(2, 3)],
  ['a run on the stroke of it', at(2, 3), at(3, 3)],
])('%s: at the next quiet hour', (_name, started, due) => {
  expect(nextRunAt(run(started), at(1, 0))).toBe(due);
  expect(due - started).toBeLessThanOrEqual(24 * HOUR);
});

test('a failed run: an hour after its end', () => {
  expect(nextRunAt(run(at(2, 3), true), at(1, 0))).toBe(at(2, 4) + HOUR / 2);
});
