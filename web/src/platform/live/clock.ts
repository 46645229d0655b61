/** The server's time as estimated by this browser: its clock plus a measured offset. Every countdown is `deadline - serverNow()`. */
import { create } from 'zustand';

export interface ClockState {
  /** Server time minus own time, in ms. 0 until measured. */
  readonly offsetMs: number;
  /** Round trip of the sample that the offset comes from, in ms; null until measured. Half of it bounds the error. */
  readonly rttMs: number | null;
}

export interface ClockSample {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly serverNow: number;
}

/** Number of samples kept; the one with the shortest round trip is used. */
const KEPT_SAMPLES = 8;

export const useClock = create<ClockState>(() => ({ offsetMs: 0, rttMs: null }));

let samples: readonly ClockSample[] = [];

/** Offset and latency from samples. The shortest round trip is used, because its error is smallest. */
export function bestOf(known: readonly ClockSample[]): ClockState {
  const rtt = (s: ClockSample): number => Math.max(0, s.receivedAt - s.sentAt);
  const best = known.reduce<ClockSample | null>((a, b) => (a && rtt(a) <= rtt(b) ? a : b), null);
  if (!best) return { offsetMs: 0, rttMs: null };
  return { offsetMs: Math.round(best.serverNow - (best.sentAt + rtt(best) / 2)), rttMs: rtt(best) };
}

export function addClockSample(sample: ClockSample): void {
  samples = [...samples, sample].slice(-KEPT_SAMPLES);
  useClock.setState(bestOf(samples));
}

/** Clears the samples: after sleep or a network change the old offset may be wrong. */
export function forgetClockSamples(): void {
  samples = [];
}

/** The server's time, epoch ms. */
export function serverNow(): number {
  return Date.now() + useClock.getState().offsetMs;
}
