/**
 * What this browser found out by itself while the site stays silent. Called by each game where its waiting state shows.
 */
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/layout/cx.ts';
import type { OpenedRound } from '../silence.ts';

export interface OpenedNoteProps {
  readonly opened: OpenedRound;
  /** Who won, in a few words. */
  readonly result: ReactNode;
  /** For a line that runs from the left, as below the ring. */
  readonly start?: boolean;
}

export function OpenedNote({ opened, result, start = false }: OpenedNoteProps) {
  const ticket = 'ticket' in opened.outcome ? opened.outcome : null;
  return (
    <div role="status" className={cx('grid gap-1', start ? 'justify-items-start' : 'justify-items-center text-center')}>
      <p className="flex items-center gap-1.5 text-xs font-bold text-volt">
        <KeyRound aria-hidden size={14} className="shrink-0" />
        Opened by your browser
      </p>
      <p className="text-lg font-extrabold">{result}</p>
      <p className="max-w-[52ch] text-xs text-balance text-fg-2">
        {ticket && (
          <span className="tabular-nums">
            Ticket {ticket.ticket.toLocaleString('en-US')} of {ticket.total.toLocaleString('en-US')}.{' '}
          </span>
        )}
        The site has not published this result. Beacon round{' '}
        <span className="tabular-nums">{opened.beaconRound.toLocaleString('en-US')}</span> opened the sealed secret; it
        is paid when the site answers again.
      </p>
    </div>
  );
}
