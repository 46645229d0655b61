/**
 * This browser's own record of its player's balance over time. A published leaf is compared with it, so that the check does not rely on the
 * site. Kept across reloads, for one player.
 *
 * Pure, except for storage. Invariant: a note covers a time only while the page sampled the balance regularly; nothing is assumed about the
 * time between two visits.
 */
import { readStored, writeStored } from '../../fairness/storage.ts';

/** Money in cents, spendable and held, from the first to the last sample with this amount. Epoch ms. */
export interface BalanceNote {
  readonly cents: number;
  readonly from: number;
  readonly until: number;
}

interface Notes {
  readonly player: string;
  readonly notes: readonly BalanceNote[];
}

const STORED = 'fairpot.balance';
const MAX_NOTES = 200;
/** Samples further apart than this make two notes: the balance may have changed in between. */
export const MAX_GAP_MS = 3 * 60_000;
/** A note must cover this much time on both sides of a moment, as the clocks of browser and site may differ. */
const SLACK_MS = 30_000;

/** The notes with one more sample. */
export function withSample(notes: readonly BalanceNote[], cents: number, now: number): readonly BalanceNote[] {
  const last = notes.at(-1);
  const continues = last !== undefined && last.cents === cents && now >= last.from && now - last.until <= MAX_GAP_MS;
  const note = continues ? { ...last, until: Math.max(last.until, now) } : { cents, from: now, until: now };
  return [...(continues ? notes.slice(0, -1) : notes), note].slice(-MAX_NOTES);
}

/** The balance around that moment; null if it was not sampled, or changed then. */
export function balanceAt(notes: readonly BalanceNote[], at: number): number | null {
  return notes.find(({ from, until }) => from <= at - SLACK_MS && until >= at + SLACK_MS)?.cents ?? null;
}

export function readNotes(player: string): readonly BalanceNote[] {
  const stored = readStored(STORED, isNotes);
  return stored?.player === player ? stored.notes : [];
}

/** Stores a sample of this player's balance, and drops the notes of any other player. */
export function noteBalance(player: string, cents: number, now: number): void {
  writeStored(STORED, { player, notes: withSample(readNotes(player), cents, now) });
}

function isNotes(value: unknown): value is Notes {
  if (typeof value !== 'object' || value === null) return false;
  const { player, notes }: Record<string, unknown> = { ...value };
  return typeof player === 'string' && Array.isArray(notes) && notes.every(isNote);
}

function isNote(value: unknown): value is BalanceNote {
  if (typeof value !== 'object' || value === null) return false;
  const { cents, from, until }: Record<string, unknown> = { ...value };
  return [cents, from, until].every(Number.isSafeInteger);
}
