/** One ticket at the desk: player, subject, conversation, assignee, and the reply with its preview. */
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { assignTicket, closeTicketAsStaff, getStaffTicket, seeTicket } from '@fairpot/contract/support/calls';
import type { StaffTicketView } from '@fairpot/contract/support/schemas';
import { send } from '../../../platform/calls/api.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { useMe } from '../../../platform/page/session.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { Conversation } from '../../../ticket-kit/conversation.tsx';
import { useTicketPages } from '../../../ticket-kit/use-pages.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { openAct } from '../kit/act.ts';
import { IdCell, Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { ReplyForm } from './reply-form.tsx';
import { StaffChip } from './staff-chip.tsx';
import { texts } from './texts.ts';
import { refetchTickets, useTicketUpdates } from './ticket-updates.ts';
import { formatShortDuration } from '../../../platform/page/time.ts';
import { kitTexts } from '../kit/texts.ts';

export function TicketScreen() {
  const { id = '' } = useParams();
  useTicketUpdates();
  const pages = useTicketPages(getStaffTicket, { id }, ({ messages, older }) => ({ messages, older }));
  const { ticket } = pages;
  const unread = ticket?.unread ?? 0;
  useEffect(() => {
    // If this fails, the next reply or the next opening of the ticket marks it as read.
    if (unread > 0) void send(seeTicket, { ticketId: id }).catch(() => undefined);
  }, [id, unread]);
  return (
    <>
      <PageHead
        title={ticket?.title ?? texts.title}
        lead={
          <Link to="/staff/tickets" className="underline">
            {texts.all}
          </Link>
        }
      />
      {!ticket && <NoAnswer error={pages.error} refetch={pages.retry} className="h-72" />}
      {ticket && (
        <div className="grid gap-4 @min-[900px]:grid-cols-12">
          <Panel flush className="@min-[900px]:col-span-8">
            <Conversation
              messages={pages.messages}
              side="staff"
              author={({ author }) => author.name}
              chip={(coin) => <StaffChip coin={coin} />}
              onOlder={pages.loadOlder}
              loadingOlder={pages.loadingOlder}
            />
            <ReplyForm ticket={ticket} />
          </Panel>
          <Facts ticket={ticket} />
        </div>
      )}
    </>
  );
}

function Facts({ ticket }: { readonly ticket: StaffTicketView }) {
  const { player, assignee, about, openedAt, firstAnswerAt, waitingSince, closedAt } = ticket;
  const rows = [
    [kitTexts.heads.player, <PersonCell key="p" user={player} />],
    [texts.heads.about, about === null ? <Nothing key="a" /> : <IdCell key="a" id={about.id} />],
    [texts.heads.opened, <TimeCell key="o" at={openedAt} />],
    [
      texts.heads.firstReply,
      firstAnswerAt === null ? <Nothing key="f" /> : formatShortDuration(firstAnswerAt - openedAt),
    ],
    [
      texts.heads.waiting,
      waitingSince === null ? <Nothing key="w" /> : formatShortDuration(serverNow() - waitingSince),
    ],
    [texts.heads.closed, <TimeCell key="c" at={closedAt} />],
    [texts.heads.assignee, assignee === null ? texts.unassigned : <PersonCell key="s" user={assignee} />],
  ] as const;
  return (
    <Panel className="self-start @min-[900px]:col-span-4">
      <dl className="grid gap-3 text-sm">
        {rows.map(([head, value]) => (
          <div key={head} className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-2">
            <dt className="text-fg-2">{head}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      {ticket.state === 'open' && <TicketActions ticket={ticket} />}
    </Panel>
  );
}

function TicketActions({ ticket }: { readonly ticket: StaffTicketView }) {
  const me = useMe();
  const assigning = useSend(assignTicket, { onAccepted: refetchTickets, onRefused: refetchTickets });
  if (ticket.player.id === me) return <p className="mt-4 text-sm text-fg-2">{texts.own}</p>;
  const { id: ticketId, assignee, title } = ticket;
  const from = assignee?.id ?? null;
  const take = from !== me;
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
      <Button busy={assigning.phase === 'sent'} onClick={() => void assigning.run({ ticketId, from, take })}>
        {from === null ? texts.take : take ? texts.takeOver : texts.unassign}
      </Button>
      <Button
        variant="danger"
        onClick={() =>
          openAct({
            title: texts.closeTitle(title),
            text: texts.closeText,
            confirm: texts.closeConfirm,
            command: closeTicketAsStaff,
            input: { ticketId },
            onDone: refetchTickets,
          })
        }
      >
        {texts.close}
      </Button>
    </div>
  );
}
