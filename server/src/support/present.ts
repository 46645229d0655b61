/** Tickets as views: the only form in which they are published. A player never learns which staff member wrote; staff see it. */
import { textOfParts } from '@fairpot/contract/support/views';
import type { StaffTicket, StaffTicketView, Ticket, TicketMessage } from '@fairpot/contract/support/schemas';
import { publicUsers } from '../accounts/front.ts';
import { getKnown } from '../platform/runner/refused.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import type { MessageRow, TicketRow } from './store.ts';

function common(row: TicketRow): Omit<Ticket, 'unread'> {
  const { id, version, state, title, aboutKind, aboutId, openedAt, lastAt, firstAnswerAt, closedAt } = row;
  const about = aboutKind === null || aboutId === null ? null : { kind: aboutKind, id: aboutId };
  return { id, version, state, title, about, openedAt, lastAt, firstAnswerAt, closedAt };
}

export function presentTicket(row: TicketRow): Ticket {
  return { ...common(row), unread: row.playerUnread };
}

export function presentMessage({ id, authorId, side, parts, createdAt }: MessageRow): TicketMessage {
  return { id, userId: side === 'player' ? authorId : null, side, message: textOfParts(parts), parts, createdAt };
}

export async function presentForStaff(db: Db, rows: readonly TicketRow[]): Promise<StaffTicket[]> {
  const users = await publicUsers(
    db,
    rows.flatMap(({ playerId, assignedTo }) => [playerId, ...(assignedTo === null ? [] : [assignedTo])]),
  );
  return rows.map((row) => ({
    ...common(row),
    unread: row.staffUnread,
    player: getKnown(users, row.playerId),
    assignee: row.assignedTo === null ? null : getKnown(users, row.assignedTo),
    waitingSince: row.waitingSince,
  }));
}

export async function presentMessagesForStaff(
  db: Db,
  rows: readonly MessageRow[],
): Promise<StaffTicketView['messages']> {
  const users = await publicUsers(db, columnOf(rows, 'authorId'));
  return rows.map((row) => ({
    ...presentMessage(row),
    userId: row.authorId,
    author: getKnown(users, row.authorId),
  }));
}
