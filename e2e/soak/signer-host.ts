/** The signer as its main.ts starts it, except its clock and its timeouts, as chain-host.ts. Started by lib/soak/crypto/processes.ts. */
import { openPool } from '../../server/src/platform/database/db.ts';
import { pinoLog } from '../../server/src/platform/process/system-ports.ts';
import { readMode } from '../../server/src/platform/process/worker.ts';
import { makeChains } from '../../signer/src/chains.ts';
import { readSignerConfig } from '../../signer/src/config.ts';
import { run } from '../../signer/src/run.ts';
import { Worker } from '../../signer/src/worker.ts';
import { MovableClock } from '../lib/movable-clock.ts';

const TIMEOUT_MS = 2_000;
const EVERY_MS = 200;
const PACE = { lookMs: 1_000, waitMs: 5_000, leaseMs: 30_000 };

const clock = new MovableClock(Number(process.env['FAIRPOT_CLOCK_OFFSET_MS'] ?? 0));
const config = readSignerConfig(process.env);
const log = pinoLog(config.log.level, process.stderr, config.log.format);
const db = openPool({ url: config.databaseUrl, maxConnections: 4, onIdleError: () => undefined });
if ((await readMode(db)) !== config.mode) throw new Error('the database is of another mode');
const stopping = new AbortController();
process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
process.on('SIGTERM', () => stopping.abort(new Error('the signer stops')));
// The parent is gone for good, so this process exits.
process.on('disconnect', () => process.exit(0));
const parts = { db, clock, log, limits: config.limits, reviewers: config.reviewers, pace: PACE };
const workers = makeChains(config, TIMEOUT_MS).map((chain) => new Worker(parts, chain));
await run({ db, clock, log, wakeUrl: config.databaseUrl }, workers, EVERY_MS, stopping.signal);
await db.close();
process.exit(0);
