import { expect, test } from 'vitest';
import type { DayTotal } from '@fairpot/contract/operations/schemas';
import { byDay, byKind, csvOf, dayText, keptOf, seriesOf, totalOf } from './report-model.ts';

const line = (day: number, kind: string, sumUsd: number, backUsd = 0, feeUsd = 0): DayTotal => ({
  day,
  kind,
  times: 2,
  sumUsd,
  backUsd,
  feeUsd,
});
const LINES = [
  line(20_000, 'game:coinflip', 100.1, 95.2, 4.9),
  line(20_000, 'game:jackpot', 200),
  line(20_002, 'game:coinflip', 0.3, 0.1),
  line(20_002, 'deposit:BTC', 12.34),
  line(20_002, 'withdraw:STEAM', 7),
];

test('has a line for each day, empty days included, with exact sums', () => {
  const days = byDay(LINES, 'games', 20_000, 20_002);
  expect(days.map(({ day, times, sum, back, fee }) => [day, times, sum, back, fee])).toEqual([
    [20_000, 4, 30_010, 9_520, 490],
    [20_001, 0, 0, 0, 0],
    [20_002, 2, 30, 10, 0],
  ]);
  expect(totalOf(days)).toEqual({ times: 6, sum: 30_040, back: 9_530, fee: 490 });
  expect(keptOf(totalOf(days))).toBe(20_510);
});

test('makes one series for each sum of the section, with a value for each day', () => {
  const days = byDay(LINES, 'games', 20_000, 20_002);
  expect(seriesOf(days, 'games').map(({ label, values }) => [label, values])).toEqual([
    ['Staked', [30_010, 0, 30]],
    ['Paid out', [9_520, 0, 10]],
    ['Fees', [490, 0, 0]],
  ]);
  const out = byDay(LINES, 'withdrawals', 20_002, 20_002);
  expect(seriesOf(out, 'withdrawals').map(({ label }) => label)).toEqual(['Sent', 'Network fees']);
  expect(seriesOf(out, 'deposits').map(({ label }) => label)).toEqual(['Received', 'Reversed']);
});

test('sums by type, largest first, with labels', () => {
  expect(byKind(LINES, 'games').map(({ label, sum }) => [label, sum])).toEqual([
    ['Jackpot', 20_000],
    ['Coinflip', 10_040],
  ]);
  expect(byKind(LINES, 'deposits').map(({ label }) => label)).toEqual(['BTC']);
  expect(byKind(LINES, 'withdrawals').map(({ label }) => label)).toEqual(['Steam trades']);
});

test('writes CSV with a header and two decimals, as in RFC 4180', () => {
  expect(dayText(20_000)).toBe('2024-10-04');
  expect(csvOf(LINES.slice(0, 1))).toBe(
    'day,kind,times,sum_usd,back_usd,fee_usd\r\n2024-10-04,game:coinflip,2,100.10,95.20,4.90\r\n',
  );
});
