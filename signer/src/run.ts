/** The signer's loops, one for each chain: a node that is away holds up no other chain. Each goes on after any failure. */
import type { Pace, Worker } from './worker.ts';
import type { Clock, Log } from '@fairpot/server/platform/process/ports';

export const PACES: Readonly<Record<'demo' | 'live', Pace & { readonly everyMs: number }>> = {
  demo: { everyMs: 500, lookMs: 2_000, waitMs: 5_000, leaseMs: 30_000 },
  live: { everyMs: 2_000, lookMs: 30_000, waitMs: 120_000, leaseMs: 120_000 },
};
/** Often enough to be believed to be there. */
const HELLO_EVERY_MS = 60_000;

/** Resolves when the signal was aborted and what was under way is over. */
export async function run(
  parts: { readonly clock: Clock; readonly log: Log },
  workers: readonly Worker[],
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(workers.map((worker) => follow(parts, worker, everyMs, signal)));
}

async function follow(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  worker: Worker,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  let saidAt = -Infinity;
  while (!signal.aborted) {
    try {
      if (clock.now() - saidAt >= HELLO_EVERY_MS) {
        await worker.hello();
        saidAt = clock.now();
      }
      if ((await worker.step()) > 0) continue;
      // After what is to be paid: a statement that cannot be signed holds no withdrawal up.
      await worker.prove();
    } catch (error) {
      log.error({ err: error, network: worker.network }, 'the signer could not go on, it tries again');
    }
    // The signal ends the rest early.
    await clock.sleep(everyMs, signal).catch(() => undefined);
  }
}
