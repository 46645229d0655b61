/**
 * A database for one test site: a PostgreSQL of its own in the given folder, or a database created on the server of DATABASE_URL and dropped
 * afterwards. Either can be interrupted while in use; both come back.
 */
import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres, userAsParameter } from '../../server/src/platform/database/embedded-postgres.ts';
import { openPool } from '../../server/src/platform/database/db.ts';
import { pinoLog, systemClock } from '../../server/src/platform/process/system-ports.ts';

export interface TestDatabase {
  /** The site's DATABASE_URL. */
  readonly url: string;
  /** kill -9 of our own server; on another server, terminates every connection to this database. */
  kill(): Promise<void>;
  /** Terminates open connections instead of waiting for them. */
  close(): Promise<void>;
}

export async function openTestDatabase(folder: string): Promise<TestDatabase> {
  return (await givenDatabase()) ?? embedded(folder);
}

/** The database on the server of DATABASE_URL; null when it is not set. */
export async function givenDatabase(): Promise<TestDatabase | null> {
  const given = process.env['DATABASE_URL'];
  return given ? onServer(given) : null;
}

async function embedded(folder: string): Promise<TestDatabase> {
  const log = pinoLog('silent', process.stderr);
  const server = await startEmbeddedPostgres({ dataDir: folder, clock: systemClock, log });
  return {
    url: userAsParameter(server.url('postgres')),
    kill: () => {
      const pid = server.pid();
      if (pid !== null) process.kill(pid, 'SIGKILL');
      return Promise.resolve();
    },
    close: () => server.stop(),
  };
}

async function onServer(serverUrl: string): Promise<TestDatabase> {
  const name = `fairpot_e2e_${randomBytes(6).toString('hex')}`;
  const admin = openPool({ url: serverUrl, maxConnections: 1, statementTimeoutMs: 0 });
  await admin.run({ text: `create database ${name}`, values: [] });
  const own = new URL(serverUrl);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    kill: async () => {
      const text = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
      await admin.run({ text, values: [] });
    },
    close: async () => {
      await admin.run({ text: `drop database ${name} with (force)`, values: [] });
      await admin.close();
    },
  };
}
