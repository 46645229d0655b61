/**
 * The database at start-up: the given server, or our own in the data folder; migrated and claimed for this mode. main.ts
 * opens it; whoever else needs the site's database from outside (scripts) may too.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Config } from './config.ts';
import { databaseHost } from './database-url.ts';
import { openPool } from './db.ts';
import type { ClosablePool } from './db.ts';
import { isOwned, startEmbeddedPostgres } from './embedded-postgres.ts';
import { claimMode, migrate } from './migrate.ts';
import type { Clock, Log } from './ports.ts';
import { socketFolderOf } from './postgres-home.ts';

export interface OpenDatabase {
  readonly db: ClosablePool;
  /** Closes the pool, and ends the server when it is our own. */
  close(): Promise<void>;
}

/** Throws ConfigRefused, MigrationRefused or EmbeddedPostgresRefused when a person must act. */
export async function openDatabase(config: Config, clock: Clock, log: Log): Promise<OpenDatabase> {
  const own = (await isOursToStart(config))
    ? await startEmbeddedPostgres({ dataDir: config.dataDir, clock, log })
    : null;
  const url = config.databaseUrl ?? own?.url('postgres') ?? '';
  try {
    const applied = await migrate(url, clock.now());
    if (applied.length > 0) log.info({ applied }, 'migrations applied');
    const onIdleError = (error: Error) => log.warn({ err: error }, 'a connection to the database was lost');
    const db = openPool({ url, maxConnections: config.dbConnections, onIdleError });
    await claimMode(db, config.mode);
    const close = async () => {
      await db.close();
      await own?.stop();
    };
    return { db, close };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/** The embedded server is meant by no URL, and by the URL of its socket; then, when it runs already, it is another node's. */
async function isOursToStart({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl === null) return true;
  const named = databaseHost(databaseUrl);
  if (named === null || !isAbsolute(named)) return false;
  const own = socketFolderOf(dataDir);
  return own !== null && isSameFolder(named, own) && !(await isOwned(own));
}

function isSameFolder(a: string, b: string): boolean {
  return existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);
}
