/**
 * The server as main.ts starts it, except its clock: everything uses a clock that moves when the parent process says so (`{ offsetMs }` over IPC,
 * answered with the same), including the time that browsers get. Started by site.ts for journeys that are not about time. The product has no such
 * switch: main.ts passes the system's clock and ignores such messages.
 *
 * The demo's bots do not play by themselves here, since no journey watches their games.
 */
import { systemClock } from '../../../server/src/platform/process/system-ports.ts';
import { startHost } from '../host.ts';
import { MovableClock } from '../movable-clock.ts';

const clock = new MovableClock(Number(process.env['FAIRPOT_CLOCK_OFFSET_MS'] ?? 0));
const host = await startHost({
  clock,
  // Browsers get the moved time; waits between two steps last as long as ever.
  pace: { now: () => clock.now(), sleep: (ms, signal) => systemClock.sleep(ms, signal) },
});

process.on('message', (message: { offsetMs: number }) => {
  clock.moveTo(message.offsetMs);
  process.send?.(message);
});
const stop = async (): Promise<void> => {
  await host.stop();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
// The parent is gone for good, so this process exits.
process.once('disconnect', () => void stop());
