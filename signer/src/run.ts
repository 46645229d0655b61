/** The signer's loops, one per chain, so that an unavailable node delays no other chain. Each loop continues after any failure. */
import type { LoopHealth } from '@fairpot/server/platform/metrics/loop-health';
import { Loops, type RestParts } from '@fairpot/server/platform/process/loops';
import type { Resting } from '@fairpot/server/platform/runner/due-sweeps';
import type { SignerPace, Worker } from './worker.ts';

export const PACES: Readonly<Record<'demo' | 'live', SignerPace & { readonly everyMs: number }>> = {
  demo: { everyMs: 500, lookMs: 2_000, waitMs: 5_000, leaseMs: 30_000 },
  live: { everyMs: 2_000, lookMs: 30_000, waitMs: 120_000, leaseMs: 120_000 },
};
/** Often enough for the site to consider the signer online. */
const ADVERTISE_EVERY_MS = 60_000;

/** Resolves once the signal is aborted and running work has finished. */
export async function run(
  parts: RestParts & { readonly health?: LoopHealth },
  workers: readonly Worker[],
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  const loops = new Loops(parts, 'signer', signal);
  const all = workers.map((worker) => ({ worker, resting: restingOf(worker) }));
  const follow = ({ worker, resting }: (typeof all)[number]) =>
    loops.run(everyMs, { network: worker.network }, () => runOnce(worker), resting);
  const advertise = (worker: Worker) =>
    loops.run(ADVERTISE_EVERY_MS, { network: worker.network, loop: 'advertise' }, async () => {
      await worker.advertise();
      return false;
    });
  const letRest = loops.letRest(
    parts,
    all.map(({ resting }) => resting),
  );
  await Promise.all([letRest, ...all.map(follow), ...workers.map(advertise)]);
}

async function runOnce(worker: Worker): Promise<boolean> {
  if ((await worker.step()) > 0) return true;
  // Payments come first: a statement that cannot be signed delays no withdrawal.
  await worker.proveReserves();
  return false;
}

const restingOf = (worker: Worker): Resting => ({ name: worker.network, due: (now) => worker.dueSql(now) });
