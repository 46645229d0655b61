/**
 * The server as main.ts starts it, except its clock: games and sweeps use one that moves when the parent process says so (`{ offsetMs }` over IPC,
 * answered with the same). Started by fast-site.ts. The product itself has no such switch.
 *
 * The demo's bots do not play by themselves here: they would play as long as the clock runs.
 */
import { systemClock } from '../../server/src/platform/process/system-ports.ts';
import { startHost } from '../lib/host.ts';
import { MovableClock } from '../lib/movable-clock.ts';

const clock = new MovableClock(Number(process.env['FAIRPOT_CLOCK_OFFSET_MS'] ?? 0));
const webFolder = process.env['FAIRPOT_TEST_CLIENT'];
const host = await startHost({ clock, pace: systemClock, ...(webFolder !== undefined && { webFolder }) });

process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
process.on('SIGTERM', () => void host.stop().then(() => process.disconnect()));
// The parent is gone for good, so this process exits.
process.on('disconnect', () => process.exit(0));
