/**
 * Chances as the page shows them: own total over combined total, percent with two decimals.
 *
 * Game pictures print them, the verifier checks that the ticket ranges agree. Invariant: the chance shown is the share
 * of tickets owned, so it cannot differ from the chance drawn.
 */
import { sumOf } from '../base/tickets.ts';
import type { CaseTable } from './drop-table.ts';

/** Tickets [from, to) of `total` that an entry owns, and its chance, e.g. `'12.34'`. */
export type EntryChance = {
  readonly player: string;
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly percent: string;
};

/** `part / whole` in percent with two decimals, rounded half up, in integer arithmetic. */
export function percentOf(part: number, whole: number): string {
  if (whole < 1) throw new Error('a share of a total of 0');
  const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole));
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** A stake in its record; `side` in games where side 1 owns the first tickets, whichever player joined first. */
type ChanceStake = { readonly player: string; readonly cents: number; readonly side?: 1 | 2 };

/** The ranges of all entries of a one-ticket game, in entry order; with sides, side 1 owns the first tickets. */
export function entryChances(lock: { readonly entries: readonly ChanceStake[] }): EntryChance[] {
  const total = sumOf(lock.entries.map((entry) => entry.cents));
  let next = 0;
  return lock.entries.map((entry) => {
    const from = entry.side === undefined ? next : entry.side === 1 ? 0 : total - entry.cents;
    next += entry.cents;
    return { player: entry.player, from, to: from + entry.cents, total, percent: percentOf(entry.cents, total) };
  });
}

/** The chance of each item of a case, e.g. `['0.01', '99.99']`. */
export function dropPercents(table: Pick<CaseTable, 'weights'>): string[] {
  const total = sumOf(table.weights);
  return table.weights.map((weight) => percentOf(weight, total));
}
