/** The geometry and the text summary of the price chart. Pure. */
import type { MarketDay } from '@fairpot/contract/market/schemas';
import { centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { formatUtcDay } from '../../../platform/page/time.ts';
import { texts } from '../texts.ts';

export interface ChartPoint {
  readonly day: string;
  readonly cents: Cents;
  readonly simulated: boolean;
  /** Position, 0 to 1 from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

export interface Chart {
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  readonly least: Cents;
  readonly most: Cents;
}

/** Space above the highest and below the lowest point, as a part of 1. */
const MARGIN = 0.08;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The chart; null if there is no day. Days without a price leave a gap in time, not in the line. */
export function chartOf(history: readonly MarketDay[]): Chart | null {
  const days = history.map(({ day, priceUsd, simulated }) => ({ day, cents: centsFromUsd(priceUsd), simulated }));
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const sorted = days.map(({ cents }) => cents).sort((a, b) => a - b);
  const [least, most] = [sorted[0] ?? first.cents, sorted.at(-1) ?? first.cents];
  const span = Math.max(DAY_MS, Date.parse(last.day) - Date.parse(first.day));
  const points = days.map((each) => ({
    ...each,
    x: days.length === 1 ? 0.5 : (Date.parse(each.day) - Date.parse(first.day)) / span,
    y: most === least ? 0.5 : MARGIN + ((1 - 2 * MARGIN) * (most - each.cents)) / (most - least),
  }));
  return { points, least, most };
}

/** The line as the `d` of a path. */
export function lineOf(points: readonly ChartPoint[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/** Index of the point nearest to `x`, which is 0 to 1. */
export function nearest(points: readonly ChartPoint[], x: number): number {
  let found = 0;
  points.forEach((point, at) => {
    if (Math.abs(point.x - x) < Math.abs((points[found]?.x ?? 0) - x)) found = at;
  });
  return found;
}

/** '5 Jan' of '2026-01-05'. */
export function dayLabel(day: string): string {
  return formatUtcDay(Date.parse(day));
}

/** The chart's content as text, for screen readers. */
export function chartText({ points, least, most }: Chart): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return texts.chart.summary(
    [dayLabel(first.day), dayLabel(last.day)],
    [formatUsd(first.cents), formatUsd(last.cents)],
    [formatUsd(least), formatUsd(most)],
  );
}
