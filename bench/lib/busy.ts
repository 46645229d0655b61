/** How busy the machine is before a bench, so that its ratio can be judged. Used by run.ts. */
import { cpus } from 'node:os';

const WATCHED_MS = 3_000;

/** The share of all cores, 0 to 1, that was in use over the next three seconds. The load average would still show what has just ended. */
export async function measureBusyShare(): Promise<number> {
  const before = coreTimes();
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  const after = coreTimes();
  return 1 - (after.idle - before.idle) / Math.max(1, after.all - before.all);
}

function coreTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all };
}
