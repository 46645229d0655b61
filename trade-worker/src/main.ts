/** The trade worker as a process. */
import { Agent } from 'node:https';
import { systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { runWorker } from '@fairpot/server/platform/process/worker';
import { readWorkerConfig } from './config.ts';
import { PACES, run } from './run.ts';
import { makeOwnAccountReader } from './own-account.ts';
import { LoopbackAgent } from './steam/loopback-agent.ts';
import { steamGateway } from './steam/steam-gateway.ts';

runWorker({
  readConfig: readWorkerConfig,
  databaseVariable: 'TRADE_DATABASE_URL',
  work: async ({ config, db, log, health, wakeUrl, signal, ready }) => {
    const agent =
      config.simulatorPort === null ? new Agent({ keepAlive: true }) : new LoopbackAgent(config.simulatorPort);
    const { refreshToken, identitySecret } = config.bot;
    const gateway = steamGateway({ refreshToken, identitySecret, agent, clock });
    ready({});
    const self = makeOwnAccountReader({ db, gateway, clock, log });
    await run({ db, gateway, clock, log, self, health, wakeUrl }, PACES[config.mode], signal);
    gateway.close();
  },
});
