/** The chain watcher as a process: settings from the environment, one JSON line when ready, SIGINT or SIGTERM to stop. */
import { openPool } from '@fairpot/server/platform/database/db';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { pinoLog, systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { readWatcherConfig } from './config.ts';
import { makeReaders } from './readers.ts';
import { PACES, run } from './run.ts';
import { readMode } from './store.ts';

/** One per loop and some to spare. */
const CONNECTIONS = 4;
const TIMEOUT_MS = 15_000;

async function main(): Promise<void> {
  const config = readWatcherConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = openPool({ url: config.databaseUrl, maxConnections: CONNECTIONS, onIdleError });
  const mode = await readMode(db);
  if (mode !== config.mode) {
    throw new ConfigRefused([`CHAIN_DATABASE_URL: this database is ${mode ?? 'not initialized'}, not ${config.mode}`]);
  }
  const stopping = new AbortController();
  const stop = () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(new Error('shutting down')));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.stdout.write(`${JSON.stringify({ ready: true, mode: config.mode, chains: Object.keys(config.nodes) })}\n`);
  await run({ db, clock, log }, makeReaders(config, TIMEOUT_MS), PACES[config.mode], stopping.signal);
  await db.close();
  process.exit(0);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigRefused;
  process.stderr.write(
    `${error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error)}\n`,
  );
  process.exit(known ? 2 : 1);
});
