/** A selection that waits while its player is on another page for what the trade needs. In memory; it comes back once, and only if they return from there. */
import { useEffect, useState } from 'react';

const kept = new Map<string, readonly string[]>();
let isReturning = false;

/** Keeps the selection of the picker of this name. */
export function keepSelection(picker: string, ids: readonly string[]): void {
  isReturning = false;
  kept.set(picker, ids);
}

/** The player has what the trade needs and returns: the next picker of the name has the selection. */
export function returnSelection(): void {
  isReturning = true;
}

/** The selection that returns to the picker, when it is opened. */
export function useKeptSelection(picker: string): readonly string[] | undefined {
  const [ids] = useState(() => (isReturning ? kept.get(picker) : undefined));
  useEffect(() => void kept.delete(picker), [picker]);
  return ids;
}
