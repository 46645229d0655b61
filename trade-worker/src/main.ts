/** The trade worker as a process: settings from the environment, one JSON line when ready, SIGINT or SIGTERM to stop. */
import { Agent } from 'node:https';
import { openPool } from '@fairpot/server/platform/database/db';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { pinoLog, systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { readWorkerConfig } from './config.ts';
import { PACES, run } from './run.ts';
import { makeOwnAccountReader } from './own-account.ts';
import { LoopbackAgent } from './steam/loopback-agent.ts';
import { steamGateway } from './steam/steam-gateway.ts';
import { modeOf } from './store.ts';

/** More than one for each loop. */
const CONNECTIONS = 4;

async function main(): Promise<void> {
  const config = readWorkerConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = openPool({ url: config.databaseUrl, maxConnections: CONNECTIONS, onIdleError });
  const mode = await modeOf(db);
  if (mode !== config.mode) {
    throw new ConfigRefused([`TRADE_DATABASE_URL: this database is ${mode ?? 'not initialised'}, not ${config.mode}`]);
  }
  const agent =
    config.simulatorPort === null ? new Agent({ keepAlive: true }) : new LoopbackAgent(config.simulatorPort);
  const { refreshToken, identitySecret } = config.bot;
  const gateway = steamGateway({ refreshToken, identitySecret, agent, clock });
  const stopping = new AbortController();
  const stop = () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(new Error('worker stopping')));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.stdout.write(`${JSON.stringify({ ready: true, mode: config.mode })}\n`);
  const self = makeOwnAccountReader({ db, gateway, clock, log });
  await run({ db, gateway, clock, log, self }, PACES[config.mode], stopping.signal);
  gateway.close();
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
