/** What the processes beside the server share: settings from the environment, one JSON line when ready, SIGINT or SIGTERM to stop. */
import { openPool } from '../database/db.ts';
import { sql, type Db } from '../database/sql.ts';
import { ConfigRefused } from './config.ts';
import { exitWith } from './exit.ts';
import { LoopHealth, makeWorkerMetrics } from '../metrics/loop-health.ts';
import { openMetricsPort, type MetricsAddress } from '../metrics/metrics-port.ts';
import type { Log } from './ports.ts';
import { pinoLog, systemClock } from './system-ports.ts';
import type { WorkerSettings } from './worker-settings.ts';

/** One per loop and some to spare. */
const CONNECTIONS = 4;

export interface WorkerParts<C extends WorkerSettings> {
  readonly config: C;
  readonly db: Db;
  readonly log: Log;
  /** For the worker's loops. */
  readonly health: LoopHealth;
  /** URL for the connection that hears commits of other processes. */
  readonly wakeUrl: string;
  /** Aborted by SIGINT or SIGTERM; a second one ends the process at once. */
  readonly signal: AbortSignal;
  /** Writes the line that says that the worker is ready, with these fields. */
  readonly ready: (fields: object) => void;
}

export interface WorkerProcess<C extends WorkerSettings> {
  readonly readConfig: (env: NodeJS.ProcessEnv) => C;
  /** The environment variable of `databaseUrl`, for the refusal of a database of another mode. */
  readonly databaseVariable: string;
  /** Resolves once the signal is aborted and running work has finished. */
  readonly work: (parts: WorkerParts<C>) => Promise<void>;
}

/** Runs a worker as this process, which ends with it. */
export function runWorker<C extends WorkerSettings>(worker: WorkerProcess<C>): void {
  start(worker).catch(exitWith);
}

async function start<C extends WorkerSettings>({
  readConfig,
  databaseVariable,
  work,
}: WorkerProcess<C>): Promise<void> {
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = openPool({ url: config.databaseUrl, maxConnections: CONNECTIONS, onIdleError });
  const mode = await readMode(db);
  if (mode !== config.mode) {
    throw new ConfigRefused([`${databaseVariable}: this database is ${mode ?? 'not initialized'}, not ${config.mode}`]);
  }
  const stopping = new AbortController();
  const stop = () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(new Error('shutting down')));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const ready = (fields: object) =>
    process.stdout.write(`${JSON.stringify({ ready: true, mode: config.mode, ...fields })}\n`);
  const health = new LoopHealth();
  const port = await openPort(config.metrics, health);
  await work({ config, db, log, health, wakeUrl: config.databaseUrl, signal: stopping.signal, ready });
  await port?.close();
  await db.close();
  process.exit(0);
}

function openPort(address: MetricsAddress | null, health: LoopHealth) {
  if (address === null) return null;
  const now = () => systemClock.now();
  const registry = makeWorkerMetrics(health, now);
  return openMetricsPort({ address, collect: () => registry.metrics(), health: () => health.state(now()) });
}

/** The mode of the database; null if no server has started on it yet. */
export async function readMode(db: Db): Promise<string | null> {
  const row = await db.maybe<{ value: string }>(sql`select value from meta where key = 'mode'`);
  return row?.value ?? null;
}
