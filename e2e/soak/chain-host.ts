/**
 * The chain watcher as its main.ts starts it, except its clock and its timeouts: its clock moves when the parent process says so (`{ offsetMs }` over
 * IPC, answered with the same), it polls often, and gives up on a node soon. Started by lib/soak/crypto/processes.ts.
 */
import { openPool } from '../../server/src/platform/database/db.ts';
import { pinoLog } from '../../server/src/platform/process/system-ports.ts';
import { readMode } from '../../server/src/platform/process/worker.ts';
import { readWatcherConfig } from '../../chain-watcher/src/config.ts';
import { makeReaders } from '../../chain-watcher/src/readers.ts';
import { run } from '../../chain-watcher/src/run.ts';
import { MovableClock } from '../lib/movable-clock.ts';

const TIMEOUT_MS = 2_000;
const PACE = { everyMs: 200, addressMs: 5_000, auditMs: 3_600_000 };

const clock = new MovableClock(Number(process.env['FAIRPOT_CLOCK_OFFSET_MS'] ?? 0));
const config = readWatcherConfig(process.env);
const log = pinoLog(config.log.level, process.stderr, config.log.format);
const db = openPool({ url: config.databaseUrl, maxConnections: 4, onIdleError: () => undefined });
if ((await readMode(db)) !== config.mode) throw new Error('the database is of another mode');
const stopping = new AbortController();
process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
process.on('SIGTERM', () => stopping.abort(new Error('the watcher stops')));
// The parent is gone for good, so this process exits.
process.on('disconnect', () => process.exit(0));
await run({ db, clock, log, wakeUrl: config.databaseUrl }, makeReaders(config, TIMEOUT_MS), PACE, stopping.signal);
await db.close();
process.exit(0);
