/** The SQL of the solvency tables. Their columns are described in migrations/0014_integrity.sql. */
import type { SumTile } from '@fairpot/fairness/solvency/sum-tiles';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

export interface StatementRow {
  readonly number: number;
  readonly at: number;
  /** The leaf's canonical text, and its row. */
  readonly body: string;
  readonly leafId: number;
  readonly depth: number;
  readonly kept: boolean;
}

const columns = sql`number, at, body, leaf_id as "leafId", depth, kept`;

/** Published statements below `before` (all if it is not given), newest first. */
export function publishedBefore(db: Db, before: number | null, limit: number): Promise<StatementRow[]> {
  const older = before === null ? sql`` : sql`and number < ${before}`;
  return db.many<StatementRow>(sql`
    select ${columns} from solvency_statements where at is not null ${older} order by number desc limit ${limit}`);
}

/** Condition: none was published since `at`. Reads the newest. */
export const nonePublishedSinceSql = (at: Sql): Sql => sql`coalesce((
  select at from solvency_statements where at is not null order by number desc limit 1), 0) <= ${at}`;

export function publishedByNumber(db: Db, number: number): Promise<StatementRow | undefined> {
  return db.maybe<StatementRow>(sql`
    select ${columns} from solvency_statements where number = ${number} and at is not null`);
}

/** The seed of a kept tree; undefined for any other. */
export async function seedOf(db: Db, number: number): Promise<Buffer | undefined> {
  const row = await db.maybe<{ seed: Buffer | null }>(sql`
    select seed from solvency_statements where number = ${number} and kept`);
  return row?.seed ?? undefined;
}

/** Claims a statement for this node. Returns false if another node has the claim, or has published it. */
export async function claimStatement(
  db: Db,
  number: number,
  token: string,
  now: number,
  until: number,
): Promise<boolean> {
  // Without a target: two nodes may meet at the number, or at the index that admits one statement in the making.
  const isNew = await db.run(sql`
    insert into solvency_statements (number, token, claimed_until) values (${number}, ${token}, ${until})
    on conflict do nothing`);
  if (isNew === 1) return true;
  const changed = await db.run(sql`
    update solvency_statements set token = ${token}, claimed_until = ${until}
    where number = ${number} and at is null and claimed_until <= ${now}`);
  return changed === 1;
}

/** Renews the claim; false if another node has taken it over. */
export async function renewClaim(db: Db, number: number, token: string, until: number): Promise<boolean> {
  const changed = await db.run(sql`
    update solvency_statements set claimed_until = ${until} where number = ${number} and token = ${token}`);
  return changed === 1;
}

/** Releases a statement that failed, so that the next node starts at once. */
export async function releaseClaim(db: Db, number: number, token: string): Promise<void> {
  await db.run(sql`
    update solvency_statements set claimed_until = 0 where number = ${number} and token = ${token} and at is null`);
}

/** Deletes what a dead node left of this statement. Safe: the claim is ours, and writers of tiles lock its row. */
export async function dropTiles(tx: Tx, number: number, token: string): Promise<void> {
  await tx.run(sql`select from solvency_statements where number = ${number} and token = ${token} for update`);
  await tx.run(sql`
    delete from solvency_tiles where number = (
      select number from solvency_statements where number = ${number} and token = ${token} and at is null)`);
}

/** Writes tiles of a statement that this node is making. Returns false, and writes nothing, if another node has it. */
export async function writeTiles(db: Db, number: number, token: string, tiles: readonly SumTile[]): Promise<boolean> {
  const written = await db.run(sql`
    with mine as (
      select number from solvency_statements
      where number = ${number} and token = ${token} and at is null for no key update)
    insert into solvency_tiles (number, level, index, first, bytes)
    select mine.number, t.level, t.index, case t.level when 0 then substring(t.bytes for 32) end, t.bytes
    from mine, unnest(${tiles.map((tile) => tile.level)}::smallint[], ${tiles.map((tile) => tile.index)}::bigint[],
      ${tiles.map((tile) => Buffer.from(tile.bytes))}::bytea[]) as t (level, index, bytes)`);
  return written === tiles.length;
}

export interface NewStatement {
  readonly number: number;
  readonly token: string;
  readonly at: number;
  readonly body: string;
  readonly leafId: number;
  readonly depth: number;
  readonly seed: Uint8Array;
}

/** Publishes a statement that this node has made; false if another node has it. */
export async function publish(tx: Tx, statement: NewStatement): Promise<boolean> {
  const { number, token, at, body, leafId, depth, seed } = statement;
  const changed = await tx.run(sql`
    update solvency_statements set at = ${at}, body = ${body}, leaf_id = ${leafId}, depth = ${depth},
      seed = ${Buffer.from(seed)}, kept = true, token = null, claimed_until = null
    where number = ${number} and token = ${token} and at is null`);
  return changed === 1;
}

/** Restores a statement that the log has but a restored database lost. Its tree is gone. */
export async function restoreStatement(tx: Tx, statement: Omit<StatementRow, 'kept'>): Promise<void> {
  const { number, at, body, leafId, depth } = statement;
  await tx.run(sql`
    insert into solvency_statements as s (number, at, body, leaf_id, depth)
    values (${number}, ${at}, ${body}, ${leafId}, ${depth})
    on conflict (number) do update set at = excluded.at, body = excluded.body, leaf_id = excluded.leaf_id,
      depth = excluded.depth, token = null, claimed_until = null where s.at is null`);
}

/** The bytes of a tile; undefined if it does not exist or its statement is not published. */
export async function readTile(db: Db, number: number, level: number, index: number): Promise<Buffer | undefined> {
  const row = await db.maybe<{ bytes: Buffer }>(sql`
    select t.bytes from solvency_tiles t join solvency_statements s on s.number = t.number and s.at is not null
    where t.number = ${number} and t.level = ${level} and t.index = ${index}`);
  return row?.bytes;
}

/** The leaf tile that contains this commitment, if any. */
export function tileOfCommitment(db: Db, number: number, commitment: Uint8Array) {
  return db.maybe<{ index: number; bytes: Buffer }>(sql`
    select index, bytes from solvency_tiles
    where number = ${number} and level = 0 and first <= ${Buffer.from(commitment)} order by first desc limit 1`);
}

/** The oldest kept tree that is no longer needed; undefined if there is none. */
export function oldestKept(db: Db, upTo: number): Promise<{ number: number } | undefined> {
  return db.maybe<{ number: number }>(sql`
    select number from solvency_statements where kept and number <= ${upTo} order by number limit 1`);
}

/** Deletes at most `limit` tiles of a tree; returns how many. */
export function forgetTiles(tx: Tx, number: number, limit: number): Promise<number> {
  return tx.run(sql`
    delete from solvency_tiles where ctid = any(array(
      select ctid from solvency_tiles where number = ${number} limit ${limit}))`);
}

/** Marks a tree as deleted, and deletes its seed. */
export async function forgetTree(tx: Tx, number: number): Promise<void> {
  await tx.run(sql`update solvency_statements set kept = false, seed = null where number = ${number} and kept`);
}
