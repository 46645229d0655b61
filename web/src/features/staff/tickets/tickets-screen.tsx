/** The ticket queue: four lists, longest wait first, and how long first replies take. */
import { useState } from 'react';
import { listStaffTickets, TICKET_LISTS, WAITING_MAX, type TicketListName } from '@fairpot/contract/support/calls';
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import { serverNow } from '../../../platform/live/clock.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { texts } from './texts.ts';
import { TicketTitle } from './ticket-title.tsx';
import { useTicketUpdates } from './ticket-updates.ts';
import { formatShortDuration } from '../../../platform/page/time.ts';
import { kitTexts } from '../kit/texts.ts';

const COLUMNS: readonly DeskColumn<StaffTicket>[] = [
  { head: texts.heads.ticket, cell: (ticket) => <TicketTitle ticket={ticket} /> },
  { head: kitTexts.heads.player, cell: ({ player }) => <PersonCell user={player} /> },
  {
    head: texts.heads.waiting,
    cell: ({ waitingSince }) => (waitingSince === null ? <Nothing /> : formatShortDuration(serverNow() - waitingSince)),
  },
  { head: texts.heads.opened, cell: ({ openedAt }) => <TimeCell at={openedAt} /> },
  {
    head: texts.heads.firstReply,
    cell: ({ firstAnswerAt, openedAt }) =>
      firstAnswerAt === null ? <Nothing /> : formatShortDuration(firstAnswerAt - openedAt),
  },
  { head: texts.heads.assignee, cell: ({ assignee }) => <PersonCell user={assignee} /> },
];

const replyTimes = ({ count, p50Ms, p90Ms }: { count: number; p50Ms: number; p90Ms: number }): string =>
  texts.times(count, formatShortDuration(p50Ms), formatShortDuration(p90Ms));

export function TicketsScreen() {
  useTicketUpdates();
  const [list, setList] = useState<TicketListName>('waiting');
  const { data } = useAsk(listStaffTickets, { list });
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      {data && (
        <p className="mb-4 text-sm text-fg-2">
          {texts.waiting(data.waiting, WAITING_MAX)}
          {data.answers && `. ${replyTimes(data.answers)}`}
        </p>
      )}
      <Tabs
        label={texts.title}
        value={list}
        onChange={setList}
        tabs={TICKET_LISTS.map((value) => ({ value, label: texts.lists[value] }))}
      >
        <DeskTable
          label={texts.lists[list]}
          query={listStaffTickets}
          filter={{ list }}
          pageBy="after"
          rows={({ tickets }) => tickets}
          columns={COLUMNS}
          empty={texts.empty}
          emptyText={texts.emptyText}
        />
      </Tabs>
    </>
  );
}
