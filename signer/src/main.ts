/** The signer as a process. */
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { runWorker } from '@fairpot/server/platform/process/worker';
import { makeChains } from './chains.ts';
import { readSignerConfig } from './config.ts';
import { PACES, run } from './run.ts';
import { Worker } from './worker.ts';

runWorker({
  readConfig: readSignerConfig,
  databaseVariable: 'SIGNER_DATABASE_URL',
  work: async ({ config, db, log, health, wakeUrl, signal, ready }) => {
    const chains = makeChains(config);
    if (chains.length === 0) throw new ConfigRefused(['SIGNER_FILE: no chain has both a node and a key']);
    const { everyMs, ...pace } = PACES[config.mode];
    const parts = { db, clock, log, health, limits: config.limits, reviewers: config.reviewers, pace };
    const workers = chains.map((chain) => new Worker(parts, chain));
    for (const worker of workers) await worker.advertise();
    ready({ wallets: Object.fromEntries(chains.map(({ network, wallet }) => [network, wallet])) });
    await run({ ...parts, wakeUrl }, workers, everyMs, signal);
  },
});
