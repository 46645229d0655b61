/**
 * The archive of old months (decision 0089): what belongs to the rounds of a month leaves the database for files with checksums, and returns from them.
 *
 * Invariants: rows leave only after every file was read back and compared with them, and are dropped only after a second comparison, when nothing can
 * write them any more. Each step can be repeated after a crash: `round_archives` says whether the month is in the database or in the archive.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { readIfExists } from '../../../platform/database/durable-file.ts';
import { partName } from '../../../platform/database/archived-month.ts';
import { columnOf, sql, type Db, type Pool } from '../../../platform/database/sql.ts';
import { attach, detach, dropParts, prepare } from './attach.ts';
import { compareRows, loadPart, writePart, type Part } from './copy.ts';
import {
  ArchiveRefused,
  checkFiles,
  readManifest,
  writeManifest,
  type ArchivedTable,
  type ArchiveManifest,
  type StoredManifest,
} from './files.ts';
import { dropKept, writeKept } from './kept.ts';
import { heldBack, obstacles, spanOf, type CountPublished, type Span } from './span.ts';

export type ArchiveStep = 'written' | 'compared' | 'detached' | 'prepared' | 'loaded';

export interface ArchiveParts {
  /** The owner's pool, and the URL of its sign-in for a connection that copies. */
  readonly db: Pool;
  readonly url: string;
  readonly countPublished: CountPublished;
  /** Rows that a transaction reads at most: 10,000, unless a test says otherwise. */
  readonly batch?: number;
  /** For tests: may throw, as a crash would. */
  readonly onStep?: (step: ArchiveStep) => Promise<void> | void;
}

/** Some 0.3 s, for which facts and leaves of the log wait. */
const BATCH = 10_000;

export interface ArchiveRequest {
  readonly month: string;
  /** The archive is a folder in it, named by the month. */
  readonly to: string;
  /** In months since its end. */
  readonly minAge: number;
}

/** Archives a month, or ends an archive that was interrupted. Throws ArchiveRefused. */
export async function archiveMonth(parts: ArchiveParts, request: ArchiveRequest): Promise<ArchiveManifest> {
  const { db, onStep } = parts;
  const folder = join(request.to, request.month);
  return withClient(parts.url, async (client) => {
    const recorded = await recordOf(db, request.month);
    if (recorded === null) {
      const span = await spanOf(db, request.month);
      refuseFor(span, await obstacles(db, span, { ...request, ...parts }));
      const written = await writeFiles(client, db, span, folder);
      await writeKept(db, span, parts.batch ?? BATCH);
      await onStep?.('written');
      await checkFiles(folder, written.manifest);
      await compareAll(client, span.parts, written.manifest);
      await onStep?.('compared');
      try {
        await detach(db, written, async (tx) => refuseFor(span, await heldBack(tx, span)));
      } catch (error) {
        if (error instanceof ArchiveRefused) await dropKept(db, span);
        throw error;
      }
      await onStep?.('detached');
    }
    return dropDetached(client, db, folder);
  });
}

function refuseFor({ month }: Span, found: readonly string[]): void {
  if (found.length > 0) throw new ArchiveRefused(`${month} stays in the database. ${found.join(' ')}`);
}

/** The second comparison. Rows that changed after the first return to their tables. */
async function dropDetached(client: Client, db: Pool, folder: string): Promise<ArchiveManifest> {
  const stored = await recordedManifest(db, folder);
  const { manifest } = stored;
  const left = await existing(db, manifest.tables);
  if (left.length === 0) return manifest;
  await checkFiles(folder, manifest);
  try {
    await compareAll(client, await keysOf(db, left), { ...manifest, tables: left });
  } catch (error) {
    if (!(error instanceof ArchiveRefused) || left.length < manifest.tables.length) throw error;
    await prepare(db, stored);
    await attach(db, stored);
    throw new ArchiveRefused(`${error.message}: rows changed meanwhile. The month is back in the database; try again.`);
  }
  await dropParts(db, left);
  return manifest;
}

/** Attaches the month of an archive again. Throws ArchiveRefused; the database is as before then. */
export async function restoreMonth(parts: ArchiveParts, folder: string): Promise<ArchiveManifest> {
  const { db, onStep } = parts;
  const { manifest } = await readManifest(folder);
  await checkFiles(folder, manifest);
  return withClient(parts.url, async (client) => {
    if ((await recordOf(db, manifest.month)) === null) {
      const { parts: attached } = await spanOf(db, manifest.month);
      if (attached.length > 0) return manifest;
      throw new ArchiveRefused(`This database has archived nothing of ${manifest.month}.`);
    }
    const stored = await recordedManifest(db, folder);
    const newer = await db.maybe<{ month: string }>(sql`
      select month from round_archives where until > ${manifest.until} order by until desc limit 1`);
    if (newer) throw new ArchiveRefused(`Restore ${newer.month} first: the newest month returns first.`);
    // What an interrupted archive or restore has left: nothing is attached while the month is recorded.
    await dropParts(db, manifest.tables);
    await makeParts(db, manifest.tables);
    await prepare(db, stored);
    await onStep?.('prepared');
    for (const table of manifest.tables) await loadPart(client, table, folder, parts.batch ?? BATCH);
    await compareAll(client, await keysOf(db, manifest.tables), manifest);
    await onStep?.('loaded');
    await attach(db, stored);
    return manifest;
  });
}

/** Any fixed number: one archive command at a time. */
const ONE_AT_A_TIME = 7_236_120_004;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'fairpot archive' });
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${ONE_AT_A_TIME}) as free`);
    if (rows[0]?.free !== true) throw new ArchiveRefused('Another archive command is running.');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Takes the files of an earlier run if they are complete: the comparison shows whether they still hold. */
async function writeFiles(client: Client, db: Pool, span: Span, folder: string): Promise<StoredManifest> {
  if ((await readIfExists(join(folder, 'manifest.json'))) !== null) {
    const stored = await readManifest(folder);
    if (stored.manifest.until === span.until) return stored;
    throw new ArchiveRefused(`${folder} is the archive of ${stored.manifest.month}.`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { migration, now } = await db.one<{ migration: number; now: number }>(sql`
    select (select max(number) from schema_migrations) as migration, database_ms() as now`);
  const tables: ArchivedTable[] = [];
  await client.query('begin isolation level repeatable read, read only');
  for (const part of span.parts) tables.push(await writePart(client, part, folder));
  await client.query('commit');
  const { month, first, until, untilAt } = span;
  const format = 'fairpot-archive/2';
  return writeManifest(folder, { format, month, first, until, untilAt, migration, archivedAt: now, tables });
}

async function compareAll(
  client: Client,
  keys: readonly Pick<Part, 'table' | 'key'>[],
  { tables }: ArchiveManifest,
): Promise<void> {
  for (const table of tables) {
    const found = keys.find((each) => each.table === table.table);
    if (found === undefined) throw new ArchiveRefused(`The archive has ${table.table}, the month has not.`);
    await compareRows(client, found.key, table);
  }
}

/** Sha256 of the manifest under which the month is archived; null while it is in the database. */
async function recordOf(db: Db, month: string): Promise<string | null> {
  const row = await db.maybe<{ manifest: string }>(sql`select manifest from round_archives where month = ${month}`);
  return row?.manifest ?? null;
}

/** The manifest of the folder. Throws ArchiveRefused when the database names another one. */
async function recordedManifest(db: Db, folder: string): Promise<StoredManifest> {
  const stored = await readManifest(folder);
  if (stored.sha256 !== (await recordOf(db, stored.manifest.month)))
    throw new ArchiveRefused(`${join(folder, 'manifest.json')} is not the archive that this database names.`);
  return stored;
}

/** Those whose detached partitions are still there. */
async function existing(db: Db, tables: readonly ArchivedTable[]): Promise<ArchivedTable[]> {
  const rows = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = 'partitions'::regnamespace and relname = any(${columnOf(tables, 'part')}::text[])`);
  const names = new Set(columnOf(rows, 'name'));
  return tables.filter(({ part }) => names.has(part));
}

/** The columns of the primary keys of detached partitions, in their order. */
async function keysOf(db: Db, tables: readonly ArchivedTable[]): Promise<Pick<Part, 'table' | 'key'>[]> {
  const keys = await db.many<Pick<Part, 'part' | 'key'>>(sql`
    select c.relname::text as part, array_agg(a.attname::text order by k.n) as key
    from pg_class c join pg_index x on x.indrelid = c.oid and x.indisprimary
      cross join lateral unnest(x.indkey::smallint[]) with ordinality k (attnum, n)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where c.relnamespace = 'partitions'::regnamespace and c.relname = any(${columnOf(tables, 'part')}::text[])
    group by c.oid`);
  return tables.map(({ table, part }) => ({ table, key: keys.find((each) => each.part === part)?.key ?? [] }));
}

/** As the partitions of later months: with the keys of `<table>_rest`, also those that the table cannot have. */
async function makeParts(db: Pool, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { table, part } of tables) {
    const like = partName(`${table}_rest`);
    await db.run({ text: `create table ${partName(part)} (like ${like} including all)`, values: [] });
  }
}
