/**
 * SQL of the public log's own tables: state, leaves, tiles, heads. Meaning of the rows:
 * migrations/0006_transparency.sql.
 */
import { GAME_NAMES } from '@fairpot/contract/games/games';
import { anyLeafAfterSql, type LeafCursor, type StoredLeafKind } from '../games/kit/leaf-feed.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

export interface LogIdentity {
  readonly name: string;
  readonly publicKey: Buffer;
}

export interface SequencerState {
  readonly cursor: LeafCursor;
  readonly size: number;
}

/** A leaf with its index. */
export interface LogEntry {
  readonly index: number;
  readonly leafId: number;
  readonly kind: StoredLeafKind;
  readonly roundId: string | null;
  /** Of openings, else null. */
  readonly game: string | null;
  readonly number: number | null;
}

export interface StoredHead {
  readonly size: number;
  readonly root: Buffer;
  readonly at: number;
}
export type SignedHead = StoredHead & { readonly note: string };

/** A tile by its index; `hashes` may be wider than requested. */
export interface StoredTile {
  readonly level: number;
  readonly index: number;
  readonly hashes: Buffer;
}

export async function readIdentity(db: Db): Promise<LogIdentity | null> {
  const row = await db.one<{ name: string | null; publicKey: Buffer | null }>(sql`
    select name, public_key as "publicKey" from log_state`);
  return row.name === null || row.publicKey === null ? null : { name: row.name, publicKey: row.publicKey };
}

/** Names the log, once: if another node was faster, its name and key stay. */
export async function claimIdentity(db: Db, { name, publicKey }: LogIdentity): Promise<void> {
  await db.run(sql`update log_state set name = ${name}, public_key = ${publicKey} where name is null`);
}

/** Number of leaves with an index. */
export async function placedSize(db: Db): Promise<number> {
  return (await db.one<{ size: number }>(sql`select size from log_state`)).size;
}

/** The last leaf that was placed. */
export function readCursor(db: Db): Promise<LeafCursor> {
  return db.one<LeafCursor>(sql`select cursor_xid::text as xid, cursor_id as id from log_state`);
}

/** The state with its row locked until the transaction ends; undefined when another sequencer has locked it. */
export async function takeState(tx: Tx): Promise<SequencerState | undefined> {
  const row = await tx.maybe<{ xid: string; id: number; size: number }>(sql`
    select cursor_xid::text as xid, cursor_id as id, size from log_state for update skip locked`);
  return row && { cursor: { xid: row.xid, id: row.id }, size: row.size };
}

export async function writeState(tx: Tx, { cursor, size }: SequencerState): Promise<void> {
  await tx.run(sql`
    update log_state set cursor_xid = ${cursor.xid}::text::xid8, cursor_id = ${cursor.id}, size = ${size}`);
}

/** Which of these leaves already have an index. */
export async function placedIds(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.many<{ id: number }>(sql`
    select leaf_id as id from log_entries where leaf_id = any(${ids}::bigint[])`);
  return new Set(rows.map((row) => row.id));
}

export async function insertEntries(tx: Tx, entries: readonly LogEntry[]): Promise<void> {
  await tx.run(sql`
    insert into log_entries (index, leaf_id, kind, round_id, game, number)
    select e.index, e."leafId", e.kind, e."roundId", e.game, e.number
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e (index bigint, "leafId" bigint, kind text, "roundId" text, game text, number bigint)`);
}

/** The existing tiles at these positions. One statement. */
export function readTiles(db: Db, places: readonly { level: number; index: number }[]): Promise<StoredTile[]> {
  return db.many<StoredTile>(sql`
    select t.level, t.index, t.hashes from log_tiles t
      join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (level smallint, index bigint)
        on p.level = t.level and p.index = t.index`);
}

/** Writes new or wider tiles; the table refuses any other change. */
export async function writeTiles(tx: Tx, tiles: readonly StoredTile[]): Promise<void> {
  for (const { level, index, hashes } of tiles)
    await tx.run(sql`
      insert into log_tiles (level, index, hashes) values (${level}, ${index}, ${hashes})
      on conflict (level, index) do update set hashes = excluded.hashes`);
}

export async function insertHead(tx: Tx, { size, root, at }: StoredHead): Promise<void> {
  await tx.run(sql`insert into log_heads (size, root, at) values (${size}, ${root}, ${at})`);
}

/**
 * The database server that answers, and its history: another text after a failover or a restore. Null when it takes no writes.
 */
export async function answeringServer(db: Db): Promise<string | null> {
  const { server } = await db.one<{ server: string | null }>(sql`select ${answeringServerSql} as server`);
  return server;
}

const answeringServerSql = sql`(case when not pg_is_in_recovery() then
  (select system_identifier from pg_control_system()) || '/'
    || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end)`;

/** Condition: a leaf waits for its place, a head for its publication, or another server answers than the one that was checked. */
export const anyToSequenceSql = (checkedServer: string | null): Sql => sql`(
  ${answeringServerSql} is distinct from ${checkedServer}::text
  or (select ${anyLeafAfterSql(sql`s.cursor_xid`, sql`s.cursor_id`)} from log_state s)
  or (select published_at is null from log_heads order by size desc limit 1))`;

/** The newest head and its state. */
export function newestHead(db: Db) {
  return db.maybe<StoredHead & { note: string | null; publishedAt: number | null }>(sql`
    select size, root, at, note, published_at as "publishedAt" from log_heads order by size desc limit 1`);
}

/** The newest signed head, whether or not it was published; undefined before the first. */
export function lastSigned(db: Db): Promise<SignedHead | undefined> {
  return db.maybe<SignedHead>(sql`
    select size, root, at, note from log_heads where note is not null order by size desc limit 1`);
}

/** Stores the signature of a head. Idempotent for the same one. */
export async function writeNote(db: Db, size: number, note: string): Promise<void> {
  await db.run(sql`update log_heads set note = ${note} where size = ${size} and note is null`);
}

export async function publish(db: Db, size: number, at: number): Promise<void> {
  await db.run(sql`
    update log_heads set published_at = ${at} where size = ${size} and note is not null and published_at is null`);
}

/** The public head; undefined before the first. */
export function publishedHead(db: Db): Promise<SignedHead | undefined> {
  return db.maybe<SignedHead>(sql`
    select size, root, at, note from log_heads where published_at is not null order by size desc limit 1`);
}

/** Statement: the size of the newest published head; no row before the first. */
export const publishedSizeSql = sql`
  select size from log_heads where published_at is not null order by size desc limit 1`;

/** How many leaves of rounds from one id up to another are under the published head. */
export async function countPublished(db: Db, first: string, until: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from log_entries
    where round_id >= ${first} and round_id < ${until} and index < (${publishedSizeSql})`);
  return count;
}

const entryColumns = sql`index, leaf_id as "leafId", kind, round_id as "roundId", game, number`;

/** Entries [from, to), in order. */
export function entriesBetween(db: Db, from: number, to: number): Promise<LogEntry[]> {
  return db.many<LogEntry>(sql`
    select ${entryColumns} from log_entries where index >= ${from} and index < ${to} order by index`);
}

/** Entries of these rounds below `size`, in order. */
export function entriesOfRounds(db: Db, roundIds: readonly string[], size: number): Promise<LogEntry[]> {
  return db.many<LogEntry>(sql`
    select ${entryColumns} from log_entries
    where round_id = any(${roundIds}::text[]) and index < ${size} order by index`);
}

/** Openings below `before`, newest first: of one game, with one number, or all. */
export function openings(
  db: Db,
  wanted: {
    readonly game: string | null;
    readonly number: number | null;
    readonly before: number;
    readonly limit: number;
  },
): Promise<LogEntry[]> {
  const { game, number, before, limit } = wanted;
  const ofGame = game === null ? sql`` : sql`and game = ${game}`;
  const ofNumber = number === null ? sql`` : sql`and number = ${number} and game = any(${GAME_NAMES}::text[])`;
  return db.many<LogEntry>(sql`
    select ${entryColumns} from log_entries
    where kind = 'open' and index < ${before} ${ofGame} ${ofNumber}
    order by index desc limit ${limit}`);
}

/** The index of a leaf by its row; undefined while it has none. */
export function entryOfLeaf(db: Db, leafId: number): Promise<{ index: number } | undefined> {
  return db.maybe<{ index: number }>(sql`select index from log_entries where leaf_id = ${leafId}`);
}

/** Indexes of leaves by their rows; those without one are omitted. */
export function placesOf(db: Db, leafIds: readonly number[]): Promise<{ leafId: number; index: number }[]> {
  return db.many<{ leafId: number; index: number }>(sql`
    select leaf_id as "leafId", index from log_entries where leaf_id = any(${leafIds}::bigint[])`);
}
