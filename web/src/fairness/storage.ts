/**
 * What the watcher keeps over a reload: rounds seen and the pinned beacon. Small JSON in localStorage, per origin.
 *
 * Invariant: storage is a help, never a need. A browser that refuses it (private mode, full) verifies all the same,
 * only a reload forgets; and what is read back is taken only when it has the right shape.
 */

/** The value under `key` if `isRight` accepts it, else null. */
export function readStored<T>(key: string, isRight: (value: unknown) => value is T): T | null {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isRight(value) ? value : null;
  } catch {
    // Storage refused or its content was edited: as if nothing had been kept.
    return null;
  }
}

/** Keeps `value` under `key`, if the browser lets us. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage refused or full: the memory of this page still holds it.
  }
}
