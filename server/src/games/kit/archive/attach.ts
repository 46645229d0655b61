/**
 * Takes the partitions of a month out of their tables, and puts them back: one transaction for all tables, under locks that others play between.
 */
import { escapeIdentifier, escapeLiteral } from 'pg';
import { sqlState } from '../../../platform/database/db.ts';
import { columnOf, sql, type Pool, type Tx } from '../../../platform/database/sql.ts';
import { systemClock } from '../../../platform/process/system-ports.ts';
import { ArchiveRefused, type ArchivedTable, type StoredManifest } from './files.ts';
import { partName } from './copy.ts';

const LOCK_MS = 300;
const PAUSE_MS = 50;
const MOST_TRIES = 1000;
const LOCK_NOT_AVAILABLE = '55P03';
const SPAN_CHECK = 'archived_span';

type Named = Pick<ArchivedTable, 'table' | 'part'>;

const say = (tx: Pick<Tx, 'run'>, text: string): Promise<number> => tx.run({ text, values: [] });

/** Waits for locks a third of a second at a time: players wait behind each try, and play in between. Real time: this is about the database. */
async function patiently(db: Pool, work: (tx: Tx) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => {
        await say(tx, `set local lock_timeout = ${LOCK_MS}`);
        await work(tx);
      });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MOST_TRIES) throw new ArchiveRefused('A transaction that stays open holds a table of rounds.');
      await systemClock.sleep(PAUSE_MS);
    }
  }
}

/** In the order of the commands that play: rounds before what belongs to them. */
async function lockTables(tx: Tx, tables: readonly Named[]): Promise<void> {
  const own = columnOf(tables, 'table');
  const referenced = await tx.many<{ name: string }>(sql`
    select distinct confrelid::regclass::text as name from pg_constraint
    where contype = 'f' and conrelid = any(${own}::regclass[]) order by name desc`);
  if (referenced.length > 0)
    await say(tx, `lock table ${columnOf(referenced, 'name').join(', ')} in share row exclusive mode`);
  await say(tx, `lock table ${own.map(escapeIdentifier).join(', ')} in access exclusive mode`);
}

/** Records the archive and detaches its partitions. `refuse` runs under the locks and throws when something still needs the month. */
export function detach(
  db: Pool,
  { manifest, sha256 }: StoredManifest,
  refuse: (tx: Tx) => Promise<void>,
): Promise<void> {
  return patiently(db, async (tx) => {
    await lockTables(tx, manifest.tables);
    await refuse(tx);
    for (const each of manifest.tables)
      await say(tx, `alter table ${escapeIdentifier(each.table)} detach partition ${partName(each)}`);
    await tx.run(sql`
      insert into round_archives (until, until_at, month, manifest, archived_at)
      values (${manifest.until}, ${manifest.untilAt}, ${manifest.month}, ${sha256}, ${manifest.archivedAt})`);
  });
}

/** Checks bounds and references of detached partitions, so that PostgreSQL reads no row under the locks of `attach`. */
export async function prepare(db: Pool, { manifest }: StoredManifest): Promise<void> {
  const { first, until, tables } = manifest;
  const from = first === null ? '' : `round_id >= ${escapeLiteral(first)} and `;
  for (const each of tables) {
    await say(db, `alter table ${partName(each)} drop constraint if exists ${SPAN_CHECK}`);
    await say(
      db,
      `alter table ${partName(each)} add constraint ${SPAN_CHECK} check (${from}round_id < ${escapeLiteral(until)})`,
    );
    await addReferences(db, each);
  }
}

/** Attaches prepared partitions again, and forgets the archive. */
export async function attach(db: Pool, { manifest }: StoredManifest): Promise<void> {
  const { first, until, tables, month } = manifest;
  await patiently(db, async (tx) => {
    await lockTables(tx, tables);
    for (const each of tables) {
      const bounds = `from (${first === null ? 'minvalue' : escapeLiteral(first)}) to (${escapeLiteral(until)})`;
      await say(
        tx,
        `alter table ${escapeIdentifier(each.table)} attach partition ${partName(each)} for values ${bounds}`,
      );
      await say(tx, `alter table ${partName(each)} drop constraint ${SPAN_CHECK}`);
    }
    await tx.run(sql`delete from round_archives where month = ${month}`);
  });
}

/** The foreign keys of the table, which a new partition does not have yet. */
async function addReferences(db: Pool, each: Named): Promise<void> {
  const missing = await db.many<{ name: string; rule: string }>(sql`
    select p.conname::text as name, pg_get_constraintdef(p.oid) as rule from pg_constraint p
    where p.contype = 'f' and p.conparentid = 0 and p.conrelid = ${`public.${each.table}`}::regclass
      and not exists (select from pg_constraint o where o.contype = 'f' and o.convalidated
        and o.conrelid = ${`partitions.${each.part}`}::regclass
        and pg_get_constraintdef(o.oid) = pg_get_constraintdef(p.oid))`);
  for (const { name, rule } of missing) {
    const key = escapeIdentifier(name);
    await patiently(db, async (tx) => {
      await say(tx, `alter table ${partName(each)} drop constraint if exists ${key}`);
      await say(tx, `alter table ${partName(each)} add constraint ${key} ${rule} not valid`);
    });
    await say(db, `alter table ${partName(each)} validate constraint ${key}`);
  }
}

/** Drops detached partitions. */
export function dropParts(db: Pool, tables: readonly Named[]): Promise<void> {
  return db.transaction(async (tx) => {
    for (const each of tables) await say(tx, `drop table if exists ${partName(each)}`);
  });
}
