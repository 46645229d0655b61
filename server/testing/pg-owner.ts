/** A process that only owns an embedded database: the test of its death starts and kills it. */
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { pinoLog, systemClock } from '../src/platform/process/system-ports.ts';

const running = await startEmbeddedPostgres({
  dataDir: process.env['FAIRPOT_DATA_DIR'] ?? '',
  clock: systemClock,
  log: pinoLog('error', process.stderr),
});
process.stdout.write(`${running.pid()}\n`);
await systemClock.sleep(60_000);
