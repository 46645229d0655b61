/** The price chart without its picture: where the days lie, and what it says in words. Pure. */
import type { MarketDay } from '@fairpot/contract/market/schemas';
import { centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { formatUtcDay } from '../../../ui/values/time.ts';

export interface ChartPoint {
  readonly day: string;
  readonly cents: Cents;
  readonly simulated: boolean;
  /** 0 to 1 from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

export interface Chart {
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  readonly least: Cents;
  readonly most: Cents;
}

/** Room above the highest and below the lowest point, of 1. */
const MARGIN = 0.08;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Null for nothing to draw. Days without a price leave a gap in time, not in the line. */
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

/** The point that is nearest to `x`, 0 to 1. */
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

/** What the picture shows, for who cannot see it. */
export function chartText({ points, least, most }: Chart): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return (
    `Price from ${dayLabel(first.day)} to ${dayLabel(last.day)}: ${formatUsd(first.cents)} at first, ` +
    `${formatUsd(last.cents)} at last, between ${formatUsd(least)} and ${formatUsd(most)}`
  );
}
