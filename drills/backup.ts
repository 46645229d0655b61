/** Backups of the cluster: a full one, the archived log, and a restore to a moment into a third server, which runs until `stop`. */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from '../server/src/platform/database/sql.ts';
import { pause, withDatabase, type Cluster } from '../scripts/cluster/cluster.ts';
import { backupConfig, serverFolders } from '../scripts/cluster/configs.ts';
import { LOOPBACK, superuserUrl } from '../scripts/cluster/plan.ts';
import { stop } from '../scripts/processes.ts';

const STANZA = '--stanza=fairpot';
const RESTORED = 'restored';
const LOOK_EVERY_MS = 250;
const WITHIN_MS = 90_000;

/** Not `spawnSync`: this process carries the servers' links to etcd. */
async function pgbackrest({ plan }: Cluster, server: string, ...args: string[]): Promise<void> {
  const config = join(serverFolders(plan, server).home, 'pgbackrest.conf');
  const run = promisify(execFile)(plan.tools.pgbackrest, [`--config=${config}`, STANZA, ...args], {
    cwd: plan.folder,
    env: { PATH: process.env['PATH'] },
    ...plan.account,
  });
  await run.catch((error: Error & { readonly stdout?: string }) => {
    throw new Error(`pgbackrest ${args.join(' ')}: ${error.stdout} ${error.message}`);
  });
}

const backedUp = new WeakSet<Cluster>();

/** A full backup, unless this cluster has one already: the archived log goes on from it. */
export async function ensureBackup(cluster: Cluster): Promise<void> {
  if (!backedUp.has(cluster)) await backUp(cluster);
}

/** A full backup of the primary. Returns how long it took, in ms. */
export async function backUp(cluster: Cluster): Promise<number> {
  const { primary } = await cluster.pair();
  const began = Date.now();
  await pgbackrest(cluster, primary.name, 'stanza-create');
  await pgbackrest(cluster, primary.name, '--type=full', 'backup');
  backedUp.add(cluster);
  return Date.now() - began;
}

/** Waits until everything written so far is in the archive. Returns the name of its last segment. */
export async function archived(cluster: Cluster): Promise<string> {
  const segment = await cluster.asSuperuser(async (db) => {
    const { name } = await db.one<{ name: string }>(sql`select pg_walfile_name(pg_current_wal_lsn()) as name`);
    await db.many(sql`select pg_switch_wal()::text`);
    return name;
  });
  const until = Date.now() + WITHIN_MS;
  for (;;) {
    const last = await cluster.asSuperuser((db) =>
      db.one<{ name: string | null }>(sql`select last_archived_wal as name from pg_stat_archiver`),
    );
    if (last.name !== null && last.name >= segment) return segment;
    if (Date.now() > until) throw new Error(`the segment ${segment} was not archived: see ${cluster.logs}`);
    await pause(LOOK_EVERY_MS);
  }
}

export interface RestoredServer {
  readonly ms: number;
  stop(): Promise<void>;
}

/** The database as it was at `at`, on the port `restored` of the plan. */
export async function restoreTo(cluster: Cluster, at: string): Promise<RestoredServer> {
  const { plan } = cluster;
  const { home, disk, data, sockets, spool, logs } = serverFolders(plan, RESTORED);
  for (const path of [home, disk, data, sockets, spool, logs]) {
    mkdirSync(path, { recursive: true });
    if (plan.account) chownSync(path, plan.account.uid, plan.account.gid);
  }
  chmodSync(data, 0o700);
  const config = join(home, 'pgbackrest.conf');
  writeFileSync(config, backupConfig(plan, RESTORED, plan.ports.restored), { mode: 0o600 });
  if (plan.account) chownSync(config, plan.account.uid, plan.account.gid);
  const began = Date.now();
  await pgbackrest(cluster, RESTORED, '--delta', '--type=time', `--target=${at}`, '--target-action=promote', 'restore');
  const log = openSync(join(cluster.logs, 'restored.log'), 'a');
  // What Patroni wrote into the copy names its own server; this one is alone.
  const own = {
    listen_addresses: LOOPBACK,
    port: String(plan.ports.restored),
    unix_socket_directories: sockets,
    archive_mode: 'off',
    synchronous_standby_names: '',
    primary_conninfo: '',
    hba_file: join(data, 'pg_hba.conf'),
    ident_file: join(data, 'pg_ident.conf'),
    cluster_name: RESTORED,
  };
  const settings = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(plan.tools.postgres, 'postgres'), ['-D', data, ...settings], {
    stdio: ['ignore', log, log],
    cwd: home,
    env: { PATH: process.env['PATH'], PGBACKREST_CONFIG: config },
    detached: true,
    ...plan.account,
  });
  const server = { stop: () => stop(child) };
  const until = Date.now() + WITHIN_MS;
  for (;;) {
    const isOpen = await withDatabase(superuserUrl(plan, RESTORED), (db) =>
      db.one<{ open: boolean }>(sql`select not pg_is_in_recovery() as open`),
    ).catch(() => ({ open: false }));
    if (isOpen.open) return { ms: Date.now() - began, ...server };
    if (child.exitCode !== null || Date.now() > until) {
      await server.stop();
      throw new Error(`the restored server did not open: see ${cluster.logs}/restored.log`);
    }
    await pause(LOOK_EVERY_MS);
  }
}
