/** A selection that waits while its player is on another page for what the trade needs. In memory, and used once. */
import { useEffect, useState } from 'react';

const kept = new Map<string, readonly string[]>();

/** Keeps the selection of the picker of this name. */
export function keepSelection(picker: string, ids: readonly string[]): void {
  kept.set(picker, ids);
}

/** The selection that was kept for the picker, at its next opening. */
export function useKeptSelection(picker: string): readonly string[] | undefined {
  const [ids] = useState(() => kept.get(picker));
  useEffect(() => void kept.delete(picker), [picker]);
  return ids;
}
