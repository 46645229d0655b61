/**
 * Once per test run: a PostgreSQL (our own, in memory if there is room, or the one of DATABASE_URL) and a template database with every migration
 * applied, which each world clones.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { prepareRoles } from '../src/platform/database/roles.ts';
import { pinoLog, systemClock } from '../src/platform/process/system-ports.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * URL of the server's maintenance database, the name prefix of every database of this run, the end of a `create database` that clones the
     * template, and the server's log (null: the server of DATABASE_URL).
     */
    testServer: {
      readonly adminUrl: string;
      readonly prefix: string;
      readonly fromTemplate: string;
      readonly logFile: string | null;
    };
  }
}

/** A folder in memory (tmpfs), if there is one. */
const MEMORY = '/dev/shm';
/** Room for the cluster, 1 GB of its write-ahead log and the worlds that are open at the same time. */
const ROOM_BYTES = 2_000_000_000;

let finish: () => Promise<void> = () => Promise.resolve();

/** Called by vitest before the first test file. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['DATABASE_URL'];
  const own = given === undefined ? await ownServer() : null;
  const adminUrl = given ?? own?.url ?? '';
  const prefix = `fairpot_test_${randomBytes(5).toString('hex')}`;
  const template = `${prefix}_template`;
  finish = () => (own ? own.stop() : dropAll(adminUrl, prefix));
  await admin(adminUrl, [`create database ${template}`]);
  await migrate(databaseUrl(adminUrl, template), Date.now());
  await prepareRoles(databaseUrl(adminUrl, template));
  // Without durability a file copy is the cheapest clone: nothing is logged, and a checkpoint costs nothing.
  const fromTemplate = `template ${template}${own ? ' strategy file_copy' : ''}`;
  project.provide('testServer', { adminUrl, prefix, fromTemplate, logFile: own?.logFile ?? null });
}

/** Called by vitest after the last. */
export async function teardown(): Promise<void> {
  await finish();
}

async function ownServer(): Promise<{ url: string; logFile: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(folderOfCluster(), 'fairpot-test-'));
  chmodSync(dataDir, 0o755);
  const log = pinoLog('error', process.stderr);
  const server = await startEmbeddedPostgres({ dataDir, clock: systemClock, log, durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: server.url('postgres'), logFile: join(dataDir, 'postgres.log'), stop };
}

/** Nothing here outlives the run, so memory suffices; a container may have as little as 64 MB of shared memory. */
function folderOfCluster(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
}

/** The same server, another database. */
export function databaseUrl(adminUrl: string, database: string): string {
  return adminUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}

/** Runs statements on the maintenance database. */
export async function admin(adminUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function dropAll(adminUrl: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    `${prefix}%`,
  ]);
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}
