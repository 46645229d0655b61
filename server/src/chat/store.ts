/**
 * SQL of the chat's own tables, called only by this folder. Invariant: a post holds the shared lock of its author while it checks
 * the ban; a ban takes the exclusive lock. So once a ban is answered, no message of that person can still be on its way.
 */
import type { ChatAuditEntry } from '@fairpot/contract/chat/schemas';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { SLOW_LIMIT, type Voice } from './rules.ts';

export interface ChatMessageRow {
  readonly id: string;
  readonly shownId: string;
  readonly voice: Voice;
  readonly message: string;
  readonly createdAt: number;
}

export interface BanRow {
  readonly version: number;
  /** Epoch ms; null: permanent. */
  readonly until: number | null;
}

export type AuditAction = ChatAuditEntry['action'];
export interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly actorId: string;
  readonly action: AuditAction;
  readonly targetId: string | null;
  readonly chatId: string | null;
  readonly until: number | null;
}

const shown = sql`id, shown_id as "shownId", voice, message, created_at as "createdAt"`;

/** Visible messages, newest first, older than `before` when it is given. */
export function newestMessages(db: Db, before: string | null, limit: number): Promise<ChatMessageRow[]> {
  const older = before === null ? sql`` : sql`and id < ${before}`;
  return db.many<ChatMessageRow>(sql`
    select ${shown} from chat_messages
    where removed_at is null ${older}
    order by id desc limit ${limit}::integer`);
}

/** Those of the messages that are (still) visible, in no order. */
export function messagesByIds(db: Db, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return db.many<ChatMessageRow>(sql`
    select ${shown} from chat_messages where id = any(${ids}::text[]) and removed_at is null`);
}

export interface NewChatMessage extends ChatMessageRow {
  readonly authorId: string;
}

export async function insertMessage(tx: Tx, row: NewChatMessage): Promise<void> {
  await tx.run(sql`
    insert into chat_messages (id, author_id, shown_id, voice, message, created_at)
    values (${row.id}, ${row.authorId}, ${row.shownId}, ${row.voice}, ${row.message}, ${row.createdAt})`);
}

/** Hides messages. Returns those that were visible until now, with the author shown. */
export function hideMessages(tx: Tx, ids: readonly string[], now: number): Promise<{ id: string; shownId: string }[]> {
  return tx.many<{ id: string; shownId: string }>(sql`
    update chat_messages set removed_at = greatest(${now}::bigint, created_at)
    where id = any(${ids}::text[]) and removed_at is null
    returning id, shown_id as "shownId"`);
}

/** Deletes messages written before `before`, oldest first; returns how many. */
export function deleteOldMessages(db: Db, before: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from chat_messages where id = any(array(
      select id from chat_messages where created_at < ${before} order by created_at limit ${limit}::integer
      for update skip locked))`);
}

/**
 * When the message was written that fills up the slow limit: the next message must wait until that one is old enough. Null while
 * there is room.
 */
export async function slowBlocker(tx: Tx, authorId: string, now: number): Promise<number | null> {
  const row = await tx.maybe<{ createdAt: number }>(sql`
    select created_at as "createdAt" from chat_messages
    where author_id = ${authorId} and voice = 'own' and created_at > ${now - SLOW_LIMIT.perMs}
    order by created_at desc offset ${SLOW_LIMIT.max - 1}::integer limit 1`);
  return row?.createdAt ?? null;
}

/** Blocks bans of this person until the transaction ends. Later statements see every ban answered before. */
export async function lockForPosting(tx: Tx, playerId: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(playerId)}, 0)) is null as held`);
}

/** Waits for this person's posts in progress, and blocks new ones. */
export async function lockForBanning(tx: Tx, playerId: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(playerId)}, 0)) is null as held`);
}

const lockName = (playerId: string) => `chat ${playerId}`;

export function activeBan(db: Db, playerId: string, now: number): Promise<BanRow | undefined> {
  return db.maybe<BanRow>(sql`
    select version, until from chat_bans
    where player_id = ${playerId} and lifted_at is null and (until is null or until > ${now})`);
}

/** Bans the player, replacing an existing ban. Returns the new version. */
export async function putBan(tx: Tx, playerId: string, until: number | null, now: number): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`
    insert into chat_bans as b (player_id, version, banned_at, until) values (${playerId}, 1, ${now}, ${until})
    on conflict (player_id) do update
      set version = b.version + 1, banned_at = excluded.banned_at, until = excluded.until, lifted_at = null
    returning version`);
  return version;
}

/** Lifts the current ban. Returns the new version, or null when there was no ban. */
export async function liftBan(tx: Tx, playerId: string, now: number): Promise<number | null> {
  const row = await tx.maybe<{ version: number }>(sql`
    update chat_bans set lifted_at = greatest(${now}::bigint, banned_at), version = version + 1
    where player_id = ${playerId} and lifted_at is null and (until is null or until > ${now})
    returning version`);
  return row?.version ?? null;
}

/** Adds entries to the audit, in order. */
export async function writeAudit(tx: Tx, entries: readonly Omit<AuditRow, 'id'>[]): Promise<void> {
  await tx.run(sql`
    insert into chat_audit (at, actor_id, action, target_id, chat_id, until)
    select at, "actorId", action, "targetId", "chatId", until
    from jsonb_to_recordset(${JSON.stringify(entries.map((entry, position) => ({ ...entry, position })))}::jsonb)
      as r (position integer, at bigint, "actorId" text, action text, "targetId" text, "chatId" text, until bigint)
    order by position`);
}

/** Newest first, older than `before` when it is given. */
export function auditEntries(db: Db, before: number | null, limit: number): Promise<AuditRow[]> {
  const older = before === null ? sql`` : sql`where id < ${before}`;
  return db.many<AuditRow>(sql`
    select id, at, actor_id as "actorId", action, target_id as "targetId", chat_id as "chatId", until from chat_audit
    ${older}
    order by id desc limit ${limit}::integer`);
}
