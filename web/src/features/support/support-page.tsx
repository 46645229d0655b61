/**
 * /support: the player's tickets, one of them next to the list, and the form for a new one. `?about=trade:ID` starts a ticket about that trade,
 * `?ticket=ID` shows that ticket.
 */
import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { getTicket, listTickets } from '@fairpot/contract/support/calls';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useTopic } from '../../platform/live/live.ts';
import { useSession } from '../../platform/page/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { aboutOf } from './about.ts';
import { GuestWriter, NewTicket } from './new-ticket.tsx';
import { texts } from './texts.ts';
import { TicketChat } from './ticket-chat.tsx';
import { TicketList } from './ticket-list.tsx';

export function SupportPage() {
  const { status } = useSession();
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      {status === 'loading' && <Skeleton className="h-72" />}
      {status === 'out' && (
        <Panel title={texts.create} className="max-w-2xl">
          <GuestWriter />
        </Panel>
      )}
      {status === 'in' && <Tickets />}
    </>
  );
}

const TICKET = /^tkt_[0-9a-z]{26}$/;

function Tickets() {
  const [search, setSearch] = useSearchParams();
  useTicketFacts();
  const wanted = search.get('ticket');
  const chosen = wanted !== null && TICKET.test(wanted) ? wanted : null;
  const about = aboutOf(search);
  const choose = (ticketId: string | null): void =>
    setSearch(ticketId === null ? {} : { ticket: ticketId }, { replace: true });
  return (
    <div className="@container">
      <div className="grid gap-4 @min-[760px]:grid-cols-12">
        <Panel
          title={texts.yours}
          flush
          className="@min-[760px]:col-span-5"
          actions={
            chosen !== null && (
              <Button icon={<Plus aria-hidden size={16} />} onClick={() => choose(null)}>
                {texts.create}
              </Button>
            )
          }
        >
          <TicketList chosen={chosen} onChoose={choose} />
        </Panel>
        <div className="min-w-0 @min-[760px]:col-span-7">
          {chosen === null ? (
            <Panel title={texts.create}>
              <NewTicket key={search.get('about') ?? ''} about={about} onCreated={choose} />
              <p className="mt-3 text-xs text-fg-2">{texts.waiting}</p>
            </Panel>
          ) : (
            <Panel flush>
              <TicketChat key={chosen} ticketId={chosen} />
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}

/** Refetches a changed ticket and the list. */
function useTicketFacts(): void {
  const refetch = (): void => {
    void refetchAll(listTickets);
    void refetchAll(getTicket);
  };
  useTopic('player', {
    apply: (facts) => {
      if (facts.some(({ body }) => body.type === 'support.ticket')) refetch();
    },
    resync: refetch,
    isUrgent: ({ body }) => body.type === 'support.ticket',
  });
}
