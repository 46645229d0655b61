/**
 * An arc that is taken away as the time to a deadline runs. Called by the rings of every countdown.
 *
 * Its length is set by a timer, a step at a time: a dash's offset is painted by the page itself, and an animation of it would style and
 * paint the page at every frame, a tenth of a processor for each ring on the screen.
 */
import { useEffect, useRef, type RefObject } from 'react';
import { serverNow, useClock } from '../../platform/live/clock.ts';
import { useReducedMotion } from '../../platform/page/preferences.ts';

/** Shorter steps than this are not seen. */
const MIN_STEP_MS = 100;

/**
 * For a circle whose whole dash has `length`: full at `totalMs` before `deadlineAt` (epoch ms on the server's clock) and earlier, gone at
 * the deadline. With less motion it stands still at its present state, and the digits beside it tell the time.
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
