/**
 * A production of Fairpot on one machine without containers: etcd, two PostgreSQL servers under Patroni, HAProxy, two nodes of the release behind
 * nginx, all workers, Prometheus, with simulators for what is outside. Used by `npm run cluster` and by the drills.
 *
 * Nothing is a system service: every process is a child of this one and stops with it. etcd has one member: it needs three machines to be more.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { openPool } from '../../server/src/platform/database/db.ts';
import { sql, type Pool } from '../../server/src/platform/database/sql.ts';
import {
  ended,
  root,
  startSimulatedWitness,
  startSimulators,
  stop,
  untilReady,
  type SimulatorsProcess,
  type WitnessProcess,
} from '../processes.ts';
import { environmentOf, roleStatements } from './configs.ts';
import { Daemon } from './daemon.ts';
import { DatabaseServer } from './database-server.ts';
import { writeFiles } from './files.ts';
import { Link } from './link.ts';
import {
  databaseUrl,
  LOOPBACK,
  NODES,
  SERVERS,
  superuserUrl,
  WORKERS,
  type ClusterPlan,
  type NodeName,
  type ServerName,
  type WorkerName,
} from './plan.ts';

/** What `npm run build` made. */
export const RELEASE = join(root, 'dist');
const DATABASE_WITHIN_MS = 120_000;
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
/** Addresses of each chain that are signed ahead. */
const SIGNED_ADDRESSES = 100;

export interface ClusterOptions {
  /** Settings of the nodes beside those of the example. */
  readonly nodeEnv?: Readonly<Record<string, string>>;
  readonly ethereum: boolean;
  /** Copies of each item on the trading account; without any it hands out only what was deposited. */
  readonly botCopies: number;
  /** Called before a database server is created, with its folder: a drill mounts a small disk there. */
  readonly prepareDisk?: (folder: string) => void;
  readonly say: (text: string) => void;
}

export class Cluster {
  readonly plan: ClusterPlan;
  readonly servers: ReadonlyMap<ServerName, DatabaseServer>;
  readonly nodes: ReadonlyMap<NodeName, Daemon>;
  readonly workers: ReadonlyMap<WorkerName, Daemon>;
  readonly links = new Map<ServerName, Link>();
  readonly #options: ClusterOptions;
  readonly #etcd: Daemon;
  readonly nginx: Daemon;
  readonly #front: readonly Daemon[];
  #simulators: SimulatorsProcess | null = null;
  #witness: WitnessProcess | null = null;

  constructor(plan: ClusterPlan, options: ClusterOptions) {
    this.plan = plan;
    this.#options = options;
    const { folder, ports, tools, account } = plan;
    const logFile = (name: string) => join(folder, 'logs', `${name}.log`);
    const daemon = (name: string, command: readonly string[]) =>
      new Daemon({ name, command, logFile: logFile(name), account, cwd: folder });
    this.#etcd = daemon('etcd', [
      tools.etcd,
      ...['--name', 'etcd1', '--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', urlOf(ports.etcd), '--advertise-client-urls', urlOf(ports.etcd)],
      ...['--listen-peer-urls', urlOf(ports['etcd-peer']), '--initial-advertise-peer-urls', urlOf(ports['etcd-peer'])],
      ...['--initial-cluster', `etcd1=${urlOf(ports['etcd-peer'])}`],
    ]);
    const haproxy = daemon('haproxy', [tools.haproxy, '-db', '-f', join(folder, 'haproxy.cfg')]);
    const nginx = daemon('nginx', [tools.nginx, '-p', join(folder, 'nginx'), '-c', join(folder, 'nginx/nginx.conf')]);
    const prometheus = daemon('prometheus', [
      tools.prometheus,
      `--config.file=${join(folder, 'prometheus/prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'prometheus/data')}`,
      `--web.listen-address=${LOOPBACK}:${ports.prometheus}`,
    ]);
    const outside = new Daemon({
      name: 'outside',
      command: [
        tools['prometheus-blackbox-exporter'],
        `--config.file=${join(folder, 'prometheus/blackbox.yml')}`,
        `--web.listen-address=${LOOPBACK}:${ports.outside}`,
      ],
      logFile: logFile('outside'),
      account,
      cwd: folder,
      env: { SSL_CERT_FILE: join(folder, 'tls/certificate.pem') },
    });
    this.nginx = nginx;
    this.#front = [haproxy, nginx, prometheus, outside];
    this.servers = new Map(SERVERS.map((name) => [name, new DatabaseServer(plan, name)]));
    const program = (name: NodeName | WorkerName, file: string, env: Readonly<Record<string, string>>) =>
      new Daemon({
        name,
        command: [process.execPath, ...(file === 'server' ? ['--max-semi-space-size=32'] : []), `${file}.mjs`],
        logFile: logFile(name),
        // The release alone, as on a host of its own.
        cwd: RELEASE,
        env,
      });
    this.nodes = new Map(NODES.map((name) => [name, program(name, 'server', this.nodeEnv(name))]));
    this.workers = new Map(WORKERS.map((name) => [name, program(name, name, this.#workerEnv(name))]));
  }

  /** The site through nginx. */
  get origin(): string {
    return `https://localhost:${this.plan.ports.site}`;
  }

  nodeOrigin(name: NodeName): string {
    return urlOf(this.plan.ports[name]);
  }

  get simulators(): SimulatorsProcess {
    if (this.#simulators === null) throw new Error('the cluster has not started');
    return this.#simulators;
  }

  async start(): Promise<void> {
    const { say } = this.#options;
    writeFiles(this.plan, this.#options.prepareDisk);
    say('etcd, and two PostgreSQL servers under Patroni ...');
    this.#etcd.start();
    for (const name of SERVERS) {
      const { ports } = this.plan;
      this.links.set(name, await Link.open(ports[`${name}-etcd`], ports.etcd));
      this.server(name).start();
    }
    const [haproxy, nginx, ...watchers] = this.#front;
    haproxy?.start();
    await this.untilDatabase();
    await this.#createRoles();
    say('Simulators, migrations, two nodes ...');
    await this.#startOutside();
    await this.migrate();
    for (const node of this.nodes.values()) node.start();
    nginx?.start();
    for (const each of watchers) each.start();
    for (const name of NODES) {
      const refused = () => (this.node(name).refusal === null ? null : `${name} refused to start: see ${this.logs}`);
      await untilReady(this.nodeOrigin(name), READY_WITHIN_MS, refused);
    }
    for (const worker of this.workers.values()) worker.start();
    await untilReady(this.origin, READY_WITHIN_MS, () => null);
  }

  /** Nodes and workers first, so that their last statements reach the database. */
  async stop(): Promise<void> {
    await Promise.all([...this.workers.values(), ...this.nodes.values()].map((each) => each.stop()));
    for (const each of this.#front) await each.stop();
    if (this.#simulators !== null) await stop(this.#simulators.child);
    if (this.#witness !== null) await stop(this.#witness.child);
    // The standby first: a primary that stops in strict synchronous mode waits for it.
    const servers = [...this.servers.values()];
    const roles = await Promise.all(servers.map((server) => server.role()));
    for (const [i, server] of servers.entries()) if (roles[i] !== 'primary') await server.stop();
    for (const [i, server] of servers.entries()) if (roles[i] === 'primary') await server.stop();
    await this.#etcd.stop();
    for (const link of this.links.values()) await link.close();
  }

  get logs(): string {
    return join(this.plan.folder, 'logs');
  }

  get etcd(): Daemon {
    return this.#etcd;
  }

  server(name: ServerName): DatabaseServer {
    return found(this.servers, name);
  }

  node(name: NodeName): Daemon {
    return found(this.nodes, name);
  }

  /** The server that Patroni calls primary, and the other one. Waits until there is a primary with a synchronous standby. */
  async pair(withinMs = DATABASE_WITHIN_MS): Promise<{ primary: DatabaseServer; standby: DatabaseServer }> {
    const until = Date.now() + withinMs;
    for (;;) {
      const servers = [...this.servers.values()];
      const roles = await Promise.all(servers.map((server) => server.role()));
      const [primary, standby] = [servers[roles.indexOf('primary')], servers[roles.indexOf('sync')]];
      if (primary && standby) return { primary, standby };
      if (Date.now() > until) throw new Error(`the database servers are ${roles.join(' and ')}: see ${this.logs}`);
      await pause(LOOK_EVERY_MS);
    }
  }

  /** Waits until the database takes writes through HAProxy, with a standby. */
  async untilDatabase(): Promise<void> {
    await this.pair();
    const until = Date.now() + DATABASE_WITHIN_MS;
    for (;;) {
      const wrote = await this.asSuperuser((db) => db.many(sql`select pg_current_wal_lsn()::text`)).catch(() => null);
      if (wrote !== null) return;
      if (Date.now() > until) throw new Error(`HAProxy finds no primary: see ${this.logs}`);
      await pause(LOOK_EVERY_MS);
    }
  }

  asSuperuser<T>(use: (db: Pool) => Promise<T>): Promise<T> {
    return withDatabase(superuserUrl(this.plan, 'database'), use);
  }

  /** The release's own migration, as the owner, whose password no node has. Not `spawnSync`: this process carries the servers' links to etcd. */
  async migrate(release = RELEASE): Promise<void> {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl(this.plan, 'owner'),
      DATABASE_APP_URL: databaseUrl(this.plan, 'app'),
      DATABASE_SETTLER_URL: databaseUrl(this.plan, 'settler'),
    };
    const logFile = join(this.logs, 'migrate.log');
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['migrate.mjs'], {
      cwd: release,
      env,
      stdio: ['ignore', log, log],
    });
    await ended(child);
    closeSync(log);
    if (child.exitCode !== 0) throw new Error(`the migration failed: see ${logFile}`);
  }

  async #createRoles(): Promise<void> {
    await this.asSuperuser(async (db) => {
      const found = await db.many(sql`select 1 from pg_database where datname = 'fairpot'`);
      if (found.length > 0) return;
      for (const text of roleStatements(this.plan)) await db.run({ text, values: [] });
    });
  }

  async #startOutside(): Promise<void> {
    const { folder } = this.plan;
    this.#witness = await startSimulatedWitness(folder, this.nodeOrigin('node1'));
    this.#simulators = await startSimulators(folder, {
      witness: this.#witness,
      prices: true,
      ethereum: this.#options.ethereum,
      botCopies: this.#options.botCopies,
      signedAddresses: SIGNED_ADDRESSES,
    });
    const { steam, botFile, crypto, signerFile } = this.#simulators;
    // Written now: workers read their settings when they start.
    const chains = { TRON_BASE: crypto.tron, BTC_BASE: crypto.bitcoin, ETH_RPC: crypto.ethereum ?? '' };
    this.#late('trade-worker', { TRADE_STEAM_BASE: steam, TRADE_BOT_FILE: botFile });
    this.#late('chain-watcher', chains);
    this.#late('signer', { ...chains, SIGNER_FILE: signerFile });
  }

  readonly #lateEnv = new Map<WorkerName, Record<string, string>>();

  #late(name: WorkerName, env: Readonly<Record<string, string>>): void {
    Object.assign(found(this.#lateEnv, name), env);
  }

  /** The settings of a node, as its unit would pass them. */
  nodeEnv(name: NodeName): Readonly<Record<string, string>> {
    const { folder, ports } = this.plan;
    const secret = (of: string) => join(folder, 'secrets', of);
    return {
      ...environmentOf('server', {
        FAIRPOT_MODE: 'demo',
        PUBLIC_ORIGIN: this.origin,
        STEAM_API_KEY_FILE: null,
        PORT: String(ports[name]),
        FAIRPOT_DATA_DIR: join(folder, name),
        DATABASE_APP_URL_FILE: secret('app-url'),
        DATABASE_SETTLER_URL_FILE: secret('settler-url'),
        DATABASE_READ_URL_FILE: secret('read-url'),
        LOG_KEY_FILE: secret('log-key'),
        STAFF_KEY_FILE: secret('staff-key'),
        LOG_FOLDER: join(folder, name, 'published'),
        METRICS_PORT: String(ports[`${name}-metrics`]),
        SIMULATORS_JSON: join(folder, 'simulators', 'addresses.json'),
        LOG_FORMAT: 'json',
      }),
      ...this.#options.nodeEnv,
    };
  }

  #workerEnv(name: WorkerName): Record<string, string> {
    const { folder, ports } = this.plan;
    const common = { FAIRPOT_MODE: 'demo', METRICS_PORT: String(ports[`${name}-metrics`]) };
    const url = (of: string) => join(folder, 'secrets', of);
    const own = {
      // A demo's credentials are plain files; their places follow when the simulators have written them.
      'trade-worker': { TRADE_DATABASE_URL_FILE: url('trader-url'), TRADE_BOT_KEY_FILE: null },
      'chain-watcher': { CHAIN_DATABASE_URL_FILE: url('watcher-url') },
      signer: { SIGNER_DATABASE_URL_FILE: url('signer-url'), SIGNER_PASSPHRASE_FILE: null },
    };
    const env = { ...environmentOf(name, { ...common, ...own[name] }) };
    this.#lateEnv.set(name, env);
    return env;
  }
}

/** One connection for a moment. */
export async function withDatabase<T>(url: string, use: (db: Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ url, maxConnections: 1, onIdleError: () => undefined });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function urlOf(port: number): string {
  return `http://${LOOPBACK}:${port}`;
}

function found<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the cluster has no ${String(key)}`);
  return value;
}
