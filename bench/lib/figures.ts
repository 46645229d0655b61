/** Figures of a run: medians, percentiles and the machine's load. Used by every bench. */
import { loadavg } from 'node:os';

/** The middle value; the mean of the two middle ones of an even number. 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  if (sorted.length === 0) return 0;
  const upper = sorted[Math.floor(half)] ?? 0;
  return Number.isInteger(half) ? (upper + (sorted[half - 1] ?? 0)) / 2 : upper;
}

/** The value that `share` (0 to 1) of the values do not exceed. 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The machine's load over the last minute, as `uptime` shows it. */
export function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
