/**
 * Brings a database in line with server/migrations and server/functions at start-up.
 *
 * Invariants: one node migrates at a time (advisory lock); the others wait and find it done. Everything happens in one transaction, so a start that
 * is killed or fails leaves the database as it was. Migrations run in order, once, forward only: an applied migration never changes (its checksum is
 * recorded). Functions are replaced when their text changed (functions.ts), and each game of the build has its row (games-table.ts). A database that
 * is one step ahead stays as it is (version-before.ts).
 */
import { Client } from 'pg';
import type { Mode } from '../process/config.ts';
import { ConfigRefused } from '../process/config.ts';
import { checkGames, fillGames } from './games-table.ts';
import { dropFunctions, functionChanges, KNOWN_FUNCTIONS, makeFunctions } from './functions.ts';
import type { FunctionChanges, InstalledFunction } from './functions.ts';
import { markOf } from './mark.ts';
import { MigrationRefused } from './migration-refused.ts';
import { readSqlFiles } from './sql-files.ts';
import type { Migration, SqlFiles } from './sql-files.ts';
import { sql } from './sql.ts';
import type { Db } from './sql.ts';
import { isOneStepAhead, readBy, recordVersionBefore, stateBefore } from './version-before.ts';

/** Any fixed number: the advisory lock under which one node migrates and sets up the roles. */
export const MIGRATION_LOCK = 7_236_120_001;

/** What a start changed. */
export interface MigrationResult {
  /** Numbers of migrations, in order. */
  readonly migrations: readonly number[];
  /** Names of functions that were created or replaced, and of those dropped. */
  readonly made: readonly string[];
  readonly dropped: readonly string[];
  /** Names of functions that had been changed by hand. They have been restored from their files. */
  readonly byHand: readonly string[];
  /** Why the version before cannot go on working; empty: it can. */
  readonly breaksBefore: readonly string[];
  /** The next version migrated this database and left it usable for this one: nothing was changed. */
  readonly isAhead: boolean;
}

const NOTHING = { migrations: [], made: [], dropped: [], byHand: [], breaksBefore: [] };

/** Applies what is missing. Throws MigrationRefused if an applied migration was edited, or if the database is of an older kind. */
export async function migrate(url: string, now: number, files: SqlFiles = readSqlFiles()): Promise<MigrationResult> {
  const client = new Client({ connectionString: url, application_name: 'fairpot-migrate' });
  client.on('error', () => undefined); // the running query reports the error
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('begin');
    const migrated = await bringUpToDate(client, now, files);
    await client.query('commit');
    return migrated;
  } finally {
    // Rolls back an open transaction and releases the lock.
    await client.end();
  }
}

async function bringUpToDate(client: Client, now: number, files: SqlFiles): Promise<MigrationResult> {
  const { migrations, functions, games } = files;
  const { rows: kinds } = await client.query<Bookkeeping>(BOOKKEEPING);
  refuseOlderKind(kinds[0]);
  if (kinds[0]?.functions !== true) await client.query(BOOKS);
  if (await isOneStepAhead(readBy(client), markOf(files))) return { ...NOTHING, isAhead: true };
  const before = await stateBefore(client);
  const { rows: applied } = await client.query<Applied>(APPLIED);
  checkHistory(applied, migrations);
  const { rows: installed } = await client.query<InstalledFunction>(KNOWN_FUNCTIONS);
  const changes = functionChanges(functions, installed);
  const missing = missingOf(migrations, applied);
  await makeFunctions(client, changes, now);
  for (const migration of missing) await apply(client, migration, now);
  await fillGames(client, games);
  await dropFunctions(client, changes);
  return {
    migrations: missing.map(({ number }) => number),
    made: changes.changed.map(({ name }) => name),
    dropped: changes.gone.map(({ name }) => name),
    byHand: changes.byHand,
    breaksBefore: await recordVersionBefore(client, before, missing),
    isAhead: false,
  };
}

type Bookkeeping = { readonly migrations: boolean; readonly functions: boolean };

const BOOKKEEPING = `select to_regclass('public.schema_migrations') is not null as migrations,
  to_regclass('public.schema_functions') is not null as functions`;

const BOOKS = `
  create table schema_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at bigint not null);
  create table schema_functions (
    name text primary key, checksum text not null, made text not null, applied_at bigint not null)`;

/** Before functions had files, migrations held them: such a database has other migrations under the same numbers. */
function refuseOlderKind(found: Bookkeeping | undefined): void {
  if (found?.migrations === true && !found.functions) throw olderKind();
}

const olderKind = (): MigrationRefused =>
  new MigrationRefused(
    'this database was made by a version from before the migrations were rewritten, and cannot be upgraded: ' +
      'no release ever used it. Remove the data folder (FAIRPOT_DATA_DIR, .data when it is not set), or ' +
      'name a new database in DATABASE_URL',
  );

type Applied = { readonly number: number; readonly name: string; readonly checksum: string };

const APPLIED = 'select number, name, checksum from schema_migrations order by number';

function missingOf(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  return migrations.filter(({ number }) => !applied.some((row) => row.number === number));
}

function checkHistory(applied: readonly Applied[], files: readonly Migration[]): void {
  const byNumber = new Map(applied.map((row) => [row.number, row]));
  // A file never takes the number of another one: the migrations were rewritten since.
  if (files.some(({ number, name }) => (byNumber.get(number)?.name ?? name) !== name)) throw olderKind();
  const newest = applied.at(-1)?.number ?? 0;
  for (const file of files) {
    const row = byNumber.get(file.number);
    byNumber.delete(file.number);
    if (!row && file.number < newest) {
      throw new MigrationRefused(
        `migration ${file.number} (${file.name}) comes before ${newest}, which is already applied`,
      );
    }
    if (row && row.checksum !== file.checksum) {
      throw new MigrationRefused(
        `migration ${row.number} (${row.name}) was edited after it was applied; add a new one`,
      );
    }
  }
  for (const row of byNumber.values()) {
    throw new MigrationRefused(`migration ${row.number} (${row.name}) was applied, but its file is gone`);
  }
}

async function apply(client: Client, { number, name, text, checksum }: Migration, now: number): Promise<void> {
  try {
    await client.query(text);
    // Checks deferred constraints here, so that the error can name the migration.
    await client.query('set constraints all immediate');
    await client.query('set constraints all deferred');
    await client.query('insert into schema_migrations values ($1, $2, $3, $4)', [number, name, checksum, now]);
  } catch (error) {
    throw new MigrationRefused(`migration ${number} (${name}) failed: ${String(error)}`, { cause: error });
  }
}

/** Writes the mode into a new database; refuses to start on a database of the other mode (rulings 1.2). */
export async function claimMode(db: Db, mode: Mode): Promise<void> {
  await db.run(sql`insert into meta (key, value) values ('mode', ${mode}) on conflict (key) do nothing`);
  const { value } = await db.one<{ value: string }>(sql`select value from meta where key = 'mode'`);
  if (value !== mode) {
    throw new ConfigRefused([
      `FAIRPOT_MODE: this database belongs to a ${value} server, it is never opened as ${mode}`,
    ]);
  }
}

/** Throws MigrationRefused unless the database matches the files, or is one step ahead of them. For a node without the rights to migrate. */
export async function checkMigrated(db: Db, files: SqlFiles = readSqlFiles()): Promise<void> {
  try {
    await checkFiles(db, files);
  } catch (error) {
    const isOther = error instanceof MigrationRefused;
    if (!isOther || !(await isOneStepAhead((text) => db.many({ text, values: [] }), markOf(files)))) throw error;
  }
}

async function checkFiles(db: Db, files: SqlFiles): Promise<void> {
  refuseOlderKind(await db.one<Bookkeeping>({ text: BOOKKEEPING, values: [] }));
  const applied = await db.many<Applied>({ text: APPLIED, values: [] });
  checkHistory(applied, files.migrations);
  const missing = missingOf(files.migrations, applied).map(({ number }) => `migration ${number} is not applied`);
  const installed = await db.many<InstalledFunction>({ text: KNOWN_FUNCTIONS, values: [] });
  const others = differing(functionChanges(files.functions, installed)).map(
    (name) => `function ${name} is not as its file`,
  );
  const wrong = [...missing, ...others, ...(missing.length === 0 ? await checkGames(db, files.games) : [])];
  if (wrong.length > 0) {
    throw new MigrationRefused(`${wrong.join(', ')}: run \`npm run migrate\` as the owner`);
  }
}

function differing({ changed, gone }: FunctionChanges): string[] {
  return [...changed, ...gone].map(({ name }) => name);
}
