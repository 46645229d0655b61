/**
 * A reel between the lock and its run: items of the first case pass slowly, and take up speed when the named beacon round is due. It decides nothing and
 * knows no result (spin-model.ts).
 *
 * Two compositor animations of `transform`, one inside the other, that start with the element: neither a busy page nor a late script changes where the
 * reel is. Not shown with reduced motion.
 */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useClock } from '../../../platform/live/clock.ts';
import { Cell, runFrom, type Face } from './reel.tsx';
import { cellsOf, coursesOf, type Course, type Spin as SpinModel } from './spin-model.ts';

export interface SpinProps {
  readonly spin: SpinModel;
  /** Appearance of the cells, by the indexes of the spin. */
  readonly faces: readonly Face[];
  /** When it takes up speed, epoch ms of the server. */
  readonly speedsUpAt: number;
}

export function Spin({ spin, faces, speedsUpAt }: SpinProps) {
  const slow = useRef<HTMLDivElement>(null);
  const loop = useRef<HTMLDivElement>(null);
  const offsetMs = useClock((clock) => clock.offsetMs);
  const cells = useMemo(() => cellsOf(spin), [spin]);
  useLayoutEffect(() => {
    const courses = coursesOf(spin);
    const start = (strip: Element | null, { frames, timing, beginsAt }: Course) =>
      strip && runFrom(speedsUpAt + beginsAt, strip, frames, timing);
    const runs = [start(slow.current, courses.slow), start(loop.current, courses.loop)];
    return () => runs.forEach((run) => run?.cancel());
  }, [spin, speedsUpAt, offsetMs]);
  return (
    <div className="reel reel-spinning" aria-hidden>
      <div ref={slow} className="reel-slow">
        <div ref={loop} className="reel-loop">
          {cells.map((face, at) => (
            <Cell key={at} face={faces[face]} isStop={false} />
          ))}
        </div>
      </div>
      <span className="reel-mark" />
    </div>
  );
}
