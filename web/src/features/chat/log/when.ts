/** Instants as the chat writes them, in the reader's own time zone. */
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dated = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const DAY_MS = 24 * 60 * 60 * 1000;

/** '19:05', or '3 Nov, 19:05' for what is more than a day away from `now`. Epoch ms. */
export function shortTime(at: number, now: number): string {
  return (Math.abs(now - at) < DAY_MS ? time : dated).format(at);
}

/** '20 Nov 2026, 19:05:31'. */
export function fullTime(at: number): string {
  return full.format(at);
}
