/** A server as main.ts starts it, without the demo's personas and bots: they play, so a site with them is not idle. Started by idle.ts. */
import { join } from 'node:path';
import { FEATURES, productDeps, readConfig, resolveKey, resolveSession } from '../server/src/app.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import type { MakeFeature } from '../server/src/platform/runner/feature.ts';
import { startServer } from '../server/src/platform/process/server.ts';
import { pinoLog, systemClock as clock } from '../server/src/platform/process/system-ports.ts';
import { root } from '../scripts/processes.ts';

const features = FEATURES.map((make): MakeFeature => (deps, execute) => {
  const feature = make(deps, execute);
  return feature.name === 'demo' ? { ...feature, sweeps: [] } : feature;
});
const config = readConfig(process.env);
const log = pinoLog(config.log.level, process.stderr, config.log.format);
const database = await openDatabase(config, clock, log);
const server = await startServer({
  deps: productDeps({ config, db: database.db, settler: database.settler, clock, log }),
  features,
  resolveSession,
  resolveKey,
  webFolder: join(root, 'web', 'dist'),
  wakeUrl: database.appUrl,
  pace: clock,
  sweeping: true,
});
process.stdout.write(`${JSON.stringify({ ready: true, url: server.url })}\n`);
process.on('SIGTERM', () => {
  void server
    .stop()
    .then(() => database.close())
    .then(() => process.exit(0));
});
