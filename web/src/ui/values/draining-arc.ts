/**
 * An arc that shrinks until a deadline. Used by the ring of every countdown.
 *
 * A timer sets its length step by step: animating the dash offset would restyle and repaint the page at every frame, a tenth of a core for
 * each ring on the screen.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { serverNow, useClock } from '../../platform/live/clock.ts';
import { useReducedMotion } from '../../platform/page/preferences.ts';

/** Shorter steps are not visible. */
const MIN_STEP_MS = 100;

/**
 * For a circle with a dash of `length`: full until `totalMs` before `deadlineAt` (epoch ms on the server's clock), empty at the deadline.
 * With reduced motion it does not move; the digits next to it show the time.
 */
export function useDrainingArc(
  deadlineAt: number,
  totalMs: number,
  length: number,
): RefObject<SVGCircleElement | null> {
  const arc = useRef<SVGCircleElement>(null);
  const offsetMs = useClock((clock) => clock.offsetMs);
  const still = useReducedMotion();
  useEffect(() => {
    // a step is one unit of the arc
    const stepMs = Math.max(MIN_STEP_MS, totalMs / length);
    let timer = 0;
    const step = (): void => {
      const left = Math.max(0, deadlineAt - serverNow());
      const gone = 1 - Math.min(1, left / totalMs);
      arc.current?.setAttribute('stroke-dashoffset', String(length * gone));
      if (left > 0 && !still) timer = window.setTimeout(step, Math.max(stepMs, left - totalMs));
    };
    step();
    return () => clearTimeout(timer);
  }, [deadlineAt, totalMs, length, offsetMs, still]);
  return arc;
}
