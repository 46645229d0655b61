/**
 * Dates, times and durations as a person reads them: the only file of the client that formats them. Instants are epoch ms and are shown in
 * the reader's time zone, unless the name says UTC. Pure.
 */
const LOCALE = 'en-GB';

function formatter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  return (at) => format.format(at);
}

/** '19:05', of today. */
export const formatTime = formatter({ hour: '2-digit', minute: '2-digit' });

/** '3 Nov', near today. */
export const formatDay = formatter({ day: 'numeric', month: 'short' });

/** '3 Nov': a day of statistics, which are kept by UTC days. */
export const formatUtcDay = formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '3 Nov, 19:05', near today. */
export const formatDayTime = formatter({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** '3 March 2019'. */
export const formatDate = formatter({ dateStyle: 'long' });

/** '20 Nov 2026, 19:05'. */
export const formatDateTime = formatter({ dateStyle: 'medium', timeStyle: 'short' });

/** '20 Nov 2026, 19:05:31', for proofs and records. */
export const formatExactTime = formatter({ dateStyle: 'medium', timeStyle: 'medium' });

/** '10 minutes', '24 hours', '7 days': whole minutes, in the largest unit that fits without a rest; a single day is '24 hours'. */
export function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes % 1_440 === 0 && minutes > 1_440) return inUnit(minutes / 1_440, 'day');
  return minutes % 60 === 0 ? inUnit(minutes / 60, 'hour') : inUnit(minutes, 'minute');
}

function inUnit(count: number, unit: 'day' | 'hour' | 'minute'): string {
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** '45 s', '12 min', '3 h 5 min', '2 d 4 h': two units at most, rounded down; below 0 counts as 0. */
export function formatShortDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
