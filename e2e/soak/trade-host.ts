/**
 * The trade worker as its main.ts starts it, except its clock: orders and trades use one that moves when the parent process says so (`{ offsetMs }`
 * over IPC, answered with the same). Started by lib/soak/trade-process.ts, which also shortens its timeouts (TRADE_IMPATIENT), so that no call to
 * Steam takes long; and by lib/site.ts.
 */
import { openPool } from '../../server/src/platform/database/db.ts';
import { pinoLog } from '../../server/src/platform/process/system-ports.ts';
import { readMode } from '../../server/src/platform/process/worker.ts';
import { readWorkerConfig } from '../../trade-worker/src/config.ts';
import { PACES, run } from '../../trade-worker/src/run.ts';
import { makeOwnAccountReader } from '../../trade-worker/src/own-account.ts';
import { LoopbackAgent } from '../../trade-worker/src/steam/loopback-agent.ts';
import { steamGateway } from '../../trade-worker/src/steam/steam-gateway.ts';
import { MovableClock } from '../lib/movable-clock.ts';

const impatient = process.env['TRADE_IMPATIENT'] === 'yes';
const TIMEOUT_MS = 700;
const IMPATIENT = { workMs: 40, lookMs: 150, stockMs: 1_000, playersMs: 200 };

const clock = new MovableClock(Number(process.env['FAIRPOT_CLOCK_OFFSET_MS'] ?? 0));
const config = readWorkerConfig(process.env);
const log = pinoLog(config.log.level, process.stderr, config.log.format);
const db = openPool({ url: config.databaseUrl, maxConnections: 4, onIdleError: () => undefined });
if ((await readMode(db)) !== config.mode) throw new Error('the database is of another mode');
const gateway = steamGateway({
  refreshToken: config.bot.refreshToken,
  identitySecret: config.bot.identitySecret,
  agent: new LoopbackAgent(config.simulatorPort ?? 0),
  clock,
  ...(impatient && { timeoutMs: TIMEOUT_MS }),
});
const stopping = new AbortController();
process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
process.on('SIGTERM', () => stopping.abort(new Error('the worker stops')));
// The parent is gone for good, so this process exits.
process.on('disconnect', () => process.exit(0));
await run(
  {
    db,
    gateway,
    clock,
    log,
    wakeUrl: config.databaseUrl,
    self: makeOwnAccountReader({ db, gateway, clock, log }),
  },
  impatient ? IMPATIENT : PACES.demo,
  stopping.signal,
);
gateway.close();
await db.close();
process.exit(0);
