/** Waits for a condition, for tests. The condition is expected to come true; the limit only ends a test that would wait for ever. */
import { systemClock } from '../src/platform/process/system-ports.ts';

const WITHIN_MS = 20_000;

/** Polls until `what` holds. Fails after 20 s. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const end = systemClock.now() + WITHIN_MS;
  while (!(await what())) {
    if (systemClock.now() > end) throw new Error(`timed out waiting for ${what.toString()}`);
    await systemClock.sleep(10);
  }
}
