/**
 * The closing of an account on its own row: requested, cancelled, erasing, closed. Each step is one guarded update, so that concurrent
 * steps, or a crash between them, leave one of these states. What it waits for and what else is erased: server/src/profile.
 */
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

export interface ClosingRow {
  readonly closingAt: number | null;
  readonly closesAt: number | null;
  readonly erasedAt: number | null;
  readonly closedAt: number | null;
}

const closingColumns = sql`
  closing_at as "closingAt", closes_at as "closesAt", erased_at as "erasedAt", closed_at as "closedAt"`;

export function closingOf(db: Db, playerId: string): Promise<ClosingRow> {
  return db.one<ClosingRow>(sql`select ${closingColumns} from players where id = ${playerId}`);
}

/** Locks the row: no other transaction changes the closing until this one ends. */
export function lockClosing(tx: Tx, playerId: string): Promise<ClosingRow> {
  return tx.one<ClosingRow>(sql`select ${closingColumns} from players where id = ${playerId} for update`);
}

/** Requests the closing. A repeated request keeps the first times. */
export async function requestClosing(tx: Tx, playerId: string, closesAt: number, now: number): Promise<void> {
  await tx.run(sql`
    update players set closing_at = ${now}, closes_at = ${closesAt} where id = ${playerId} and closing_at is null`);
}

/** Cancels the closing. False when there is none, or the erasure has begun. */
export async function cancelClosing(tx: Tx, playerId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update players set closing_at = null, closes_at = null
    where id = ${playerId} and closing_at is not null and erased_at is null`);
  return changed === 1;
}

/** The name of a closed account wherever its rounds are shown. */
export const CLOSED_NAME = 'Closed account';

/**
 * Anonymises the account: deletes what names the person, the key of their pseudonym, and their sessions. False when the closing was not
 * requested, is still in its waiting period, or the erasure has begun before.
 */
export async function anonymizeAccount(
  tx: Tx,
  playerId: string,
  look: string,
  avatar: string,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`
    update players set erased_at = ${now}, steamid = null, name = ${CLOSED_NAME}, look = ${look}, avatar = ${avatar},
      pseudonym_key = null, trade_token = ''
    where id = ${playerId} and closes_at <= ${now} and erased_at is null`);
  if (changed === 0) return false;
  await tx.run(sql`delete from sessions where player_id = ${playerId}`);
  return true;
}

/** Marks the account closed: nothing is left to erase. */
export async function finishClosing(tx: Tx, playerId: string, now: number): Promise<void> {
  await tx.run(sql`
    update players set closed_at = ${now} where id = ${playerId} and erased_at is not null and closed_at is null`);
}

/** Accounts whose closing may begin or continue, after the cursor `after`, longest wait first. */
export function dueClosings(
  db: Db,
  now: number,
  after: { readonly closesAt: number; readonly id: string },
  limit: number,
): Promise<{ id: string; closesAt: number }[]> {
  return db.many<{ id: string; closesAt: number }>(sql`
    select id, closes_at as "closesAt" from players
    where closing_at is not null and closed_at is null and closes_at <= ${now}
      and (closes_at, id) > (${after.closesAt}::bigint, ${after.id})
    order by closes_at, id limit ${limit}`);
}

/** Condition: there is one of `dueClosings`. */
export const anyClosingDueSql = (now: number): Sql => sql`exists (
  select from players where closing_at is not null and closed_at is null and closes_at <= ${now})`;

/** Which of these accounts still belong to a person: a restored database still knows people whom the site erased after the backup. */
export async function notErased(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from players where id = any(${ids}::text[]) and erased_at is null order by id`);
  return rows.map(({ id }) => id);
}

/** Ends the waiting period of an account whose row is locked, whether or not the closing was requested in this database. */
export async function endWaitingPeriod(tx: Tx, playerId: string, now: number): Promise<void> {
  await tx.run(sql`
    update players set closing_at = least(closing_at, ${now}::bigint), closes_at = ${now}
    where id = ${playerId} and erased_at is null`);
}

/** Accounts erased since `since`, oldest first, except `known`. */
export function erasedSince(
  db: Db,
  since: number,
  known: readonly string[],
  limit: number,
): Promise<{ id: string; erasedAt: number }[]> {
  return db.many<{ id: string; erasedAt: number }>(sql`
    select id, erased_at as "erasedAt" from players
    where erased_at >= ${since} and id <> all(${known}::text[]) order by erased_at, id limit ${limit}`);
}

/** Condition: there is one of `erasedSince`. */
export const anyErasedSinceSql = (since: number, known: readonly string[]): Sql => sql`exists (
  select from players where erased_at >= ${since} and id <> all(${known}::text[]))`;

/** Closed accounts whose books still name their person, longest closed first. */
export function closedWithNames(db: Db, closedBefore: number, limit: number): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    select id from players where closed_at is not null and unnamed_at is null and closed_at <= ${closedBefore}
    order by closed_at, id limit ${limit}`);
}

/** Records that the books no longer name the person. */
export function recordAnonymized(db: Db, playerId: string, now: number): Promise<number> {
  return db.run(sql`
    update players set unnamed_at = ${now} where id = ${playerId} and closed_at is not null and unnamed_at is null`);
}
