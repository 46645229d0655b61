/** The SQL of the notification tables, except for inserts (server/functions/notifications). Only this folder calls it. */
import type { NotificationKind } from '@fairpot/contract/notifications/calls';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';

export interface NotificationRow {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly header: string;
  readonly text: string;
  readonly link: string | null;
  readonly at: number;
  readonly readAt: number | null;
}

/** Newest first; only those older than `before`, if given. */
export function newest(db: Db, playerId: string, before: number | null, limit: number): Promise<NotificationRow[]> {
  const older = before === null ? sql`` : sql`and id < ${before}`;
  return db.many<NotificationRow>(sql`
    select id, kind, header, text, link, at, read_at as "readAt" from notifications
    where player_id = ${playerId} ${older}
    order by id desc limit ${limit}::integer`);
}

/** Unread ones, counted up to `most`. */
export async function unreadCount(db: Db, playerId: string, most: number): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*) as n from (
      select from notifications where player_id = ${playerId} and read_at is null limit ${most}::integer) unread`);
  return n;
}

/** Marks at most `limit` unread ones up to `upTo` as read, newest first; returns how many. */
export function markRead(tx: Tx, playerId: string, upTo: number, limit: number, now: number): Promise<number> {
  return tx.run(sql`
    update notifications set read_at = greatest(${now}::bigint, at)
    where id = any(array(
      select id from notifications where player_id = ${playerId} and read_at is null and id <= ${upTo}
      order by id desc limit ${limit}::integer))`);
}

export async function mutedKinds(db: Db, playerId: string): Promise<readonly NotificationKind[]> {
  const row = await db.maybe<{ off: NotificationKind[] }>(sql`
    select off from notification_choices where player_id = ${playerId}`);
  return row?.off ?? [];
}

export async function storeMutedKinds(tx: Tx, playerId: string, off: readonly NotificationKind[]): Promise<void> {
  await tx.run(sql`
    insert into notification_choices (player_id, off) values (${playerId}, ${off}::text[])
    on conflict (player_id) do update set off = excluded.off`);
}

/** Deletes notifications older than `before`, oldest first; returns how many. */
export function deleteOld(db: Db, before: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from notifications where id = any(array(
      select id from notifications where at < ${before} order by at limit ${limit}::integer for update skip locked))`);
}
