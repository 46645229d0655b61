/** The player's tickets, newest first, with status and unread count. */
import { ChevronRight, Maximize2, MessagesSquare } from 'lucide-react';
import { listTickets } from '@fairpot/contract/support/calls';
import type { Ticket } from '@fairpot/contract/support/schemas';
import { useAsk } from '../../platform/calls/use-call.ts';
import { openModal, registerModal } from '../../platform/page/modal.ts';
import { Time } from '../../ticket-kit/conversation.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Pages, type PageProps } from '../../ui/states/pages.tsx';
import { EmptyState, NoAnswer } from '../../ui/states/states.tsx';
import { texts } from './texts.ts';

declare module '../../platform/page/modal.ts' {
  interface ModalViews {
    'ticket.view': { readonly ticketId: string };
  }
}

/** The View ticket window (spec 2). */
registerModal('ticket.view', {
  title: texts.viewTicket,
  size: 'lg',
  load: () => import('./ticket-modal.tsx').then((m) => m.TicketModal),
});

export interface TicketListProps {
  readonly chosen: string | null;
  readonly onChoose: (ticketId: string) => void;
}

export function TicketList(choice: TicketListProps) {
  return <Pages page={(props) => <Page {...props} {...choice} />} />;
}

function Page({ before, isLast, onMore, chosen, onChoose }: PageProps & TicketListProps) {
  const { data, error, refetch } = useAsk(listTickets, before === null ? {} : { before }, { staleTime: 0 });
  if (!data) return <NoAnswer error={error} refetch={refetch} className="m-4 h-40" />;
  const { tickets, next } = data;
  if (tickets.length === 0 && before === null)
    return (
      <EmptyState icon={<MessagesSquare aria-hidden size={32} strokeWidth={1.5} />} title={texts.none}>
        {texts.noneText}
      </EmptyState>
    );
  return (
    <>
      <ul aria-label={texts.yours} className="divide-y divide-line">
        {tickets.map((ticket) => (
          <Row key={ticket.id} ticket={ticket} chosen={ticket.id === chosen} onChoose={onChoose} />
        ))}
      </ul>
      {isLast && next !== null && (
        <div className="grid justify-center border-t border-line p-3">
          <Button onClick={() => onMore(next)}>{texts.more}</Button>
        </div>
      )}
    </>
  );
}

interface TicketRowProps {
  readonly ticket: Ticket;
  readonly chosen: boolean;
  readonly onChoose: (ticketId: string) => void;
}

function Row({ ticket, chosen, onChoose }: TicketRowProps) {
  const { id, title, unread, lastAt } = ticket;
  return (
    <li className={cx('flex items-center gap-1 pr-2', chosen && 'bg-ink-3 shadow-[inset_2px_0_0_var(--color-volt)]')}>
      <button
        type="button"
        aria-current={chosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2 pl-4 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className={cx('block truncate text-sm', unread > 0 ? 'font-extrabold' : 'font-semibold')}>{title}</span>
          <span className="flex items-center gap-2 text-xs text-fg-2">
            <span className={ticket.state === 'open' ? 'text-ok' : 'text-fg-3'}>{stateWord(ticket)}</span>
            <Time at={lastAt} />
          </span>
        </span>
        {unread > 0 && (
          <span className="rounded-full bg-volt px-2 py-0.5 text-xs font-extrabold text-volt-ink">
            {texts.unread(unread)}
          </span>
        )}
        <ChevronRight aria-hidden size={16} className="shrink-0 text-fg-3" />
      </button>
      <IconButton label={texts.viewThis(title)} onClick={() => openModal('ticket.view', { ticketId: id })}>
        <Maximize2 aria-hidden size={16} />
      </IconButton>
    </li>
  );
}

function stateWord({ state, firstAnswerAt }: Ticket): string {
  if (state === 'closed') return texts.closed;
  return firstAnswerAt === null ? texts.open : texts.answered;
}
