/** The signer's loops, one for each chain: a node that is away holds up no other chain. Each goes on after any failure. */
import { Loops } from '@fairpot/server/platform/process/loops';
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
  const loops = new Loops(parts, 'the signer', signal);
  const follow = (worker: Worker) => {
    let saidAt = -Infinity;
    return loops.run(everyMs, { network: worker.network }, async () => {
      if (parts.clock.now() - saidAt >= HELLO_EVERY_MS) {
        await worker.hello();
        saidAt = parts.clock.now();
      }
      if ((await worker.step()) > 0) return true;
      // After what is to be paid: a statement that cannot be signed holds no withdrawal up.
      await worker.prove();
      return false;
    });
  };
  await Promise.all(workers.map(follow));
}
