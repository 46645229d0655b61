/** The queue: four lists of tickets, who waits longest first; how long first answers took. */
import { useState } from 'react';
import { listStaffTickets, TICKET_LISTS, WAITING_MOST, type TicketListName } from '@fairpot/contract/support/calls';
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import { serverNow } from '../../../platform/live/clock.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { texts } from './texts.ts';
import { TicketTitle } from './ticket-title.tsx';
import { useQueueFacts } from './use-queue-facts.ts';
import { formatShortDuration } from '../../../ui/values/time.ts';

const COLUMNS: readonly DeskColumn<StaffTicket>[] = [
  { head: 'Ticket', cell: (ticket) => <TicketTitle ticket={ticket} /> },
  { head: 'Player', cell: ({ player }) => <PersonCell user={player} /> },
  {
    head: 'Waits',
    cell: ({ waitingSince }) => (waitingSince === null ? <Nothing /> : formatShortDuration(serverNow() - waitingSince)),
  },
  { head: 'Opened, UTC', cell: ({ openedAt }) => <TimeCell at={openedAt} /> },
  {
    head: 'First answer',
    cell: ({ firstAnswerAt, openedAt }) =>
      firstAnswerAt === null ? <Nothing /> : formatShortDuration(firstAnswerAt - openedAt),
  },
  { head: 'With', cell: ({ assignee }) => <PersonCell user={assignee} /> },
];

export function TicketsScreen() {
  useQueueFacts();
  const [list, setList] = useState<TicketListName>('waiting');
  const { data } = useAsk(listStaffTickets, { list });
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      {data && (
        <p className="mb-4 text-sm text-fg-2">
          {texts.waiting(data.waiting, WAITING_MOST)}
          {data.answers &&
            `. ${texts.times(data.answers.count, formatShortDuration(data.answers.p50Ms), formatShortDuration(data.answers.p90Ms))}`}
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
          input={(after: string | null) => (after === null ? { list } : { list, after })}
          rows={({ tickets }) => tickets}
          next={({ next }) => next}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          empty={texts.empty}
          emptyText={texts.emptyText}
        />
      </Tabs>
    </>
  );
}
