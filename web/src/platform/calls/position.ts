/**
 * What this page has seen or done, as a position that goes with its queries: a site that reads from a replica answers with nothing older. It rises with
 * the answers of commands and with facts, and outlives a reload.
 */
import { positionAfter } from '@fairpot/contract/wire/position';

const STORAGE_KEY = 'fairpot.position';

let position = stored();

/** 0: none yet. */
export function currentPosition(): number {
  return position;
}

export function reachPosition(next: number): void {
  if (next > position) position = next;
}

/** A fact arrived, or the head of a topic. */
export function reachSeq(seq: string): void {
  reachPosition(positionAfter(seq));
}

function stored(): number {
  try {
    const kept = Number(sessionStorage.getItem(STORAGE_KEY));
    return Number.isSafeInteger(kept) ? kept : 0;
  } catch {
    return 0; // storage refused, or the build that writes the first HTML
  }
}

/** Not at each fact: a page that ends without this event begins anew. */
export function keepPosition(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, String(position));
  } catch {
    // storage refused or full: the next page begins anew
  }
}

if (typeof addEventListener === 'function') addEventListener('pagehide', keepPosition);
