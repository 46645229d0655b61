/**
 * Migrations: server/migrations/NNNN_name.sql, applied in order at start-up, each in its own transaction.
 *
 * Invariants: forward only; a file that was applied never changes (its checksum is recorded); one node migrates at a
 * time (advisory lock), the others wait and find it done.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Mode } from '../process/config.ts';
import { ConfigRefused } from '../process/config.ts';
import { sql } from './sql.ts';
import type { Db } from './sql.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** Start-up must stop: the database's history and the files disagree. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

/** The files of a folder in order. Refuses a name that does not fit and a number that is used twice. */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  const files = readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const migrations = files.map((file) => {
    const match = /^(\d{4})_([a-z0-9-]+)\.sql$/.exec(file);
    if (!match) throw new MigrationRefused(`${file}: migrations are named NNNN_name.sql`);
    const text = readFileSync(join(dir, file), 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    return { number: Number(match[1]), name: match[2] ?? '', text, checksum };
  });
  migrations.forEach(({ number }, i) => {
    if (migrations[i - 1]?.number === number) throw new MigrationRefused(`migration ${number} exists twice`);
  });
  return migrations;
}

/** Any fixed number: the advisory lock under which one node migrates, and sets up the roles. */
export const MIGRATION_LOCK = 7_236_120_001;

/** Applies what is missing. Returns the numbers applied. Throws MigrationRefused when history was edited. */
export async function migrate(url: string, now: number, migrations = readMigrations()): Promise<number[]> {
  const client = new Client({ connectionString: url, application_name: 'fairpot-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
        number integer primary key, name text not null, checksum text not null, applied_at bigint not null)`,
    );
    const { rows } = await client.query<{ number: number; checksum: string; name: string }>(
      'select number, name, checksum from schema_migrations order by number',
    );
    checkHistory(rows, migrations);
    const newest = rows.at(-1)?.number ?? 0;
    const missing = migrations.filter((m) => m.number > newest);
    for (const migration of missing) await apply(client, migration, now);
    return missing.map((m) => m.number);
  } finally {
    await client.end();
  }
}

type Applied = { readonly number: number; readonly name: string; readonly checksum: string };

function checkHistory(applied: readonly Applied[], files: readonly Migration[]): void {
  const byNumber = new Map(applied.map((row) => [row.number, row]));
  const newest = applied.at(-1)?.number ?? 0;
  for (const file of files) {
    const row = byNumber.get(file.number);
    byNumber.delete(file.number);
    if (!row && file.number < newest) {
      throw new MigrationRefused(`migration ${file.number} (${file.name}) comes before ${newest}, which was applied`);
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

async function apply(client: Client, migration: Migration, now: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migrations values ($1, $2, $3, $4)', [
      migration.number,
      migration.name,
      migration.checksum,
      now,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationRefused(`migration ${migration.number} (${migration.name}) failed: ${String(error)}`, {
      cause: error,
    });
  }
}

/** Writes the mode into a fresh database; refuses to start on a database of the other mode (rulings 1.2). */
export async function claimMode(db: Db, mode: Mode): Promise<void> {
  await db.run(sql`insert into meta (key, value) values ('mode', ${mode}) on conflict (key) do nothing`);
  const { value } = await db.one<{ value: string }>(sql`select value from meta where key = 'mode'`);
  if (value !== mode) {
    throw new ConfigRefused([
      `FAIRPOT_MODE: this database belongs to a ${value} server, it is never opened as ${mode}`,
    ]);
  }
}

/** Throws MigrationRefused unless exactly our migrations were applied: for a node that has no rights to apply them. */
export async function checkMigrated(db: Db, migrations = readMigrations()): Promise<void> {
  const applied = await db.many<Applied>(sql`select number, name, checksum from schema_migrations order by number`);
  checkHistory(applied, migrations);
  const missing = migrations.filter(({ number }) => !applied.some((row) => row.number === number));
  if (missing.length > 0) {
    throw new MigrationRefused(
      `migration ${missing.map(({ number }) => number).join(', ')} is not applied: run \`npm run migrate\` as the owner`,
    );
  }
}
