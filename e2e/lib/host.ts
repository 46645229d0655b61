/**
 * The server as main.ts starts it, by the settings of the environment, with another clock if wanted and without the play of the demo's bots. A bot that
 * is called joins. For programs of tests and benches: the product has no such switch.
 */
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig, resolveKey, resolveSession } from '../../server/src/app.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import type { Clock } from '../../server/src/platform/process/ports.ts';
import { startServer } from '../../server/src/platform/process/server.ts';
import { pinoLog, systemClock } from '../../server/src/platform/process/system-ports.ts';
import type { MakeFeature } from '../../server/src/platform/runner/feature.ts';
import { root } from '../../scripts/processes.ts';

export interface HostParts {
  /** Of games and sweeps. */
  readonly clock: Clock;
  /** Of browsers, and of waits between two steps. */
  readonly pace: Clock;
  /** The built client; by default this checkout's. */
  readonly webFolder?: string;
}

export interface Host {
  readonly url: string;
  stop(): Promise<void>;
}

const features = FEATURES.map((make): MakeFeature => (deps, execute) => {
  const feature = make(deps, execute);
  return feature.name === 'demo' ? { ...feature, sweeps: [] } : feature;
});

export async function startHost({ clock, pace, webFolder }: HostParts): Promise<Host> {
  const config = readConfig(process.env);
  const log = pinoLog(config.log.level, process.stderr, config.log.format);
  const database = await openDatabase(config, systemClock, log);
  const server = await startServer({
    deps: productDeps({ config, db: database.db, settler: database.settler, clock, log }),
    features,
    resolveSession,
    resolveKey,
    webFolder: webFolder ?? join(root, 'web', 'dist'),
    wakeUrl: database.appUrl,
    pace,
    sweeping: true,
  });
  const stop = async () => {
    await server.stop();
    await database.close();
  };
  return { url: server.url, stop };
}
