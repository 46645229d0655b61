/** Beside a result that this browser opened itself: why, and that it is not paid yet. Nothing once it is published. */
import { KeyRound } from 'lucide-react';
import { cx } from '../../ui/layout/cx.ts';
import { useOpened } from '../silence.ts';
import { texts } from '../texts.ts';
import { useSeal } from '../watcher.ts';

export interface OpenedNoteProps {
  readonly roundId: string;
  /** The winner, in a few words; spoken, because the result beside it shows it. */
  readonly result: string;
  /** Left-aligned, as below the ring. */
  readonly start?: boolean;
}

export function OpenedNote({ roundId, result, start = false }: OpenedNoteProps) {
  const opened = useOpened(roundId);
  if (useSeal(roundId)?.state !== 'opened' || !opened) return null;
  const ticket = 'ticket' in opened.outcome ? opened.outcome : null;
  return (
    <div role="status" className={cx('grid gap-1', start ? 'justify-items-start' : 'justify-items-center text-center')}>
      <p className="flex items-center gap-1.5 text-xs font-bold text-volt">
        <KeyRound aria-hidden size={14} className="shrink-0" />
        {texts.openedNote.title}
      </p>
      <p className="visually-hidden">{result}</p>
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
