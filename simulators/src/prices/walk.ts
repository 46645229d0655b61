/**
 * Item prices at a time: the catalogue's price times a walk that follows from the item's name and the clock alone, so that every restart and every
 * machine sees the same course. The walk is smooth noise summed over periods from hours to months: the short ones make the day, the long ones the
 * season, and it stays within about a third of the catalogue's price.
 */
import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
/** Period, and its amplitude as a part of the price. */
const OCTAVES = [
  { hours: 6, reach: 0.01 },
  { hours: 24, reach: 0.02 },
  { hours: 7 * 24, reach: 0.06 },
  { hours: 30 * 24, reach: 0.1 },
  { hours: 120 * 24, reach: 0.14 },
] as const;

/** No two markets agree to the cent. */
export type Market = 'steam' | 'skinport' | 'marketcsgo' | 'waxpeer';

/** Steam's prices are in money that cannot be withdrawn: that much above cash. */
const STEAM_FACTOR = 1.3;

/** Whole cents, at least 1. */
export function priceAt(
  item: { readonly marketHashName: string; readonly priceCents: number },
  market: Market,
  nowMs: number,
): number {
  const { marketHashName, priceCents } = item;
  const drift = OCTAVES.reduce(
    (sum, { hours, reach }) => sum + reach * noise(marketHashName, hours * HOUR_MS, nowMs),
    0,
  );
  const apart = 0.015 * noise(`${market}|${marketHashName}`, 24 * HOUR_MS, nowMs);
  const factor = market === 'steam' ? STEAM_FACTOR : 1;
  return Math.max(1, Math.round(priceCents * factor * (1 + drift + apart)));
}

/** Sales in a week: many of cheap items. */
export function weeklySales(item: { readonly marketHashName: string; readonly priceCents: number }): number {
  const spread = 0.5 + (lattice(`sales|${item.marketHashName}`, 0) + 1) / 2;
  return Math.max(1, Math.round((60_000 / Math.sqrt(item.priceCents + 20)) * spread));
}

/** From -1 to 1, smooth in time. */
function noise(seed: string, periodMs: number, nowMs: number): number {
  const at = nowMs / periodMs;
  const step = Math.floor(at);
  const t = at - step;
  const eased = t * t * (3 - 2 * t);
  const [from, to] = [lattice(`${periodMs}|${seed}`, step), lattice(`${periodMs}|${seed}`, step + 1)];
  return from + (to - from) * eased;
}

function lattice(seed: string, step: number): number {
  const digest = createHash('sha256').update(`price|${seed}|${step}`).digest();
  return (digest.readUInt32BE() / 0xffffffff) * 2 - 1;
}
