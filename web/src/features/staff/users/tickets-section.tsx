/** The tab of a player's tickets, each with the way to its conversation. */
import { listUserTickets } from '@fairpot/contract/staff/users/calls';
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { TicketTitle } from '../tickets/ticket-title.tsx';
import type { UserSectionProps } from './section-props.ts';

const COLUMNS: readonly DeskColumn<StaffTicket>[] = [
  { head: 'Ticket', cell: (ticket) => <TicketTitle ticket={ticket} /> },
  {
    head: 'State',
    cell: ({ state, waitingSince }) => (state === 'closed' ? 'closed' : waitingSince === null ? 'answered' : 'waits'),
  },
  { head: 'Opened, UTC', cell: ({ openedAt }) => <TimeCell at={openedAt} /> },
  { head: 'Last written, UTC', cell: ({ lastAt }) => <TimeCell at={lastAt} /> },
  { head: 'With', cell: ({ assignee }) => (assignee === null ? <Nothing /> : <PersonCell user={assignee} />) },
];

export function TicketsSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label="Tickets of this player"
      query={listUserTickets}
      input={(before: string | null) => (before === null ? { userId } : { userId, before })}
      rows={({ tickets }) => tickets}
      next={({ next }) => next}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty="No ticket"
      emptyText="This player has never written to support, or it is longer ago than tickets are kept."
    />
  );
}
