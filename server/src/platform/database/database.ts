/**
 * Opens the database at start-up: the configured server, or the embedded one in the data folder. Migrates it and claims it for this mode. Used by
 * main.ts and by scripts that need the site's database.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { ConfigRefused, type Config } from '../process/config.ts';
import { databaseHost } from './database-url.ts';
import { openPool } from './db.ts';
import type { ClosablePool, CountedPool } from './db.ts';
import { isOwned, startEmbeddedPostgres } from './embedded-postgres.ts';
import { checkMigrated, claimMode, migrate } from './migrate.ts';
import type { Clock, Log } from '../process/ports.ts';
import { socketFolderOf } from './postgres-home.ts';
import { prepareRoles, roleUrls } from './roles.ts';
import type { RoleUrls } from './roles.ts';

export interface OpenDatabase {
  /** Pool signed in as the app role. */
  readonly db: CountedPool;
  /** Pool signed in as the settler role, for settlement only. */
  readonly settler: CountedPool;
  /** Null: none is configured. It may be away: nothing waits for it. */
  readonly replica: { readonly pool: CountedPool; readonly maxLagMs: number } | null;
  /** URL of the app role, for a connection that listens. */
  readonly appUrl: string;
  /** Closes the pools and stops the embedded server if this process started it. */
  close(): Promise<void>;
}

/** Each game settles one batch at a time; the rest is for what settlement stores beforehand. */
const SETTLER_CONNECTIONS = 4;

/** Throws ConfigRefused, MigrationRefused or EmbeddedPostgresRefused when the operator must act. */
export async function openDatabase(config: Config, clock: Clock, log: Log): Promise<OpenDatabase> {
  const own = (await isOursToStart(config))
    ? await startEmbeddedPostgres({ dataDir: config.dataDir, clock, log })
    : null;
  const ownerUrl = config.databaseUrl ?? own?.url('postgres') ?? null;
  try {
    if (ownerUrl !== null) await prepareDatabase(ownerUrl, config.roleUrls === null, clock, log);
    const urls = urlsOf(config, ownerUrl);
    const pools = openRoles(urls, config.dbConnections, log);
    const replica = openReplica(config, log);
    if (ownerUrl === null) await checkMigrated(pools.db);
    await claimMode(pools.db, config.mode);
    const close = async () => {
      await Promise.all([pools.db.close(), pools.settler.close(), replica?.pool.close()]);
      await own?.stop();
    };
    return { ...pools, replica, appUrl: urls.app, close };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/**
 * Opens and migrates the database of this configuration, signed in as its owner, for operator commands. Starts the embedded server if it is not
 * running. Throws as `openDatabase` does.
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
    // No time limit: maintenance may write for long, and no request waits for it.
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

/** Without a URL, or with the URL of its own socket, the embedded server is meant. If it already runs, another node owns it. */
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

/** Migrates the database as its owner. `makesRoles` false: the operator created the app and settler roles. */
export async function prepareDatabase(ownerUrl: string, makesRoles: boolean, clock: Clock, log: Log): Promise<void> {
  const { migrations, made, dropped, byHand, breaksBefore, isAhead } = await migrate(ownerUrl, clock.now());
  // Its rights are those of the next version.
  if (isAhead) return log.info({}, 'the database is one step ahead and stays so');
  const newest = migrations.at(-1);
  if (newest !== undefined) log.info({ applied: migrations.length, newest }, 'migrations applied');
  if (made.length + dropped.length > 0) log.info({ made: made.length, dropped: dropped.length }, 'functions updated');
  log.debug({ migrations, made, dropped }, 'database changes');
  if (byHand.length > 0) log.warn({ byHand }, 'functions had been changed by hand and were restored from their files');
  if (breaksBefore.length > 0) log.warn({ breaksBefore }, 'nodes of the version before cannot go on: stop them');
  await prepareRoles(ownerUrl, makesRoles);
}

function urlsOf(config: Config, ownerUrl: string | null): Pick<RoleUrls, 'app' | 'settler'> {
  if (config.roleUrls !== null) return config.roleUrls;
  if (ownerUrl === null) throw new ConfigRefused(['DATABASE_URL: the database does not exist']);
  return roleUrls(ownerUrl);
}

/** The longest statement on a replica: what takes longer is read from the primary. Also bounds what a silent replica can delay. */
const REPLICA_STATEMENT_MS = 1_000;

/** Signed in as the app: derived from the owner where the app's own sign-in is. */
function openReplica({ replica, roleUrls: given, dbConnections }: Config, log: Log): OpenDatabase['replica'] {
  if (replica === null) return null;
  const pool = openPool({
    url: given === null ? roleUrls(replica.url).app : replica.url,
    maxConnections: dbConnections,
    statementTimeoutMs: REPLICA_STATEMENT_MS,
    onIdleError: (error) => log.debug({ err: error }, 'connection to the replica lost'),
  });
  return { pool, maxLagMs: replica.maxLagMs };
}

export function openRoles(
  urls: Pick<RoleUrls, 'app' | 'settler'>,
  maxConnections: number,
  log: Log,
): Pick<OpenDatabase, 'db' | 'settler'> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  return {
    db: openPool({ url: urls.app, maxConnections, onIdleError }),
    settler: openPool({ url: urls.settler, maxConnections: SETTLER_CONNECTIONS, onIdleError }),
  };
}
