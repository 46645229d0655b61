/**
 * The window of a beacon output, opened once for all rounds that share it (its signature is remembered where it is verified).
 * Answers are kept by what they were asked of, so that a row that changes is looked at again.
 */
import { openWindow } from '@fairpot/fairness/seal/window-key';

const MOST = 1_000;

/** As `openWindow`: throws when the key does not open with this signature. */
export const openWindowOnce = once(openWindow, (sealKey, signature) => `${sealKey} ${signature}`);

/** Keeps the newest answers of a pure function; what it throws is not kept. */
function once<A extends readonly unknown[], R>(work: (...of: A) => R, keyOf: (...of: A) => string): (...of: A) => R {
  const answers = new Map<string, R>();
  return (...of) => {
    const key = keyOf(...of);
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    const answer = work(...of);
    if (answers.size >= MOST) answers.delete(answers.keys().next().value ?? '');
    answers.set(key, answer);
    return answer;
  };
}
