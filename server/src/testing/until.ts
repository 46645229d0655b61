/** Waiting for a condition, for tests. What is waited for comes; the bound only ends a test that would wait for ever. */
import { systemClock } from '../platform/process/system-ports.ts';

const WITHIN_MS = 20_000;

/** Looks again and again until `what` holds. Fails after 20 s. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const end = systemClock.now() + WITHIN_MS;
  while (!(await what())) {
    if (systemClock.now() > end) throw new Error(`waited in vain for ${what.toString()}`);
    await systemClock.sleep(10);
  }
}
