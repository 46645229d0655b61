/** The chain watcher as a process. */
import { systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { runWorker } from '@fairpot/server/platform/process/worker';
import { readWatcherConfig } from './config.ts';
import { makeReaders } from './readers.ts';
import { PACES, run } from './run.ts';

const TIMEOUT_MS = 15_000;

runWorker({
  readConfig: readWatcherConfig,
  databaseVariable: 'CHAIN_DATABASE_URL',
  work: async ({ config, db, log, health, wakeUrl, signal, ready }) => {
    ready({ chains: Object.keys(config.nodes) });
    await run({ db, clock, log, health, wakeUrl }, makeReaders(config, TIMEOUT_MS), PACES[config.mode], signal);
  },
});
