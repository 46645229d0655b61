/** When the site verifies its own log. Pure. Called by reports.ts. */

/** Hour of the day (UTC) with few players. */
export const QUIET_HOUR = 3;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A new log is verified soon after its first head. */
const FIRST_AFTER_MS = 10 * 60_000;
/** A failed run says nothing, so the next one does not wait for the night. */
const RETRY_AFTER_MS = HOUR_MS;

export interface LastRun {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
}

/**
 * When the next run is due, in epoch ms: at the first quiet hour after the start of the last one, at most a day later.
 * `firstHeadAt`: when the log's first head was made.
 */
export function nextRunAt(last: LastRun | null, firstHeadAt: number): number {
  if (last === null) return firstHeadAt + FIRST_AFTER_MS;
  if (last.failed) return last.endedAt + RETRY_AFTER_MS;
  return quietAfter(last.startedAt);
}

/** The first quiet hour that begins after this moment. */
function quietAfter(at: number): number {
  const today = Math.floor(at / DAY_MS) * DAY_MS + QUIET_HOUR * HOUR_MS;
  return today > at ? today : today + DAY_MS;
}
