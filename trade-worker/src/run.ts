/** The worker's two loops: what is due, and what Steam shows of our offers. Both go on after any failure. */
import type { WorkerParts } from './worker.ts';
import { work } from './worker.ts';
import { lookAtAll } from './look.ts';

export interface Pace {
  /** Between two looks at what is due, in ms. */
  readonly workMs: number;
  /** Between two looks at our offers, in ms. */
  readonly lookMs: number;
}

/** As often as Steam bears it; a demo's simulator bears more. */
export const PACES: Readonly<Record<'demo' | 'live', Pace>> = {
  demo: { workMs: 500, lookMs: 2_000 },
  live: { workMs: 2_000, lookMs: 15_000 },
};

/** Resolves when the signal was aborted and what was under way is over. */
export async function run(parts: WorkerParts, pace: Pace, signal: AbortSignal): Promise<void> {
  await Promise.all([
    forever(parts, pace.workMs, signal, () => work(parts, signal)),
    forever(parts, pace.lookMs, signal, async () => {
      await lookAtAll(parts);
      return 0;
    }),
  ]);
}

async function forever(
  { clock, log }: WorkerParts,
  everyMs: number,
  signal: AbortSignal,
  once: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    let done = 0;
    try {
      done = await once();
    } catch (error) {
      log.error({ err: error }, 'the trade worker could not go on, it tries again');
    }
    if (done > 0) continue;
    // The signal ends the rest early.
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}
