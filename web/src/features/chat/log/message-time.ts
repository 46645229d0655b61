/** Times of chat messages, in the player's time zone. */
import { formatDay, formatDayTime, formatExactTime, formatTime } from '../../../platform/page/time.ts';
import { texts } from '../texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** '19:05', or '3 Nov, 19:05' if more than a day from `now`. Epoch ms. */
export function shortTime(at: number, now: number): string {
  return Math.abs(now - at) < DAY_MS ? formatTime(at) : formatDayTime(at);
}

/** 'Today', 'Yesterday', '3 Nov'. Epoch ms. */
export function dayName(at: number, now: number): string {
  const date = (ms: number): string => new Date(ms).toDateString();
  if (date(at) === date(now)) return texts.today;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  return date(at) === yesterday.toDateString() ? texts.yesterday : formatDay(at);
}

/** '20 Nov 2026, 19:05:31'. */
export function fullTime(at: number): string {
  return formatExactTime(at);
}
