/** The signer's loops, one per chain, so that an unavailable node delays no other chain. Each loop continues after any failure. */
import type { LoopHealth } from '@fairpot/server/platform/metrics/loop-health';
import { Loops } from '@fairpot/server/platform/process/loops';
import type { SignerPace, Worker } from './worker.ts';
import type { Clock, Log } from '@fairpot/server/platform/process/ports';

export const PACES: Readonly<Record<'demo' | 'live', SignerPace & { readonly everyMs: number }>> = {
  demo: { everyMs: 500, lookMs: 2_000, waitMs: 5_000, leaseMs: 30_000 },
  live: { everyMs: 2_000, lookMs: 30_000, waitMs: 120_000, leaseMs: 120_000 },
};
/** Often enough for the site to consider the signer online. */
const ADVERTISE_EVERY_MS = 60_000;

/** Resolves once the signal is aborted and running work has finished. */
export async function run(
  parts: { readonly clock: Clock; readonly log: Log; readonly health?: LoopHealth },
  workers: readonly Worker[],
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  const loops = new Loops(parts, 'signer', signal);
  const follow = (worker: Worker) => {
    let advertisedAt = -Infinity;
    return loops.run(everyMs, { network: worker.network }, async () => {
      if (parts.clock.now() - advertisedAt >= ADVERTISE_EVERY_MS) {
        await worker.advertise();
        advertisedAt = parts.clock.now();
      }
      if ((await worker.step()) > 0) return true;
      // Payments come first: a statement that cannot be signed delays no withdrawal.
      await worker.proveReserves();
      return false;
    });
  };
  await Promise.all(workers.map(follow));
}
