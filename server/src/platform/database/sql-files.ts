/**
 * Reads the SQL files that define the database: server/migrations/NNNN_name.sql (tables, indexes, triggers) and server/functions/<room>/<name>.sql
 * (one function each). migrate.ts applies them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GAMES } from '@fairpot/contract/games/games';
import type { GameRow } from './games-table.ts';
import { MigrationRefused } from './migration-refused.ts';

const SERVER = join(import.meta.dirname, '../../../');
const MIGRATIONS_DIR = join(SERVER, 'migrations');
const FUNCTIONS_DIR = join(SERVER, 'functions');

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface SqlFunction {
  /** Name of the file and of the function. Unique: no overloads. */
  readonly name: string;
  /** Path below the folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly checksum: string;
}

/** Everything that defines a database. */
export interface SqlFiles {
  readonly migrations: readonly Migration[];
  readonly functions: readonly SqlFunction[];
  /** The rows of the table `games`. */
  readonly games: readonly GameRow[];
}

export function readSqlFiles(): SqlFiles {
  return { migrations: readMigrations(), functions: readFunctions(), games: GAMES };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The files of a folder in order. Refuses a malformed name and a duplicate number. */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  const migrations = sqlIn(dir).map((file) => {
    const match = /^(\d{4})_([a-z0-9-]+)\.sql$/.exec(file);
    if (!match) throw new MigrationRefused(`${file}: migrations are named NNNN_name.sql`);
    const text = readFileSync(join(dir, file), 'utf8');
    if (/^\s*create\s+(or\s+replace\s+)?(function|procedure|type)\b/im.test(text)) {
      throw new MigrationRefused(`${file}: functions belong in server/functions, one file each`);
    }
    return { number: Number(match[1]), name: match[2] ?? '', text, checksum: sha256(text) };
  });
  migrations.forEach(({ number }, i) => {
    if (migrations[i - 1]?.number === number) throw new MigrationRefused(`migration ${number} exists twice`);
  });
  return migrations;
}

/** By name. Bodies are not checked at creation, so no other order is needed. */
export function readFunctions(dir: string = FUNCTIONS_DIR): SqlFunction[] {
  const files = sqlIn(dir).map((path) => functionOf(path, readFileSync(join(dir, path), 'utf8')));
  for (const { name, path } of files) {
    const other = files.find((file) => file.name === name && file.path !== path);
    if (other) throw new MigrationRefused(`function ${name} is defined in ${path} and in ${other.path}`);
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const HEAD = /^(?:--.*\n|\s*\n)*create or replace function (\w+)\s*\(/;

function functionOf(path: string, text: string): SqlFunction {
  const name = basename(path, '.sql');
  if (!text.startsWith('--')) throw new MigrationRefused(`${path}: must begin with a comment that explains it`);
  if (HEAD.exec(text)?.[1] !== name || (text.match(/^create\b/gim) ?? []).length !== 1) {
    throw new MigrationRefused(`${path}: must contain "create or replace function ${name}(", once`);
  }
  // PostgreSQL lets everyone call a new function until that is revoked. A function with the owner's rights must not be callable for a moment.
  if (/\bsecurity definer\b/i.test(text) && !new RegExp(`^revoke all on function ${name}\\(`, 'm').test(text)) {
    throw new MigrationRefused(
      `${path}: a function with the owner's rights must end with "revoke all on function ${name}(...) from public;"`,
    );
  }
  return { name, path, text, checksum: sha256(text) };
}

function sqlIn(dir: string): string[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.replaceAll('\\', '/')).sort();
}
