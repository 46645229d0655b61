/**
 * Storage for what the watcher keeps over a reload: rounds seen and the pinned beacon. Small JSON in localStorage, per
 * origin.
 *
 * Invariant: storage is optional. A browser that refuses it (private mode, full) still verifies and forgets only on a
 * reload. Stored values are used only if they have the right shape.
 */

/** The value of `key` if `isRight` accepts it, else null. */
export function readStored<T>(key: string, isRight: (value: unknown) => value is T): T | null {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isRight(value) ? value : null;
  } catch {
    // Storage refused or its content was edited: treated as empty.
    return null;
  }
}

/** Stores `value` under `key`, if the browser allows it. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage refused or full: this page still has the value in memory.
  }
}
