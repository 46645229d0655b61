/**
 * The server as main.ts starts it, but for its clock: all of it lives by one that moves when the parent process says so
 * (`{ offsetMs }` over IPC, answered with the same), and what it tells browsers of its time moves with it. Started by site.ts for
 * journeys that are not about time. The product has no such switch: main.ts hands in the system's clock and hears no such message.
 */
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig, resolveSession } from '../../../server/src/app.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import { startServer } from '../../../server/src/platform/process/server.ts';
import { pinoLog, systemClock } from '../../../server/src/platform/process/system-ports.ts';
import type { MakeFeature } from '../../../server/src/platform/runner/feature.ts';
import { root } from '../../../scripts/processes.ts';
import { MovableClock } from '../movable-clock.ts';

/** The bots of the demo do not play by themselves here: nobody watches their games. Whoever calls one gets it. */
const features = FEATURES.map((make): MakeFeature => (deps, execute) => {
  const feature = make(deps, execute);
  return feature.name === 'demo' ? { ...feature, sweeps: [] } : feature;
});
const clock = new MovableClock(Number(process.env['FAIRPOT_CLOCK_OFFSET_MS'] ?? 0));
const config = readConfig(process.env);
const log = pinoLog(config.log.level, process.stderr, config.log.format);
const database = await openDatabase(config, systemClock, log);
const server = await startServer({
  deps: productDeps({ config, db: database.db, settler: database.settler, clock, log }),
  features,
  resolveSession,
  webFolder: join(root, 'web', 'dist'),
  // Browsers are told the moved time; what waits between two steps waits as long as ever.
  pace: { now: () => clock.now(), sleep: (ms, signal) => systemClock.sleep(ms, signal) },
  sweeping: true,
});

process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
const stop = async (): Promise<void> => {
  await server.stop();
  await database.close();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
// A parent that is gone will not come back: neither should we stay.
process.once('disconnect', () => void stop());
