/** Decides about pushes: how long each is worth sending, and when a failed one is tried again. Pure. */
import type { PushMessage } from '@fairpot/contract/notifications/push/calls';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** An offer ends after ten minutes; the others stay true. */
const LASTS_MS: Readonly<Record<PushMessage, number>> = {
  offer: 10 * MINUTE_MS,
  deposited: 24 * HOUR_MS,
  withdrawn: 24 * HOUR_MS,
  returned: 24 * HOUR_MS,
  battleOver: 4 * HOUR_MS,
};
/** No message lasts longer. */
export const PUSH_KEEP_MS = 24 * HOUR_MS;

/** For how long a message from `at` is still worth sending; 0 or less: not any more. */
export function remainingMs(message: PushMessage, at: number, now: number): number {
  return at + LASTS_MS[message] - now;
}

/** After each failed try; the try after the last one gives up. */
const AGAIN_AFTER_MS = [10_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS];

/** How long to wait after the try of this number, from 1; null: give up. */
export function againAfterMs(tries: number): number | null {
  return AGAIN_AFTER_MS[tries - 1] ?? null;
}
