/**
 * The last checkpoint of the public log that this browser saw, stored across visits, so that a second history is detected.
 *
 * Used by log-watch.ts. Pure except for storage. Invariant: a checkpoint is replaced only by one that was proven to continue it,
 * or when the player accepts a log with another key.
 */
import type { KeptCheckpoint } from '@fairpot/fairness/log/log-check';
import { readStored, writeStored } from '../../fairness/storage.ts';

/** `size` and `at` (epoch ms, when it was seen) are for display; the note is authoritative. */
export interface KeptHead extends KeptCheckpoint {
  readonly size: number;
  readonly at: number;
}

const STORED = 'fairpot.log';

export function isKeptHead(value: unknown): value is KeptHead {
  if (typeof value !== 'object' || value === null) return false;
  const { key, note, size, at }: Record<string, unknown> = { ...value };
  return typeof key === 'string' && typeof note === 'string' && Number.isSafeInteger(size) && Number.isSafeInteger(at);
}

export function readKeptHead(): KeptHead | null {
  return readStored(STORED, isKeptHead);
}

export function writeKeptHead(kept: KeptHead): void {
  writeStored(STORED, kept);
}

/** The sizes between which consistency must be proven; null for equal sizes, which need no path. */
export function consistencySpan(
  kept: Pick<KeptHead, 'size'> | null,
  size: number,
): { from: number; to: number } | null {
  if (kept === null || kept.size === size) return null;
  return { from: Math.min(kept.size, size), to: Math.max(kept.size, size) };
}
