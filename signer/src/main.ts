/** The signer as a process: settings from the environment, one JSON line when ready, SIGINT or SIGTERM to stop. */
import { openPool } from '@fairpot/server/platform/database/db';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { pinoLog, systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { makeChains } from './chains.ts';
import { readSignerConfig } from './config.ts';
import { PACES, run } from './run.ts';
import { readMode } from './store.ts';
import { Worker } from './worker.ts';

/** One per loop and some to spare. */
const CONNECTIONS = 4;

async function main(): Promise<void> {
  const config = readSignerConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = openPool({ url: config.databaseUrl, maxConnections: CONNECTIONS, onIdleError });
  const mode = await readMode(db);
  if (mode !== config.mode) {
    throw new ConfigRefused([`SIGNER_DATABASE_URL: this database is ${mode ?? 'not initialized'}, not ${config.mode}`]);
  }
  const chains = makeChains(config);
  if (chains.length === 0) throw new ConfigRefused(['SIGNER_FILE: no chain has both a node and a key']);
  const stopping = new AbortController();
  const stop = () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(new Error('shutting down')));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const { everyMs, ...pace } = PACES[config.mode];
  const parts = { db, clock, log, limits: config.limits, reviewers: config.reviewers, pace };
  const workers = chains.map((chain) => new Worker(parts, chain));
  for (const worker of workers) await worker.advertise();
  const wallets = Object.fromEntries(chains.map(({ network, wallet }) => [network, wallet]));
  process.stdout.write(`${JSON.stringify({ ready: true, mode: config.mode, wallets })}\n`);
  await run(parts, workers, everyMs, stopping.signal);
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
