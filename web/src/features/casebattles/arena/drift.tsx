/**
 * A reel between the lock and its run: the items of the first case pass by slowly while the beacon is awaited, so that nothing stands still. It decides
 * nothing and knows no result: the same items pass at every seat, in the order of the case's table. Not shown with reduced motion.
 */
import type { CSSProperties } from 'react';
import { Cell, type Face } from './reel.tsx';

/** Items that pass before the strip repeats. */
const MOST = 8;
/** One item in this time. */
const ITEM_MS = 700;

export interface DriftProps {
  readonly faces: readonly Face[];
  /** Number of the seat (from 0): neighbours are not in step. */
  readonly seat: number;
}

export function Drift({ faces, seat }: DriftProps) {
  const passing = faces.slice(0, MOST);
  const round = passing.length * ITEM_MS;
  const style: CSSProperties & Readonly<Record<'--drift', string>> = {
    animationDuration: `${round}ms`,
    animationDelay: `${-seat * ITEM_MS}ms`,
    '--drift': `calc(var(--cell) * ${-passing.length})`,
  };
  return (
    <div className="reel reel-drifting" aria-hidden>
      <div className="reel-drift" style={style}>
        {/* Twice: the second round is in view when the first has passed. Two more fill the window. */}
        {[...passing, ...passing, ...passing.slice(0, 2)].map((face, at) => (
          <Cell key={at} face={face} isStop={false} />
        ))}
      </div>
    </div>
  );
}
