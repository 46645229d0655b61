/**
 * The server as main.ts starts it, except its clock: games and sweeps use one that moves when the parent process says so (`{ offsetMs }` over IPC,
 * answered with the same). Started by fast-site.ts. The product itself has no such switch.
 */
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig, resolveKey, resolveSession } from '../../server/src/app.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import type { MakeFeature } from '../../server/src/platform/runner/feature.ts';
import { startServer } from '../../server/src/platform/process/server.ts';
import { pinoLog, systemClock } from '../../server/src/platform/process/system-ports.ts';
import { root } from '../../scripts/processes.ts';
import { MovableClock } from '../lib/movable-clock.ts';

/** The demo's bots do not play by themselves here: they would play as long as the clock runs. A bot that is called joins. */
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
  webFolder: process.env['FAIRPOT_TEST_CLIENT'] ?? join(root, 'web', 'dist'),
  wakeUrl: database.appUrl,
  pace: systemClock,
  sweeping: true,
});

process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
process.on('SIGTERM', () => {
  void server
    .stop()
    .then(() => database.close())
    .then(() => process.disconnect());
});
// The parent is gone for good, so this process exits.
process.on('disconnect', () => process.exit(0));
