/** A player's tickets, linked to their conversations. */
import { listUserTickets } from '@fairpot/contract/staff/users/calls';
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { TicketTitle } from '../tickets/ticket-title.tsx';
import type { UserSectionProps } from './section-props.ts';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const COLUMNS: readonly DeskColumn<StaffTicket>[] = [
  { head: texts.tickets.ticket, cell: (ticket) => <TicketTitle ticket={ticket} /> },
  {
    head: kitTexts.heads.status,
    cell: ({ state, waitingSince }) =>
      texts.tickets.states[state === 'closed' ? 'closed' : waitingSince === null ? 'answered' : 'waiting'],
  },
  { head: texts.tickets.opened, cell: ({ openedAt }) => <TimeCell at={openedAt} /> },
  { head: texts.tickets.last, cell: ({ lastAt }) => <TimeCell at={lastAt} /> },
  {
    head: texts.tickets.assignee,
    cell: ({ assignee }) => (assignee === null ? <Nothing /> : <PersonCell user={assignee} />),
  },
];

export function TicketsSection({ playerId: userId }: UserSectionProps) {
  return (
    <DeskTable
      label={texts.tickets.list}
      query={listUserTickets}
      filter={{ userId }}
      rows={({ tickets }) => tickets}
      columns={COLUMNS}
      empty={texts.tickets.empty}
      emptyText={texts.tickets.emptyText}
    />
  );
}
