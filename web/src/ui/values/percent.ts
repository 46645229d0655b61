/**
 * Parts of a whole as percent: rates as they are printed, lengths as CSS wants them. The only file of the client that
 * multiplies or divides by 100 (see the money rule in scripts/lint/house.mjs).
 */
import { percentOf } from '@fairpot/fairness/games/chance';

/** '5 %' of 500 basis points, '2.5 %' of 250. */
export function rateText(bps: number): string {
  return `${bps / 100} %`;
}

/** '30 %' of 2,951 basis points, for what is known roughly. */
export function roundRateText(bps: number): string {
  return `${Math.round(bps / 100)} %`;
}

/** '92.15%' of 9,215 basis points: always two decimals. */
export function percentText(bps: number): string {
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

/** 250 of '2.5', in basis points; null for what is no percentage of at most two decimals. */
export function bpsFromText(text: string): number | null {
  const said = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text.trim());
  return said === null ? null : Number(said[1]) * 100 + Number((said[2] ?? '').padEnd(2, '0'));
}
