/**
 * Transactions that the database undid whole because of their company: a deadlock, a serialization failure. They may simply
 * run again. Used by the command runner and by the sweeps.
 */
import { sqlState } from './db.ts';
import { systemClock } from '../process/system-ports.ts';

/** serialization_failure, which guards of our own raise too, and deadlock_detected. */
const RETRYABLE = ['40001', '40P01'];
const MAX_TRIES = 4;
export const RETRY_AFTER_MS = 15;

/** True for an error after which the same transaction may simply run again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.includes(sqlState(error) ?? '');
}

/** Runs `work`, again after a deadlock, four times at most; nothing of a run that failed may be left. Other errors pass. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw error;
      // Real time: this is about the database, not about the game's clock.
      await systemClock.sleep(RETRY_AFTER_MS * tries);
    }
  }
}
