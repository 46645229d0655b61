/**
 * Percent: as people read it, and as CSS wants lengths. The only file of the client that multiplies or divides by 100 (see the money rule
 * in scripts/lint/house.mjs).
 */
import { percentOf } from '@fairpot/fairness/games/chance';

const short = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** '5%' of 500 basis points, '2.5%' of 250. */
export function formatPercent(bps: number): string {
  return short.format(bps / 10_000);
}

/** '30%' of 2,951 basis points, for rough figures. */
export function formatWholePercent(bps: number): string {
  return whole.format(bps / 10_000);
}

/** '92.15%' of 9,215 basis points: always two decimals. */
export function formatExactPercent(bps: number): string {
  return `${percentOf(bps, 10_000)}%`;
}

/** 37.5 of 0.375. */
export function inPercent(part: number): number {
  return part * 100;
}

/** '37.5%' of 0.375: a length in CSS. */
export function cssPercent(part: number): string {
  return `${inPercent(part)}%`;
}

/** '2.5' of 250 basis points: the text of a field, which `bpsFromText` reads. */
export function percentFieldText(bps: number): string {
  return String(bps / 100);
}

/** 250 of '2.5', in basis points; null unless it is a percentage with at most two decimals. */
export function bpsFromText(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return match === null ? null : Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
