/**
 * The clock of a round's picture: the server's time, reread exactly when the picture changes by time alone.
 *
 * Used by every picture of a round. Invariant: between two changes nothing renders; a change is never shown early and
 * never missed, however far away it is and however long the tab slept.
 */
import { useEffect, useState } from 'react';
import { serverNow, useClock } from '../platform/live/clock.ts';

/** Browsers fire longer timers immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The server's time, epoch ms. `nextChangeAt(now)` is the next instant after `now` at which the picture changes by time
 * alone; null when it will not.
 */
export function useStageClock(nextChangeAt: (now: number) => number | null): number {
  const { offsetMs } = useClock();
  const [turn, setTurn] = useState(0);
  const now = serverNow();
  const next = nextChangeAt(now);
  useEffect(() => {
    if (next === null) return;
    const read = (): void => setTurn((turns) => turns + 1);
    // A millisecond late rather than early: an early one would find nothing changed. The longest timer fires before
    // the change, reads the time and is set again (`turn`).
    const timer = setTimeout(read, Math.min(Math.max(0, next - serverNow()) + 1, LONGEST_TIMER_MS));
    // Timers of a background tab or a sleeping machine fire late.
    document.addEventListener('visibilitychange', read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [next, offsetMs, turn]);
  return now;
}
