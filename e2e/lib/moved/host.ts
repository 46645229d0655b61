/**
 * The server as main.ts starts it, except its clock: everything uses a clock that moves when the parent process says so (`{ offsetMs }` over IPC,
 * answered with the same), including the time that browsers get. Started by site.ts for journeys that are not about time. The product has no such
 * switch: main.ts passes the system's clock and ignores such messages.
 */
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig, resolveKey, resolveSession } from '../../../server/src/app.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import { startServer } from '../../../server/src/platform/process/server.ts';
import { pinoLog, systemClock } from '../../../server/src/platform/process/system-ports.ts';
import type { MakeFeature } from '../../../server/src/platform/runner/feature.ts';
import { root } from '../../../scripts/processes.ts';
import { MovableClock } from '../movable-clock.ts';

/** The demo's bots do not play by themselves here, since no journey watches their games. A bot that is called joins. */
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
  resolveKey,
  webFolder: join(root, 'web', 'dist'),
  wakeUrl: database.appUrl,
  // Browsers get the moved time; waits between two steps last as long as ever.
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
// The parent is gone for good, so this process exits.
process.once('disconnect', () => void stop());
