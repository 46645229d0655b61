/** What a cluster on one machine consists of: folders, ports, passwords. Computed once, kept in the folder, so that a second start finds its data. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Database servers, by name. */
export const SERVERS = ['pg1', 'pg2'] as const;
export type ServerName = (typeof SERVERS)[number];
/** Nodes of the site, by name. */
export const NODES = ['node1', 'node2'] as const;
export type NodeName = (typeof NODES)[number];
export const WORKERS = ['trade-worker', 'chain-watcher', 'signer'] as const;
export type WorkerName = (typeof WORKERS)[number];

export const LOOPBACK = '127.0.0.1';
/** Below the range from which the system takes ports for outgoing connections. */
const FIRST_PORT = 4_400;
const PORTS = [
  ...['site', 'http', 'node1', 'node2', 'database', 'pg1', 'pg2', 'pg1-patroni', 'pg2-patroni', 'etcd', 'etcd-peer'],
  ...['pg1-etcd', 'pg2-etcd', 'prometheus', 'node1-metrics', 'node2-metrics'],
  ...['trade-worker-metrics', 'chain-watcher-metrics', 'signer-metrics', 'restored', 'replica', 'outside'],
] as const;
export type PortName = (typeof PORTS)[number];

/** Programs by name, from tools.mjs; `postgres` is the folder of PostgreSQL's programs. */
export type Tools = Readonly<
  Record<
    | 'etcd'
    | 'patroni'
    | 'haproxy'
    | 'nginx'
    | 'prometheus'
    | 'prometheus-blackbox-exporter'
    | 'pgbackrest'
    | 'postgres',
    string
  >
>;

const SECRET_NAMES = [
  ...(['postgres', 'replicator', 'rewinder', 'owner', 'app', 'settler', 'trader', 'watcher', 'signer'] as const),
  ...(['backups', 'log-key', 'staff-key'] as const),
];
/** One password for each role, and the passphrase of the backups. */
export type Secrets = Readonly<Record<(typeof SECRET_NAMES)[number], string>>;

export interface ClusterPlan {
  readonly folder: string;
  readonly tools: Tools;
  readonly ports: Readonly<Record<PortName, number>>;
  readonly secrets: Secrets;
  /** The account of PostgreSQL and the other daemons; null: our own. */
  readonly account: { readonly uid: number; readonly gid: number } | null;
}

/** The plan of a folder: of its last start, or a new one. `firstPort`: the ports follow each other from there. */
export function planIn(
  folder: string,
  { tools, account, firstPort = FIRST_PORT }: Pick<ClusterPlan, 'tools' | 'account'> & { readonly firstPort?: number },
): ClusterPlan {
  const file = join(folder, 'secrets.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newSecrets()), { mode: 0o600 });
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const ports = Object.fromEntries(PORTS.map((name, i) => [name, firstPort + i])) as ClusterPlan['ports'];
  return { folder, tools, account, ports, secrets };
}

function newSecrets(): Secrets {
  return Object.fromEntries(SECRET_NAMES.map((name) => [name, randomBytes(32).toString('hex')])) as Secrets;
}

/** The database as a role of the first deployment, through HAProxy, or on one server. */
export function databaseUrl(
  { ports, secrets }: Pick<ClusterPlan, 'ports' | 'secrets'>,
  role: 'owner' | 'app' | 'settler' | 'trader' | 'watcher' | 'signer',
  port: PortName = 'database',
): string {
  return `postgres://fairpot_${role}:${secrets[role]}@${LOOPBACK}:${ports[port]}/fairpot`;
}

/** A server of the cluster as PostgreSQL's superuser. */
export function superuserUrl(
  { ports, secrets }: Pick<ClusterPlan, 'ports' | 'secrets'>,
  port: PortName,
  database = 'postgres',
): string {
  return `postgres://postgres:${secrets.postgres}@${LOOPBACK}:${ports[port]}/${database}`;
}
