/**
 * Installs SQL functions from their files. Called by migrate.ts, inside its lock and transaction: other connections see either
 * all old functions or all new ones.
 *
 * Invariants: the database has exactly the functions of the files, one per name. A function is recreated only when its text or its version in the
 * database has changed. A function with unchanged arguments is replaced in place, so triggers and grants keep it.
 */
import { DatabaseError } from 'pg';
import type { Client } from 'pg';
import { MigrationRefused } from './migration-refused.ts';
import type { SqlFunction } from './sql-files.ts';

/** What a database remembers of a function: the checksum of its file, and the hash of its installed definition (`made`). */
export interface KnownFunction {
  readonly name: string;
  readonly checksum: string;
  readonly made: string;
}

/** Name -> hash of the installed definition. Works with any PostgreSQL from 15 on. Skips functions of extensions. */
const FOUND = `
  select p.proname::text as name, md5(string_agg(pg_get_functiondef(p.oid), ';' order by p.oid)) as made from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  group by p.proname`;

export const KNOWN_FUNCTIONS = `
  select k.name, k.checksum, k.made, f.made as found from schema_functions k left join (${FOUND}) f using (name)
  order by k.name`;

export type InstalledFunction = KnownFunction & { readonly found: string | null };

export interface FunctionChanges {
  /** To be created or replaced, in order. */
  readonly changed: readonly SqlFunction[];
  /** In the database, but no longer among the files. */
  readonly gone: readonly KnownFunction[];
  /** Names of functions that differ from what was installed: changed or dropped by hand. */
  readonly byHand: readonly string[];
}

/** The changes that bring the database in line with the files. */
export function functionChanges(
  files: readonly SqlFunction[],
  installed: readonly InstalledFunction[],
): FunctionChanges {
  const known = new Map(installed.map((row) => [row.name, row]));
  const isAsFile = (file: SqlFunction, row: InstalledFunction | undefined) =>
    row !== undefined && row.checksum === file.checksum && row.found === row.made;
  const names = new Set(files.map(({ name }) => name));
  return {
    changed: files.filter((file) => !isAsFile(file, known.get(file.name))),
    gone: installed.filter(({ name }) => !names.has(name)),
    byHand: installed.filter((row) => row.found !== row.made).map(({ name }) => name),
  };
}

/** Installs the changed functions. Bodies may name tables that later migrations create. */
export async function makeFunctions(client: Client, { changed }: FunctionChanges, now: number): Promise<void> {
  // Bodies are checked when they run, so their order does not matter.
  await client.query('set local check_function_bodies = off');
  for (const file of changed) await withErrorContext(file.path, () => makeFunction(client, file));
  await client.query(
    `insert into schema_functions (name, checksum, made, applied_at)
     select c.name, c.checksum, f.made, $3
     from unnest($1::text[], $2::text[]) as c (name, checksum) left join (${FOUND}) f using (name)
     on conflict (name) do update set checksum = excluded.checksum, made = excluded.made,
       applied_at = excluded.applied_at`,
    [changed.map(({ name }) => name), changed.map(({ checksum }) => checksum), now],
  );
}

/** Drops functions without a file. Runs after the migrations, which may have removed triggers that called them. */
export async function dropFunctions(client: Client, { gone }: FunctionChanges): Promise<void> {
  for (const { name } of gone) {
    for (const each of await versions(client, name)) await withErrorContext(name, () => drop(client, each));
  }
  await client.query('delete from schema_functions where name = any ($1)', [gone.map(({ name }) => name)]);
}

interface Version {
  /** Differs for each rewrite of the catalog row. */
  readonly row: string;
  /** The signature that `drop` needs. */
  readonly signature: string;
}

/** A function named for `drop`. The `routine` form would count its result columns among its arguments. */
const SIGNATURE = `
  case p.prokind when 'p' then 'procedure ' else 'function ' end || p.oid::regprocedure::text as signature`;

async function versions(client: Client, name: string): Promise<Version[]> {
  const { rows } = await client.query<Version>(
    `select p.xmin::text || p.ctid::text as row, ${SIGNATURE}
     from pg_proc p where p.proname = $1 and p.pronamespace = 'public'::regnamespace`,
    [name],
  );
  return rows;
}

/** Cannot be replaced in place: a changed result type or argument name; a procedure where the file has a function. */
const NOT_IN_PLACE = ['42P13', '42809'];

/** Replaces in place where PostgreSQL can; otherwise drops and creates. Drops any other version with the same name. */
async function makeFunction(client: Client, { name, text }: SqlFunction): Promise<void> {
  const before = await versions(client, name);
  await client.query('savepoint made');
  try {
    await client.query(text);
  } catch (error) {
    if (!(error instanceof DatabaseError && NOT_IN_PLACE.includes(error.code ?? ''))) throw error;
    await client.query('rollback to savepoint made');
    for (const each of before) await drop(client, each);
    await client.query(text);
  }
  await client.query('release savepoint made');
  if (before.length === 0) return;
  const old = new Set(before.map(({ row }) => row));
  for (const each of await versions(client, name)) if (old.has(each.row)) await drop(client, each);
}

async function drop(client: Client, { signature }: Version): Promise<void> {
  await client.query(`drop ${signature}`);
}

async function withErrorContext(what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const detail = error instanceof DatabaseError && error.detail !== undefined ? ` (${error.detail})` : '';
    throw new MigrationRefused(`server/functions, ${what}: ${String(error)}${detail}`, { cause: error });
  }
}
