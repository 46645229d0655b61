/**
 * A site for a bench: a real PostgreSQL with durable commits, the simulators and one or more real server processes. The database is embedded, or
 * created on the server of DATABASE_URL and dropped afterwards.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { FEATURES, productDeps, readConfig } from '../../server/src/app.ts';
import {
  programOf,
  root,
  startSimulators,
  stop,
  V8_FLAGS,
  type SimulatorsOptions,
  type SimulatorsProcess,
} from '../../scripts/processes.ts';
import { cpuMs, residentBytes } from './cpu.ts';
import { assemble, type AssembledRunner } from '../../server/src/platform/runner/command.ts';
import { openPool, type ClosablePool } from '../../server/src/platform/database/db.ts';
import type { Deps } from '../../server/src/platform/process/deps.ts';
import {
  startEmbeddedPostgres,
  userAsParameter,
  type EmbeddedPostgres,
} from '../../server/src/platform/database/embedded-postgres.ts';
import { prepareDatabase } from '../../server/src/platform/database/database.ts';
import { claimMode } from '../../server/src/platform/database/migrate.ts';
import { sql, type Db } from '../../server/src/platform/database/sql.ts';
import { pinoLog, systemClock } from '../../server/src/platform/process/system-ports.ts';

export interface SiteOptions {
  readonly nodes: number;
  /** Folder for a CPU profile of each node, or null. */
  readonly profiles: string | null;
  /** The embedded database notes when each transaction commits (`track_commit_timestamp`); one of DATABASE_URL has to do so already. */
  readonly commitTimes?: boolean;
  /** The server's program; main.ts by default. */
  readonly program?: string;
  /** The port of the first node; one that the system chooses by default. */
  readonly port?: number;
  /** Started once the data folder exists, as the simulators need it. */
  readonly simulators?: (folder: string) => Promise<SimulatorsOptions>;
}

export interface BenchSite {
  readonly ports: readonly number[];
  /** CPU time used so far by the server processes and, when it is our own, by the database; in ms. */
  readonly cpu: () => { readonly server: number; readonly database: number };
  /** Bytes of memory that the server processes hold. */
  readonly memoryBytes: () => number;
  /** Direct access to the site's database. */
  readonly db: ClosablePool;
  readonly url: string;
  /** Folder of the embedded database and the simulators. */
  readonly folder: string;
  readonly simulators: SimulatorsProcess;
  /** The product's own commands on that database, in this process. */
  readonly inside: AssembledRunner & { readonly deps: Deps };
  /** URL of the empty database on the same server. */
  readonly besideUrl: string;
  /** Ends the server processes and keeps the rest. */
  stopNodes(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  readonly child: ChildProcess;
  readonly port: number;
}

interface Databases {
  readonly name: string;
  /** Of the database server; null when it is not ours. */
  pid(): number | null;
  readonly site: string;
  readonly beside: string;
  close(): Promise<void>;
}

const log = pinoLog('warn', process.stderr);

export async function startSite(options: SiteOptions): Promise<BenchSite> {
  const folder = mkdtempSync(join(tmpdir(), 'fp-bench-'));
  chmodSync(folder, 0o755); // started as root, the database runs as another user who needs access
  const databases = await makeDatabases(folder, options.commitTimes ?? false);
  await prepareDatabase(databases.site, true, systemClock, log);
  const db = openPool({ url: databases.site, maxConnections: 8, statementTimeoutMs: 0 });
  await claimMode(db, 'demo');
  await requireDurable(db);
  if (options.profiles !== null)
    await db.run({ text: `alter database ${databases.name} set track_functions = 'all'`, values: [] });
  const simulators = await startSimulators(folder, await options.simulators?.(folder));
  const inside = assembleInside(db, databases.site, simulators);
  const nodes: Node[] = [];
  for (let i = 0; i < options.nodes; i++) nodes.push(await startNode(databases.site, simulators, options));
  const stopNodes = async () => {
    for (const { child } of nodes.splice(0)) await stop(child, 30_000);
  };
  return {
    cpu: () => ({
      server: nodes.reduce((sum, { child }) => sum + cpuMs(child.pid ?? 0), 0),
      database: databases.pid() === null ? 0 : cpuMs(databases.pid() ?? 0),
    }),
    memoryBytes: () => nodes.reduce((sum, { child }) => sum + residentBytes(child.pid ?? 0), 0),
    db,
    url: databases.site,
    folder,
    simulators,
    inside,
    besideUrl: databases.beside,
    ports: nodes.map(({ port }) => port),
    stopNodes,
    stop: async () => {
      await stopNodes();
      await stop(simulators.child);
      await db.close();
      await databases.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeDatabases(folder: string, commitTimes: boolean): Promise<Databases> {
  const given = process.env['DATABASE_URL'];
  const own = given ? null : await startDatabase(folder, commitTimes);
  const mark = process.pid;
  const names = [`fairpot_bench_${mark}`, `fairpot_bench_${mark}_tpcb`];
  const urls = names.map((name) => (own ? userAsParameter(own.url(name)) : withDatabase(given ?? '', name)));
  const admin = openPool({ url: own?.url('postgres') ?? given ?? '', maxConnections: 1, statementTimeoutMs: 0 });
  for (const name of names) await admin.run({ text: `create database ${name}`, values: [] });
  return {
    name: names[0] ?? '',
    pid: () => own?.pid() ?? null,
    site: urls[0] ?? '',
    beside: urls[1] ?? '',
    close: async () => {
      if (!own) for (const name of names) await admin.run({ text: `drop database ${name} (force)`, values: [] });
      await admin.close();
      await own?.stop();
    },
  };
}

async function startDatabase(folder: string, commitTimes: boolean): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres({ dataDir: folder, clock: systemClock, log });
  const started = await start();
  if (!commitTimes) return started;
  const admin = openPool({ url: started.url('postgres'), maxConnections: 1, statementTimeoutMs: 0 });
  await admin.run({ text: 'alter system set track_commit_timestamp = on', values: [] });
  await admin.close();
  await started.stop();
  return start();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Where the database's own functions spent their time since the start: one line each, the slowest first. */
export async function functionTimes(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string; calls: number; self: number; total: number }>(sql`
    select funcname as name, calls, self_time as self, total_time as total from pg_stat_user_functions
    order by self_time desc limit 20`);
  return rows.map(({ name, calls, self, total }) => {
    const each = ((1_000 * self) / calls).toFixed(0);
    return `${name}: ${calls} calls, ${self.toFixed(0)} ms of its own (${each} us each), ${total.toFixed(0)} ms in all`;
  });
}

/** A ratio of two speeds without durable commits means nothing. */
async function requireDurable(db: ClosablePool): Promise<void> {
  const settings = await db.one<Record<string, string>>(sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes`);
  for (const [name, value] of Object.entries(settings)) {
    if (value !== 'on') throw new Error(`${name} is ${value}: this bench measures durable commits only`);
  }
}

/** All nodes of a database share the key of its log. */
function keyFileOf(url: string, simulators: SimulatorsProcess): string {
  return join(dirname(simulators.file), `log-key-${createHash('sha256').update(url).digest('hex')}`);
}

function assembleInside(
  db: ClosablePool,
  url: string,
  simulators: SimulatorsProcess,
): AssembledRunner & { readonly deps: Deps } {
  const config = readConfig({
    SIMULATORS_JSON: simulators.file,
    LOG_KEY_FILE: keyFileOf(url, simulators),
    FAIRPOT_RATE_LIMITS: 'off',
  });
  const noop = () => undefined;
  const deps: Deps = {
    ...productDeps({ config, db, settler: db, clock: systemClock, log }),
    signals: { userUpdated: noop, disconnect: noop },
    client: null,
  };
  return { deps, ...assemble(deps, FEATURES) };
}

/** A server process as `npm start` runs it, on a port that the system chose. */
function startNode(
  url: string,
  simulators: SimulatorsProcess,
  { profiles, program = 'server/src/main.ts', port = 0 }: SiteOptions,
): Promise<Node> {
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    LOG_KEY_FILE: keyFileOf(url, simulators),
    FAIRPOT_RATE_LIMITS: 'off',
    SIMULATORS_JSON: simulators.file,
    LOG_LEVEL: 'info',
  };
  const profiling = profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const { path, execArgv } = programOf(program);
  const child = spawn(process.execPath, [...V8_FLAGS, ...profiling, ...execArgv, path], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended at the start; see above')));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { url } = JSON.parse(line) as { url: string };
      resolve({ child, port: Number(new URL(url).port) });
    });
  });
}
