/** The server as a process: configuration from the environment, one JSON line when ready, SIGINT or SIGTERM to stop. */
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig, resolveKey, resolveSession } from './app.ts';
import { openDatabase } from './platform/database/database.ts';
import { startServer } from './platform/process/server.ts';
import { exitWith } from './platform/process/exit.ts';
import { pinoLog, systemClock as clock } from './platform/process/system-ports.ts';

/** The database's own server stops by force after ten seconds. */
const CLOSE_WITHIN_MS = 12_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const database = await openDatabase(config, clock, log);
  const server = await startServer({
    deps: productDeps({ config, db: database.db, settler: database.settler, clock, log }),
    features: FEATURES,
    resolveSession,
    resolveKey,
    replica: database.replica,
    pools: {
      app: database.db,
      settler: database.settler,
      ...(database.replica && { replica: database.replica.pool }),
    },
    webFolder: join(import.meta.dirname, '../../web/dist'),
    wakeUrl: database.appUrl,
    pace: clock,
    sweeping: true,
    onMustStop: exitWith,
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  process.stdout.write(`${JSON.stringify({ ready: true, url: server.url, mode: config.mode })}\n`);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1); // second signal: stop at once
    stopping = true;
    log.info({ signal }, 'stopping');
    await server.stop();
    // A hanging statement must not keep the process alive: the database ends the remaining connections.
    await Promise.race([database.close(), clock.sleep(CLOSE_WITHIN_MS)]);
    process.exit(0);
  };
  const stopOr = (signal: string) => {
    stop(signal).catch(exitWith);
  };
  process.on('SIGINT', stopOr);
  process.on('SIGTERM', stopOr);
}

main().catch(exitWith);
