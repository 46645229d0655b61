/**
 * A result that this browser opened itself while the site stays silent. Each game shows it in place of its waiting
 * state.
 */
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/layout/cx.ts';
import type { OpenedRound } from '../silence.ts';
import { texts } from '../texts.ts';

export interface OpenedNoteProps {
  readonly opened: OpenedRound;
  /** The winner, in a few words. */
  readonly result: ReactNode;
  /** Left-aligned, as below the ring. */
  readonly start?: boolean;
}

export function OpenedNote({ opened, result, start = false }: OpenedNoteProps) {
  const ticket = 'ticket' in opened.outcome ? opened.outcome : null;
  return (
    <div role="status" className={cx('grid gap-1', start ? 'justify-items-start' : 'justify-items-center text-center')}>
      <p className="flex items-center gap-1.5 text-xs font-bold text-volt">
        <KeyRound aria-hidden size={14} className="shrink-0" />
        {texts.openedNote.title}
      </p>
      <p className="text-lg font-extrabold">{result}</p>
      <p className="max-w-[52ch] text-xs text-balance text-fg-2">
        {ticket && (
          <span className="tabular-nums">
            {texts.openedNote.ticket(ticket.ticket.toLocaleString('en-US'), ticket.total.toLocaleString('en-US'))}{' '}
          </span>
        )}
        {texts.openedNote.unpublished}{' '}
        <span className="tabular-nums">{opened.beaconRound.toLocaleString('en-US')}</span> {texts.openedNote.paidLater}
      </p>
    </div>
  );
}
