/**
 * The closing of an account on its own row: asked for, called back, begun, done. Each step is one guarded update, so that two at once, or
 * a crash between them, leave one of its states. What it waits for and what else is erased: server/src/profile.
 */
import { sql, type Db, type Tx } from '../platform/database/sql.ts';

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

/** Nobody else closes, calls back or begins until the transaction ends. */
export function lockClosing(tx: Tx, playerId: string): Promise<ClosingRow> {
  return tx.one<ClosingRow>(sql`select ${closingColumns} from players where id = ${playerId} for update`);
}

/** Asks for it; who has asked before keeps the moments of then. */
export async function beginClosing(tx: Tx, playerId: string, closesAt: number, now: number): Promise<void> {
  await tx.run(sql`
    update players set closing_at = ${now}, closes_at = ${closesAt} where id = ${playerId} and closing_at is null`);
}

/** Calls it back; false when there is none, or when it has begun. */
export async function endClosing(tx: Tx, playerId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update players set closing_at = null, closes_at = null
    where id = ${playerId} and closing_at is not null and erased_at is null`);
  return changed === 1;
}

/** How a closed account is shown wherever its rounds are. */
export const CLOSED_NAME = 'Closed account';

/**
 * Makes the account nobody's: what names the person goes, the key of their pseudonym too, and their sessions. False when it was not
 * asked for, rests still, or has begun before. Gives the sessions that ended.
 */
export async function forgetPerson(
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

/** Nothing is left to be erased. */
export async function finishClosing(tx: Tx, playerId: string, now: number): Promise<void> {
  await tx.run(sql`
    update players set closed_at = ${now} where id = ${playerId} and erased_at is not null and closed_at is null`);
}

/** Accounts whose closing may begin or go on behind the place `after`, those that rested longest first. */
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

/** Those of these accounts that are a person's: a restored database knows whom the site erased after the copy was made. */
export async function stillPeople(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from players where id = any(${ids}::text[]) and erased_at is null order by id`);
  return rows.map(({ id }) => id);
}

/** The rest of an account whose row is locked is over, whether it was asked for in this database or not. */
export async function endRest(tx: Tx, playerId: string, now: number): Promise<void> {
  await tx.run(sql`
    update players set closing_at = least(closing_at, ${now}::bigint), closes_at = ${now}
    where id = ${playerId} and erased_at is null`);
}

/** Accounts that were erased from `since` on, oldest first, without those of `known`. */
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

/** Closed accounts whose books still name their person, those that were closed longest ago first. */
export function stillNamed(db: Db, closedBefore: number, limit: number): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    select id from players where closed_at is not null and unnamed_at is null and closed_at <= ${closedBefore}
    order by closed_at, id limit ${limit}`);
}

/** The books no longer name them. */
export function noteUnnamed(db: Db, playerId: string, now: number): Promise<number> {
  return db.run(sql`
    update players set unnamed_at = ${now} where id = ${playerId} and closed_at is not null and unnamed_at is null`);
}
