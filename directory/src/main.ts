/** The directory as a process: settings from the environment, one JSON line when ready, SIGINT or SIGTERM to stop. */
import type { AddressInfo } from 'node:net';
import { openPool } from '@fairpot/server/platform/database/db';
import { exitWith } from '@fairpot/server/platform/process/exit';
import { pinoLog, systemClock as clock } from '@fairpot/server/platform/process/system-ports';
import { readDirectoryConfig } from './config.ts';
import { makeDirectory } from './routes.ts';
import { prepareTable } from './store.ts';

async function main(): Promise<void> {
  const config = readDirectoryConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const onIdleError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = openPool({ url: config.databaseUrl, onIdleError });
  await prepareTable(db);
  const http = makeDirectory({ db, clock, log, config });
  const stop = () =>
    void http
      .close()
      .then(() => db.close())
      .catch(exitWith);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await http.listen({ host: config.host, port: config.port });
  const { port } = http.server.address() as AddressInfo;
  const cells = config.cells.map(({ name }) => name);
  process.stdout.write(`${JSON.stringify({ ready: true, mode: config.mode, port, cells })}\n`);
}

main().catch(exitWith);
