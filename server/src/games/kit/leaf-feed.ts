/**
 * The leaves as the public log reads them: committed leaves in an order that loses none, by id, by round. Called by the
 * transparency feature, which assigns their places; the table belongs to the kit.
 */
import { foreignTransactions, settledBelow } from '../../platform/live/horizon.ts';
import { sql, type Db, type Sql } from '../../platform/database/sql.ts';
import type { NewLeaf } from './leaves.ts';

export type StoredLeafKind =
  | NewLeaf['kind']
  | 'terms'
  | 'fee'
  | 'case'
  | 'case-retired'
  | 'case-offered'
  | 'restored'
  | 'statement';

/** A reader's position: leaves up to here, in (xid, id) order, were read. */
export interface LeafCursor {
  readonly xid: string;
  readonly id: number;
}

export interface StoredLeaf extends LeafCursor {
  readonly kind: StoredLeafKind;
  /** Null for terms, fees and drop tables. */
  readonly roundId: string | null;
  readonly body: string;
}

const columns = sql`id, log_leaves.xid::text as xid, kind, round_id as "roundId", body`;

/**
 * The next leaves whose transactions, and all earlier ones of this database, have ended. When the cursor lies in the
 * future (`isRestored`), every leaf past it came with the dump and is therefore final.
 */
export async function leavesAfter(db: Db, { xid, id }: LeafCursor, limit: number): Promise<StoredLeaf[]> {
  const foreign = await foreignTransactions(db);
  return db.many<StoredLeaf>(sql`
    select ${columns} from log_leaves
    where (xid, id) > (${xid}::text::xid8, ${id}::bigint)
      and (xid < ${settledBelow(foreign)} or ${xid}::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()))
    order by log_leaves.xid, log_leaves.id limit ${limit}`);
}

/** Condition: there is a leaf after the cursor, or reading starts over (`isRestored`). Both parts of the cursor are SQL expressions. */
export function anyLeafAfterSql(xid: Sql, id: Sql): Sql {
  return sql`(exists (select from log_leaves l where (l.xid, l.id) > (${xid}, ${id}))
    or ${xid} > pg_snapshot_xmax(pg_current_snapshot()))`;
}

/** The first leaf after the cursor, whether or not earlier transactions have ended. */
export function firstLeafAfter(db: Db, { xid, id }: LeafCursor): Promise<{ at: number } | undefined> {
  return db.maybe<{ at: number }>(sql`
    select at from log_leaves where (xid, id) > (${xid}::text::xid8, ${id}::bigint)
    order by log_leaves.xid, log_leaves.id limit 1`);
}

/**
 * Leaves of the same rounds that were written before these. A leaf waits for the lock of its round, so earlier leaves
 * are committed, even when their transaction began later. Reads the two parts that match the indexes on a round's
 * leaves, round by round: the planner would turn a join into a walk through the whole log.
 */
export function leavesBefore(db: Db, leaves: readonly StoredLeaf[]): Promise<StoredLeaf[]> {
  const rounds = leaves.flatMap(({ roundId, id }) => (roundId === null ? [] : [{ round: roundId, before: id }]));
  return db.many<StoredLeaf>(sql`
    select earlier.* from jsonb_to_recordset(${JSON.stringify(rounds)}::jsonb) as r (round text, before bigint)
      cross join lateral (
        select ${columns} from log_leaves
        where log_leaves.round_id = r.round and log_leaves.id < r.before and kind <> 'scripted'
        union all
        select ${columns} from log_leaves
        where log_leaves.round_id = r.round and log_leaves.id < r.before and kind = 'scripted'
        offset 0
      ) earlier
    order by earlier.id`);
}

/** The texts of leaves by their ids. */
export async function leafBodies(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.many<{ id: number; body: string }>(sql`
    select id, body from log_leaves where id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** The latest terms and the fee changes after them, oldest first; empty when there are none. */
export async function termsInForce(db: Db): Promise<string[]> {
  const rows = await db.many<{ body: string }>(sql`
    select body from log_leaves
    where kind in ('terms', 'fee') and id >= coalesce((select max(id) from log_leaves where kind = 'terms'), 0)
    order by id`);
  return rows.map((row) => row.body);
}

/**
 * True when a reader's cursor lies in the future: the database was restored from a dump and transaction ids started
 * over. Once nothing is left past the cursor, the reader restarts from the beginning; it recognises by id what it has
 * read before.
 */
export async function isRestored(db: Db, { xid }: LeafCursor): Promise<boolean> {
  return (
    await db.one<{ ahead: boolean }>(sql`
    select ${xid}::text::xid8 > pg_snapshot_xmax(pg_current_snapshot()) as ahead`)
  ).ahead;
}

/**
 * The row of the statement with exactly this text, put back by a restore of the log. Reads the statements of the log
 * once.
 */
export async function statementLeafId(db: Db, body: string): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    select id from log_leaves where kind = 'statement' and body = ${body} order by id limit 1`);
  return id;
}
