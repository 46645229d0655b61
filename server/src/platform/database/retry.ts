/**
 * Retries transactions that the database rolled back because of concurrent ones: deadlocks and serialization failures. Used by the command runner and
 * by the sweeps.
 */
import { sqlState } from './db.ts';
import { systemClock } from '../process/system-ports.ts';

/** serialization_failure, which our own guards raise too, and deadlock_detected. */
const RETRYABLE = ['40001', '40P01'];
const MAX_TRIES = 4;
export const RETRY_AFTER_MS = 15;

/** True for an error after which the same transaction may run again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.includes(sqlState(error) ?? '');
}

/**
 * Runs `work` and repeats it after a deadlock or serialization failure, four times at most; a failed run must leave no effects. Other errors
 * propagate.
 */
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
