/**
 * Takes the partitions of a month out of their tables, and puts them back: one transaction for all tables, under locks that others play between.
 */
import { escapeIdentifier, escapeLiteral } from 'pg';
import { sqlState } from '../../../platform/database/db.ts';
import { columnOf, sql, type Pool, type Tx } from '../../../platform/database/sql.ts';
import { systemClock } from '../../../platform/process/system-ports.ts';
import { partName } from '../../../platform/database/archived-month.ts';
import { ArchiveRefused, type ArchivedTable, type StoredManifest } from './files.ts';
import { holdCommandsSql } from '../../../platform/runner/receipts.ts';
import { sharedTable } from './shared-tables.ts';

const LOCK_MS = 300;
const PAUSE_MS = 50;
const MOST_TRIES = 1000;
const LOCK_NOT_AVAILABLE = '55P03';
const SPAN_CHECK = 'archived_span';

type Named = Pick<ArchivedTable, 'table' | 'part'>;
type Bounded = Pick<ArchivedTable, 'table' | 'part' | 'by' | 'first' | 'until'>;

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

/** Commands first, because they take the tables of vault, ledger and rounds in different orders; then rounds before what belongs to them. */
async function lockTables(tx: Tx, tables: readonly Named[]): Promise<void> {
  await tx.run(holdCommandsSql);
  const own = columnOf(tables, 'table');
  const referenced = await tx.many<{ name: string }>(sql`
    select distinct confrelid::regclass::text as name from pg_constraint
    where contype = 'f' and conrelid = any(${own}::regclass[]) order by name desc`);
  if (referenced.length > 0)
    await say(tx, `lock table ${columnOf(referenced, 'name').join(', ')} in share row exclusive mode`);
  await say(tx, `lock table ${own.map(escapeIdentifier).join(', ')} in access exclusive mode`);
}

/**
 * Records the archive and detaches its partitions; what stays takes their place. `refuse` runs under the locks and throws when something still needs
 * the month.
 */
export async function detach(
  db: Pool,
  { manifest, sha256 }: StoredManifest,
  refuse: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { tables, until, untilAt, month, archivedAt } = manifest;
  await patiently(db, async (tx) => {
    await lockTables(tx, tables);
    await refuse(tx);
    for (const { table, part } of tables) {
      await say(tx, `alter table ${escapeIdentifier(table)} detach partition ${partName(part)}`);
      await sharedTable(table)?.left?.(tx, { month, untilAt });
    }
    for (const each of keptOf(tables)) await attachPart(tx, each);
    await tx.run(sql`
      insert into round_archives (until, until_at, month, manifest, archived_at)
      values (${until}, ${untilAt}, ${month}, ${sha256}, ${archivedAt})`);
  });
}

/** Adds bounds and references to detached partitions, so that PostgreSQL reads no row under the locks of `attach`. Quick for empty ones. */
export async function prepare(db: Pool, { manifest }: StoredManifest): Promise<void> {
  for (const each of manifest.tables) await checkAhead(db, each);
}

/** Attaches prepared partitions again in place of what had stayed, and forgets the archive. */
export async function attach(db: Pool, { manifest }: StoredManifest): Promise<void> {
  const { tables, month, untilAt } = manifest;
  await patiently(db, async (tx) => {
    await lockTables(tx, tables);
    for (const { table, part } of keptOf(tables)) {
      await say(tx, `alter table ${escapeIdentifier(table)} detach partition ${partName(part)}`);
      await say(tx, `drop table ${partName(part)}`);
    }
    for (const each of tables) {
      await attachPart(tx, each);
      await sharedTable(each.table)?.returned?.(tx, { month, untilAt });
    }
    await tx.run(sql`delete from round_archives where month = ${month}`);
  });
}

/** The partitions that take the place of archived ones. */
const keptOf = (tables: readonly ArchivedTable[]): Bounded[] =>
  tables.flatMap(({ kept, ...each }) => (kept === null ? [] : [{ ...each, part: kept }]));

/** Adds bounds and references to a table that is not attached yet. Checks the rows that it has, in a transaction as long as that takes. */
export async function checkAhead(db: Pool, each: Bounded): Promise<void> {
  const { part, by, first, until } = each;
  const from = first === null ? '' : `${by} >= ${escapeLiteral(first)} and `;
  await say(db, `alter table ${partName(part)} drop constraint if exists ${SPAN_CHECK}`);
  const check = `check (${from}${by} < ${escapeLiteral(until)})`;
  await say(db, `alter table ${partName(part)} add constraint ${SPAN_CHECK} ${check}`);
  await addReferences(db, each);
}

async function attachPart(tx: Tx, { table, part, first, until }: Bounded): Promise<void> {
  const bounds = `from (${first === null ? 'minvalue' : escapeLiteral(first)}) to (${escapeLiteral(until)})`;
  const name = partName(part);
  await say(tx, `alter table ${escapeIdentifier(table)} attach partition ${name} for values ${bounds}`);
  await say(tx, `alter table ${name} drop constraint ${SPAN_CHECK}`);
}

/** The foreign keys of the table, which a new partition does not have yet. */
async function addReferences(db: Pool, each: Named): Promise<void> {
  const part = partName(each.part);
  const missing = await db.many<{ name: string; rule: string }>(sql`
    select p.conname::text as name, pg_get_constraintdef(p.oid) as rule from pg_constraint p
    where p.contype = 'f' and p.conparentid = 0 and p.conrelid = ${`public.${each.table}`}::regclass
      and not exists (select from pg_constraint o where o.contype = 'f' and o.convalidated
        and o.conrelid = ${`partitions.${each.part}`}::regclass
        and pg_get_constraintdef(o.oid) = pg_get_constraintdef(p.oid))`);
  for (const { name, rule } of missing) {
    const key = escapeIdentifier(name);
    await patiently(db, async (tx) => {
      await say(tx, `alter table ${part} drop constraint if exists ${key}`);
      await say(tx, `alter table ${part} add constraint ${key} ${rule} not valid`);
    });
    await say(db, `alter table ${part} validate constraint ${key}`);
  }
}

/** Drops detached partitions. */
export function dropParts(db: Pool, tables: readonly Named[]): Promise<void> {
  return db.transaction(async (tx) => {
    for (const { part } of tables) await say(tx, `drop table if exists ${partName(part)}`);
  });
}
