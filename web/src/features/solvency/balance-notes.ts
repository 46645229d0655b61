/**
 * What this browser itself saw of its player's balance, and when: what a published leaf is held against, so that the site is not asked
 * what it should have said. Kept over reloads, for one player.
 *
 * Pure but for storage. Invariant: a note covers a time only while the page looked again and again; what happened between two visits is
 * not guessed.
 */
import { readStored, writeStored } from '../../fairness/storage.ts';

/** Money in cents, spendable and held, from the first to the last look at which it was this much. Epoch ms. */
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
const MOST_NOTES = 200;
/** Looks further apart than this are two notes: in between the balance may have been another. */
export const MOST_APART_MS = 3 * 60_000;
/** The clocks of browser and site may be so far apart that a note must cover this much on both sides. */
const SLACK_MS = 30_000;

/** The notes with one more look. */
export function withLook(notes: readonly BalanceNote[], cents: number, now: number): readonly BalanceNote[] {
  const last = notes.at(-1);
  const goesOn = last !== undefined && last.cents === cents && now >= last.from && now - last.until <= MOST_APART_MS;
  const note = goesOn ? { ...last, until: Math.max(last.until, now) } : { cents, from: now, until: now };
  return [...(goesOn ? notes.slice(0, -1) : notes), note].slice(-MOST_NOTES);
}

/** What was seen all around that moment; null when nobody looked, or when it changed then. */
export function seenAt(notes: readonly BalanceNote[], at: number): number | null {
  return notes.find(({ from, until }) => from <= at - SLACK_MS && until >= at + SLACK_MS)?.cents ?? null;
}

export function readNotes(player: string): readonly BalanceNote[] {
  const stored = readStored(STORED, isNotes);
  return stored?.player === player ? stored.notes : [];
}

/** Notes a look at the balance of this player; those of another one are forgotten. */
export function noteBalance(player: string, cents: number, now: number): void {
  writeStored(STORED, { player, notes: withLook(readNotes(player), cents, now) });
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
