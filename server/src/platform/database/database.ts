/**
 * The database at start-up: the given server, or our own in the data folder; migrated and claimed for this mode. main.ts
 * opens it; whoever else needs the site's database from outside (scripts) may too.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigRefused, type Config } from '../process/config.ts';
import { databaseHost } from './database-url.ts';
import { openPool } from './db.ts';
import type { ClosablePool } from './db.ts';
import { isOwned, startEmbeddedPostgres } from './embedded-postgres.ts';
import { checkMigrated, claimMode, migrate } from './migrate.ts';
import type { Clock, Log } from '../process/ports.ts';
import { socketFolderOf } from './postgres-home.ts';
import { prepareRoles, roleUrls } from './roles.ts';
import type { RoleUrls } from './roles.ts';

export interface OpenDatabase {
  /** Signed in as the app. */
  readonly db: ClosablePool;
  /** Signed in as the settler: for the settlement alone. */
  readonly settler: ClosablePool;
  /** Closes the pools, and ends the server when it is our own. */
  close(): Promise<void>;
}

/** Settlement is one batch after the other for each game, and what it stores before. */
const SETTLER_CONNECTIONS = 4;

/** Throws ConfigRefused, MigrationRefused or EmbeddedPostgresRefused when a person must act. */
export async function openDatabase(config: Config, clock: Clock, log: Log): Promise<OpenDatabase> {
  const own = (await isOursToStart(config))
    ? await startEmbeddedPostgres({ dataDir: config.dataDir, clock, log })
    : null;
  const ownerUrl = config.databaseUrl ?? own?.url('postgres') ?? null;
  try {
    if (ownerUrl !== null) await prepareDatabase(ownerUrl, config.roleUrls === null, clock, log);
    const pools = openRoles(urlsOf(config, ownerUrl), config.dbConnections, log);
    if (ownerUrl === null) await checkMigrated(pools.db);
    await claimMode(pools.db, config.mode);
    const close = async () => {
      await Promise.all([pools.db.close(), pools.settler.close()]);
      await own?.stop();
    };
    return { ...pools, close };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/**
 * The database of this configuration, migrated and signed in as its owner, for commands of the operator; the embedded server is
 * started when nobody runs it. Throws as `openDatabase` does.
 */
export async function openAsOwner(
  config: Config,
  clock: Clock,
  log: Log,
): Promise<{ readonly db: ClosablePool; readonly close: () => Promise<void> }> {
  const own = (await isOursToStart(config))
    ? await startEmbeddedPostgres({ dataDir: config.dataDir, clock, log })
    : null;
  try {
    const url = config.databaseUrl ?? own?.url('postgres') ?? null;
    if (url === null) throw new ConfigRefused(['DATABASE_URL: the owner of the database, as a postgres:// URL']);
    await prepareDatabase(url, config.roleUrls === null, clock, log);
    // No time limit: what it writes may be long, and nobody waits for it.
    const db = openPool({ url, maxConnections: 2, statementTimeoutMs: 0 });
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
async function isOursToStart({ databaseUrl, roleUrls: given, dataDir }: Config): Promise<boolean> {
  if (databaseUrl === null) return given === null;
  const named = databaseHost(databaseUrl);
  if (named === null || !isAbsolute(named)) return false;
  const own = socketFolderOf(dataDir);
  return own !== null && isSameFolder(named, own) && !(await isOwned(own));
}

function isSameFolder(a: string, b: string): boolean {
  return existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);
}

/** Brings the database up to date, as its owner. `makesRoles` false: app and settler were made by hand. */
export async function prepareDatabase(ownerUrl: string, makesRoles: boolean, clock: Clock, log: Log): Promise<void> {
  const { migrations, made, dropped, byHand } = await migrate(ownerUrl, clock.now());
  const newest = migrations.at(-1);
  if (newest !== undefined) log.info({ applied: migrations.length, newest }, 'migrations applied');
  if (made.length + dropped.length > 0)
    log.info({ made: made.length, dropped: dropped.length }, 'functions made as their files say');
  log.debug({ migrations, made, dropped }, 'what of the database is new, by name');
  if (byHand.length > 0)
    log.warn({ byHand }, 'functions had been changed by hand in the database; they are as their files say again');
  await prepareRoles(ownerUrl, makesRoles);
}

function urlsOf(config: Config, ownerUrl: string | null): Pick<RoleUrls, 'app' | 'settler'> {
  if (config.roleUrls !== null) return config.roleUrls;
  if (ownerUrl === null) throw new ConfigRefused(['DATABASE_URL: there is no database']);
  return roleUrls(ownerUrl);
}

/** Opens a pool for the app and one for the settler. */
export function openRoles(
  urls: Pick<RoleUrls, 'app' | 'settler'>,
  maxConnections: number,
  log: Log,
): Pick<OpenDatabase, 'db' | 'settler'> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a connection to the database was lost');
  return {
    db: openPool({ url: urls.app, maxConnections, onIdleError }),
    settler: openPool({ url: urls.settler, maxConnections: SETTLER_CONNECTIONS, onIdleError }),
  };
}
