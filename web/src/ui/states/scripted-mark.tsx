/**
 * The mark of a scripted round (rulings 1.3), laid inside a game picture: coin, ring, reels. Its parent is positioned.
 *
 * Invariant: no part of the picture can be cut out without it. A solid band says it in full, and the same words run
 * across all the rest; it is there from the moment that staff chose, in every state, also without motion.
 */
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { cx } from '../layout/cx.ts';
import './scripted-mark.css';

const ROWS = 7;

export interface ScriptedMarkProps {
  /** Default 'disc': cut to a circle, for coin and ring. 'box' fills its parent. */
  readonly shape?: 'disc' | 'box';
}

export function ScriptedMark({ shape = 'disc' }: ScriptedMarkProps) {
  return (
    <div className={cx('scripted-mark', shape === 'disc' && 'scripted-disc')}>
      <div className="scripted-tiles" aria-hidden>
        {Array.from({ length: ROWS }, (_, row) => (
          <span key={row} data-row={row % 2}>
            {Array(6).fill('SCRIPTED').join('  ·  ')}
          </span>
        ))}
      </div>
      <p className="scripted-band">{SCRIPTED_MARK}</p>
    </div>
  );
}

/** In place of a seal: there is no claim to verify, and the line says so instead of a verdict. */
export function ScriptedNote({ className }: { readonly className?: string }) {
  return (
    <div role="note" className={cx('rounded-md border border-warn bg-ink-3 px-4 py-3 text-sm', className)}>
      <p className="font-extrabold text-warn">{SCRIPTED_MARK}</p>
      <p className="mt-1 text-fg-2">
        Only staff and house personas are in this round, for show. It makes no fairness claim, so there is nothing to
        verify, and it counts in no history, statistics or experience.
      </p>
    </div>
  );
}
