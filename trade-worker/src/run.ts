/**
 * The worker's loops: what is due, what Steam shows of our offers, offers that are made to us, what we hold, what players hold. All
 * go on after any failure.
 */
import { Loops } from '@fairpot/server/platform/process/loops';
import type { WorkerParts } from './parts.ts';
import { work } from './worker.ts';
import { lookAtAll } from './look.ts';
import { declineReceived } from './received.ts';
import { lookAtPlayers } from './players.ts';
import { lookAtStock } from './stock.ts';

export interface Pace {
  /** Between two looks at what is due, in ms. */
  readonly workMs: number;
  /** Between two looks at our offers, in ms. */
  readonly lookMs: number;
  /** Between two looks at what our own account holds, in ms. */
  readonly stockMs: number;
  /** Between two looks at what a player holds, in ms; one inventory each. */
  readonly playersMs: number;
}

/** As often as Steam bears it; a demo's simulator bears more. */
export const PACES: Readonly<Record<'demo' | 'live', Pace>> = {
  demo: { workMs: 500, lookMs: 2_000, stockMs: 10_000, playersMs: 250 },
  live: { workMs: 2_000, lookMs: 15_000, stockMs: 5 * 60_000, playersMs: 3_000 },
};

/** Resolves when the signal was aborted and what was under way is over. */
export async function run(parts: WorkerParts, pace: Pace, signal: AbortSignal): Promise<void> {
  const loops = new Loops(parts, 'the trade worker', signal);
  const loop = (everyMs: number, once: () => Promise<unknown>) =>
    loops.run(everyMs, {}, async () => {
      await once();
      return false;
    });
  await Promise.all([
    loops.run(pace.workMs, {}, async () => (await work(parts, signal)) > 0),
    loop(pace.lookMs, async () => {
      await lookAtAll(parts);
      await declineReceived(parts);
    }),
    loop(pace.stockMs, () => lookAtStock(parts)),
    loop(pace.playersMs, () => lookAtPlayers(parts)),
  ]);
}
