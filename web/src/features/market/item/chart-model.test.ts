import { expect, test } from 'vitest';
import { chartOf, chartText, dayLabel, lineOf, nearest } from './chart-model.ts';

const day = (n: number, priceUsd: number) => ({
  day: `2026-01-${String(n).padStart(2, '0')}`,
  priceUsd,
  simulated: false,
});

test('points are placed by time and price', () => {
  const chart = chartOf([day(1, 10), day(2, 20), day(5, 15)]);
  expect(chart?.points.map(({ x, y }) => [x, y])).toEqual([
    [0, expect.closeTo(0.92)],
    [0.25, expect.closeTo(0.08)],
    [1, expect.closeTo(0.5)],
  ]);
  expect([chart?.least, chart?.most]).toEqual([1_000, 2_000]);
  const [first, second] = chart?.points ?? [];
  expect(lineOf(chart?.points.slice(0, 2) ?? [])).toBe(`M0 ${first?.y}L0.25 ${second?.y}`);
});

test('draws no days, one day, and days at one price', () => {
  expect(chartOf([])).toBeNull();
  expect(chartOf([day(1, 10)])?.points).toMatchObject([{ x: 0.5, y: 0.5 }]);
  expect(chartOf([day(1, 10), day(2, 10)])?.points.map(({ y }) => y)).toEqual([0.5, 0.5]);
});

test('finds the nearest day and summarizes the chart', () => {
  const chart = chartOf([day(1, 10), day(2, 20), day(5, 15)]);
  if (!chart) throw new Error('no chart');
  expect([0, 0.12, 0.13, 0.99].map((x) => nearest(chart.points, x))).toEqual([0, 0, 1, 2]);
  expect(dayLabel('2026-01-05')).toBe('5 Jan');
  expect(chartText(chart)).toBe(
    'Price from 1 Jan to 5 Jan: $10.00 at first, $15.00 at last, between $10.00 and $20.00',
  );
});
