/** Times of chat messages, in the player's time zone. */
import { formatDayTime, formatExactTime, formatTime } from '../../../ui/values/time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** '19:05', or '3 Nov, 19:05' if more than a day from `now`. Epoch ms. */
export function shortTime(at: number, now: number): string {
  return Math.abs(now - at) < DAY_MS ? formatTime(at) : formatDayTime(at);
}

/** '20 Nov 2026, 19:05:31'. */
export function fullTime(at: number): string {
  return formatExactTime(at);
}
