/** Lists of tickets: a player's own, the staff queue, and those for the sweeps. Each uses its own index, by keyset. */
import type { TicketListName } from '@fairpot/contract/support/calls';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { ticketColumns, type TicketRow } from './store.ts';

/** A player's own, newest first. */
export function ticketsOf(db: Db, playerId: string, before: string | null, limit: number): Promise<TicketRow[]> {
  const older = before === null ? sql`` : sql`and t.id < ${before}`;
  return db.many<TicketRow>(sql`
    select ${ticketColumns} from support_tickets t where t.player_id = ${playerId} ${older}
    order by t.id desc limit ${limit}::integer`);
}

/** Cursor: where a page ended, as the instant that the list is sorted by, and the ticket. */
export interface QueueCursor {
  readonly at: number;
  readonly id: string;
}

/** The instant that a list of the queue is sorted by. */
export function cursorOf(list: TicketListName, ticket: TicketRow): QueueCursor {
  const at = { waiting: ticket.waitingSince, mine: ticket.lastAt, answered: ticket.lastAt, closed: ticket.closedAt }[
    list
  ];
  return { at: at ?? 0, id: ticket.id };
}

/** One list of the queue. Waiting: longest first; the others newest first. `staffId`: whose tickets 'mine' shows. */
export function queue(
  db: Db,
  list: TicketListName,
  staffId: string,
  after: QueueCursor | null,
  limit: number,
): Promise<TicketRow[]> {
  switch (list) {
    case 'waiting':
      return db.many<TicketRow>(sql`
        select ${ticketColumns} from support_tickets t
        where t.waiting_since is not null
          ${after === null ? sql`` : sql`and (t.waiting_since, t.id) > (${after.at}::bigint, ${after.id})`}
        order by t.waiting_since, t.id limit ${limit}::integer`);
    case 'mine':
      return db.many<TicketRow>(sql`
        select ${ticketColumns} from support_tickets t
        where t.assigned_to = ${staffId} and t.slot is not null ${olderThan(after)}
        order by t.last_at desc, t.id desc limit ${limit}::integer`);
    case 'answered':
      return db.many<TicketRow>(sql`
        select ${ticketColumns} from support_tickets t
        where t.slot is not null and t.waiting_since is null ${olderThan(after)}
        order by t.last_at desc, t.id desc limit ${limit}::integer`);
    case 'closed':
      return db.many<TicketRow>(sql`
        select ${ticketColumns} from support_tickets t
        where t.closed_at is not null
          ${after === null ? sql`` : sql`and (t.closed_at, t.id) < (${after.at}::bigint, ${after.id})`}
        order by t.closed_at desc, t.id desc limit ${limit}::integer`);
  }
}

const olderThan = (after: QueueCursor | null) =>
  after === null ? sql`` : sql`and (t.last_at, t.id) < (${after.at}::bigint, ${after.id})`;

/** The number of waiting tickets, counted up to `most`. */
export async function waitingCount(db: Db, most: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*) as n from (
      select from support_tickets where waiting_since is not null limit ${most}::integer) waiting`);
  return n;
}

/** The durations of the last first answers, in ms, shortest first. */
export async function answerTimes(db: Db, limit: number): Promise<number[]> {
  const rows = await db.many<{ ms: number }>(sql`
    select ms from (
      select coalesce(first_answer_at - opened_at, 0) as ms from support_tickets where first_answer_at is not null
      order by first_answer_at desc limit ${limit}::integer) last
    order by ms`);
  return rows.map(({ ms }) => ms);
}

/** Open tickets that were answered and have had no message since `before`. */
export function idleTickets(db: Db, before: number, limit: number): Promise<{ id: string; playerId: string }[]> {
  return db.many<{ id: string; playerId: string }>(sql`
    select id, player_id as "playerId" from support_tickets
    where slot is not null and waiting_since is null and last_at < ${before}
    order by last_at, id limit ${limit}::integer`);
}

/** Deletes messages of tickets that were closed before `before`, then such tickets without messages. Returns how many rows. */
export async function forgetTickets(tx: Tx, before: number, limit: number): Promise<number> {
  const old = await tx.many<{ id: string }>(sql`
    select id from support_tickets where closed_at < ${before} order by closed_at limit ${limit}::integer
    for update skip locked`);
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const messages = await tx.run(sql`
    delete from support_messages where id = any(array(
      select id from support_messages where ticket_id = any(${ids}::text[]) limit ${limit * 20}::integer))`);
  const tickets = await tx.run(sql`
    delete from support_tickets t where t.id = any(${ids}::text[])
      and not exists (select from support_messages m where m.ticket_id = t.id offset 0)`);
  return messages + tickets;
}
