/** One of the player's tickets: conversation, field, close button. On the page and in the View ticket window. */
import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { closeTicket, getTicket, readTicket, sendToTicket, listTickets } from '@fairpot/contract/support/calls';
import { messages as said } from '../../messages.ts';
import { send } from '../../platform/calls/api.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { toastSuccess } from '../../platform/page/toasts.ts';
import { Conversation } from '../../ticket-kit/conversation.tsx';
import { ticketTexts } from '../../ticket-kit/texts.ts';
import { useTicketPages } from '../../ticket-kit/use-pages.ts';
import { Writer } from '../../ticket-kit/writer.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { NoAnswer } from '../../ui/states/states.tsx';
import { aboutLabel, pageOfAbout } from './about.ts';
import { AddressChip } from './address-chip.tsx';
import { texts } from './texts.ts';

const HEAD = 'flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2';

export interface TicketChatProps {
  readonly ticketId: string;
  readonly onClosed?: () => void;
}

export function TicketChat({ ticketId, onClosed }: TicketChatProps) {
  const pages = useTicketPages(getTicket, { id: ticketId }, ({ messages, older }) => ({ messages, older }));
  const { ticket } = pages;
  const sending = useSend(sendToTicket);
  const closing = useSend(closeTicket, {
    onAccepted: () => {
      toastSuccess(said.done.ticketClosed);
      void refetchAll(listTickets);
      void refetchAll(getTicket);
      onClosed?.();
    },
  });
  useReadMark(ticketId, ticket?.unread ?? 0);
  if (!ticket) return <NoAnswer error={pages.error} refetch={pages.retry} className="m-4 h-72" />;
  const isOpen = ticket.state === 'open';
  return (
    <div className="grid min-w-0">
      <div className={HEAD}>
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-bold">{ticket.title}</h3>
          {ticket.about && (
            <Link to={pageOfAbout(ticket.about)} className="text-xs text-fg-2 underline">
              {texts.aboutThis(aboutLabel(ticket.about))}
            </Link>
          )}
        </div>
        {isOpen && (
          <Button busy={closing.phase === 'sent'} onClick={() => void closing.run({ ticketId })}>
            {texts.close}
          </Button>
        )}
      </div>
      <Conversation
        messages={pages.messages}
        side="player"
        author={({ side }) => (side === 'player' ? ticketTexts.you : ticketTexts.moderator)}
        chip={(coin) => <AddressChip coin={coin} />}
        onOlder={pages.loadOlder}
        loadingOlder={pages.loadingOlder}
      />
      <div className="border-t border-line p-4">
        {isOpen ? (
          <Writer
            onSend={async (message) => {
              const taken = (await sending.run({ ticketId, message })) !== undefined;
              if (taken) void refetchAll(getTicket);
              return taken;
            }}
          />
        ) : (
          <p className="flex items-center gap-2 text-sm text-fg-2">
            <Lock aria-hidden size={16} />
            {texts.closedText}
          </p>
        )}
      </div>
    </div>
  );
}

/** Marks the shown messages as read while the page is visible. */
function useReadMark(ticketId: string, unread: number): void {
  useEffect(() => {
    if (unread === 0) return undefined;
    const mark = (): void => {
      if (document.visibilityState !== 'visible') return;
      // if this fails, the next message or opening marks it as read
      void send(readTicket, { ticketId }).catch(() => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [ticketId, unread]);
}
