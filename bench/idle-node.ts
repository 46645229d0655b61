/** A server without the demo's personas and bots: they play, so a site with them is not idle. Started by idle.ts. */
import { systemClock } from '../server/src/platform/process/system-ports.ts';
import { startHost } from '../e2e/lib/host.ts';

const host = await startHost({ clock: systemClock, pace: systemClock });
process.stdout.write(`${JSON.stringify({ ready: true, url: host.url })}\n`);
process.on('SIGTERM', () => void host.stop().then(() => process.exit(0)));
