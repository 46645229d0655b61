/**
 * Opens the window of a beacon output, once for all rounds that share it (verified signatures are cached where they are
 * verified). The cache key is the full input, so a changed row is evaluated again.
 */
import { openWindow } from '@fairpot/fairness/seal/window-key';

const MAX = 1_000;

/** Same as `openWindow`: throws when the key does not open with this signature. */
export const openWindowOnce = once(openWindow, (sealKey, signature) => `${sealKey} ${signature}`);

/** Caches the latest results of a pure function; errors are not cached. */
function once<A extends readonly unknown[], R>(work: (...of: A) => R, keyOf: (...of: A) => string): (...of: A) => R {
  const answers = new Map<string, R>();
  return (...of) => {
    const key = keyOf(...of);
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const answer = work(...of);
    if (answers.size >= MAX) answers.delete(answers.keys().next().value ?? '');
    answers.set(key, answer);
    return answer;
  };
}
