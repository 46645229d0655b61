/** The worker's loops: due orders, our offers at Steam, offers to us, our stock, players' inventories. All continue after any failure. */
import type { LoopHealth } from '@fairpot/server/platform/metrics/loop-health';
import { Loops } from '@fairpot/server/platform/process/loops';
import type { Resting } from '@fairpot/server/platform/runner/due-sweeps';
import type { WorkerParts } from './parts.ts';
import { work } from './worker.ts';
import { OwnOffers } from './poll-offers.ts';
import { declineReceived } from './received.ts';
import { readPlayerInventory } from './player-inventories.ts';
import { readOwnStock } from './stock.ts';
import { anyInventoryRequestSql, anyOrderDueSql } from './store.ts';

export interface WorkerPace {
  /** Between two checks for due orders, in ms. */
  readonly workMs: number;
  /** Between two reads of our offers, in ms. */
  readonly lookMs: number;
  /** Between two reads of our own inventory, in ms. */
  readonly stockMs: number;
  /** Between two reads of players' inventories, in ms; one inventory each. */
  readonly playersMs: number;
}

/** As often as Steam tolerates; a demo's simulator tolerates more. */
export const PACES: Readonly<Record<'demo' | 'live', WorkerPace>> = {
  demo: { workMs: 500, lookMs: 2_000, stockMs: 10_000, playersMs: 250 },
  live: { workMs: 2_000, lookMs: 15_000, stockMs: 5 * 60_000, playersMs: 3_000 },
};

const ORDERS: Resting = { name: 'orders', due: anyOrderDueSql };
const INVENTORIES: Resting = { name: 'inventories', due: anyInventoryRequestSql };

/** Resolves when the signal was aborted and the work in progress is done. */
export async function run(
  parts: WorkerParts & { readonly health?: LoopHealth; readonly wakeUrl?: string },
  pace: WorkerPace,
  signal: AbortSignal,
): Promise<void> {
  const loops = new Loops(parts, 'trade worker', signal);
  const loop = (name: string, everyMs: number, once: () => Promise<unknown>, resting?: Resting) =>
    loops.run(
      everyMs,
      { loop: name },
      async () => {
        await once();
        return false;
      },
      resting,
    );
  const offers = new OwnOffers(parts);
  await Promise.all([
    loops.letRest(parts, [ORDERS, INVENTORIES]),
    loops.run(pace.workMs, { loop: 'orders' }, async () => (await work(parts, signal)) > 0, ORDERS),
    loop('offers', pace.lookMs, async () => {
      await offers.poll();
      await declineReceived(parts);
    }),
    loop('stock', pace.stockMs, () => readOwnStock(parts)),
    loop('inventories', pace.playersMs, () => readPlayerInventory(parts), INVENTORIES),
  ]);
}
