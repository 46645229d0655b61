/**
 * The SQL that changes support's own tables and reads single tickets. Called by this folder only; lists are in lists-store.ts. Lock order:
 * the player's name (for opening a ticket), then the ticket; every operation on a ticket locks it first.
 */
import type { TicketAboutKind } from '@fairpot/contract/support/calls';
import type { TicketPart } from '@fairpot/contract/support/schemas';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { SLOW_LIMIT } from './rules.ts';

export interface TicketRow {
  readonly id: string;
  readonly playerId: string;
  readonly title: string;
  readonly aboutKind: TicketAboutKind | null;
  readonly aboutId: string | null;
  readonly state: 'open' | 'closed';
  readonly version: number;
  readonly openedAt: number;
  readonly lastAt: number;
  readonly waitingSince: number | null;
  readonly firstAnswerAt: number | null;
  readonly assignedTo: string | null;
  readonly playerUnread: number;
  readonly staffUnread: number;
  readonly closedAt: number | null;
}

export const ticketColumns = sql`
  t.id, t.player_id as "playerId", t.title, t.about_kind as "aboutKind", t.about_id as "aboutId", t.state, t.version,
  t.opened_at as "openedAt", t.last_at as "lastAt", t.waiting_since as "waitingSince",
  t.first_answer_at as "firstAnswerAt", t.assigned_to as "assignedTo", t.player_unread as "playerUnread",
  t.staff_unread as "staffUnread", t.closed_at as "closedAt"`;

export function ticketById(db: Db, id: string): Promise<TicketRow | undefined> {
  return db.maybe<TicketRow>(sql`select ${ticketColumns} from support_tickets t where t.id = ${id}`);
}

/** The ticket, locked until the transaction ends. */
export function lockTicket(tx: Tx, id: string): Promise<TicketRow | undefined> {
  return tx.maybe<TicketRow>(sql`select ${ticketColumns} from support_tickets t where t.id = ${id} for no key update`);
}

export interface MessageRow {
  readonly id: string;
  readonly authorId: string;
  readonly side: 'player' | 'staff';
  readonly parts: TicketPart[];
  readonly createdAt: number;
}

/** Messages of a ticket, newest first; with `before`, only older ones. */
export function messagesOf(db: Db, ticketId: string, before: string | null, limit: number): Promise<MessageRow[]> {
  const older = before === null ? sql`` : sql`and id < ${before}`;
  return db.many<MessageRow>(sql`
    select id, author_id as "authorId", side, parts, created_at as "createdAt" from support_messages
    where ticket_id = ${ticketId} ${older}
    order by id desc limit ${limit}::integer`);
}

/** Serialises the opening of a player's tickets. */
export async function lockOpening(tx: Tx, playerId: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`support ${playerId}`}, 0)) is null as held`);
}

/** A free slot for an open ticket, 1 to `most`; null: all are taken. */
export async function freeSlot(tx: Tx, playerId: string, most: number): Promise<number | null> {
  const row = await tx.maybe<{ slot: number }>(sql`
    select s as slot from generate_series(1, ${most}::integer) s
    where not exists (select from support_tickets t where t.player_id = ${playerId} and t.slot = s)
    order by s limit 1`);
  return row?.slot ?? null;
}

export interface NewTicket extends Pick<TicketRow, 'id' | 'playerId' | 'title' | 'aboutKind' | 'aboutId' | 'openedAt'> {
  readonly slot: number;
}

/** Without its first message. */
export async function insertTicket(tx: Tx, row: NewTicket): Promise<void> {
  await tx.run(sql`
    insert into support_tickets (id, player_id, title, about_kind, about_id, slot, opened_at, last_at, version)
    values (${row.id}, ${row.playerId}, ${row.title}, ${row.aboutKind}, ${row.aboutId}, ${row.slot}::smallint,
      ${row.openedAt}, ${row.openedAt}, 0)`);
}

export interface NewMessage extends MessageRow {
  readonly ticketId: string;
}

/** Adds a message and updates its ticket. Returns the ticket's new version. */
export async function insertMessage(tx: Tx, row: NewMessage): Promise<number> {
  const { id, ticketId, authorId, side, parts, createdAt: at } = row;
  await tx.run(sql`
    insert into support_messages (id, ticket_id, author_id, side, parts, created_at)
    values (${id}, ${ticketId}, ${authorId}, ${side}, ${JSON.stringify(parts)}::jsonb, ${at})`);
  const change =
    side === 'player'
      ? sql`staff_unread = staff_unread + 1, waiting_since = coalesce(waiting_since, ${at}::bigint)`
      : sql`player_unread = player_unread + 1, waiting_since = null, staff_unread = 0,
          first_answer_at = coalesce(first_answer_at, ${at}::bigint), assigned_to = coalesce(assigned_to, ${authorId})`;
  const { version } = await tx.one<{ version: number }>(sql`
    update support_tickets set ${change}, last_at = greatest(last_at, ${at}::bigint), version = version + 1
    where id = ${ticketId} and state = 'open' returning version`);
  return version;
}

/** Closes an open ticket, by a person or (null) by the site. Returns the new version. */
export async function closeOpen(tx: Tx, id: string, by: string | null, at: number): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`
    update support_tickets set state = 'closed', slot = null, waiting_since = null, closed_by = ${by},
      closed_at = greatest(last_at, ${at}::bigint), version = version + 1
    where id = ${id} and state = 'open' returning version`);
  return version;
}

/** Marks everything as read by this side. Returns the new version, or null when there was nothing to read. */
export async function markSeen(tx: Tx, id: string, side: 'player' | 'staff'): Promise<number | null> {
  const row = await tx.maybe<{ version: number }>(
    side === 'player'
      ? sql`update support_tickets set player_unread = 0, version = version + 1
          where id = ${id} and player_unread > 0 returning version`
      : sql`update support_tickets set staff_unread = 0, version = version + 1
          where id = ${id} and staff_unread > 0 returning version`,
  );
  return row?.version ?? null;
}

/** Changes the assignee. Returns the new version, or null when `from` is not the current assignee. */
export async function assign(tx: Tx, id: string, from: string | null, to: string | null): Promise<number | null> {
  const row = await tx.maybe<{ version: number }>(sql`
    update support_tickets set assigned_to = ${to}, version = version + 1
    where id = ${id} and state = 'open' and assigned_to is not distinct from ${from}::text returning version`);
  return row?.version ?? null;
}

/** The time of the message that fills the slow limit: the next one has to wait until this one is old enough. Null while there is room. */
export async function slowBlocker(tx: Tx, authorId: string, now: number): Promise<number | null> {
  const row = await tx.maybe<{ createdAt: number }>(sql`
    select created_at as "createdAt" from support_messages
    where author_id = ${authorId} and created_at > ${now - SLOW_LIMIT.perMs}
    order by created_at desc offset ${SLOW_LIMIT.max - 1}::integer limit 1`);
  return row?.createdAt ?? null;
}
