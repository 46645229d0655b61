/** The watcher's loops, one per chain, so that an unavailable node delays no other chain. Each loop continues after any failure. */
import type { LoopHealth } from '@fairpot/server/platform/metrics/loop-health';
import { WakeCalls } from '@fairpot/server/platform/live/wake-calls';
import { Loops } from '@fairpot/server/platform/process/loops';
import type { Clock } from '@fairpot/server/platform/process/ports';
import { NodeUnavailable } from '@fairpot/server/gateways/node-http';
import type { AddressReader, BlockReader } from './reader.ts';

import { audit } from './audit.ts';
import { Quiet } from './quiet.ts';
import { pollAddresses, Watch, type WatchParts } from './watch.ts';

export interface WatcherPace {
  /** Between two polls of a chain, in ms. */
  readonly everyMs: number;
  /** Between two polls of an address in use. */
  readonly addressMs: number;
  /** Between two checks of a credited payment, or of an address balance, while either is new. */
  readonly auditMs: number;
}

/** As often as public nodes allow; a demo's simulators allow more. */
export const PACES: Readonly<Record<'demo' | 'live', WatcherPace>> = {
  demo: { everyMs: 1_000, addressMs: 2_000, auditMs: 60_000 },
  live: { everyMs: 30_000, addressMs: 30_000, auditMs: 3_600_000 },
};

export interface WatcherRunParts extends WatchParts {
  readonly clock: Clock;
  readonly health?: LoopHealth;
  /** URL for the connection that hears commits of others; without one the database is asked at each poll. */
  readonly wakeUrl?: string;
}

/** Resolves once the signal is aborted and running work has finished. */
export async function run(
  parts: WatcherRunParts,
  readers: readonly (BlockReader | AddressReader)[],
  pace: WatcherPace,
  signal: AbortSignal,
): Promise<void> {
  const loops = new Loops(parts, 'chain watcher', signal);
  const heard = new Set<Quiet>();
  const onCall = () => {
    for (const quiet of heard) quiet.end();
  };
  const wakes = new WakeCalls({ ...parts, url: parts.wakeUrl ?? null, node: '', onCall });
  const follow = (reader: BlockReader | AddressReader) => {
    const watch = new Watch(parts, reader);
    const quiet = new Quiet(parts, reader, pace.auditMs);
    heard.add(quiet);
    const { network } = reader;
    return loops.run(pace.everyMs, { network }, () =>
      runOnce(parts, { watch, quiet: wakes.hears ? quiet : null, reader }, pace).catch((error: unknown) => {
        if (!(error instanceof NodeUnavailable)) throw error;
        parts.log.warn({ network, why: error.message }, 'node unavailable');
        return false;
      }),
    );
  };
  await Promise.all([wakes.run(signal), ...readers.map(follow)]);
}

interface Followed {
  readonly watch: Watch;
  /** Null: each poll asks the database. */
  readonly quiet: Quiet | null;
  readonly reader: BlockReader | AddressReader;
}

async function runOnce(
  parts: WatcherRunParts,
  { watch, quiet, reader }: Followed,
  pace: WatcherPace,
): Promise<boolean> {
  const tip = await reader.tip();
  const seen = await quiet?.look(tip);
  const isWork = seen?.isWork ?? true;
  if (seen?.isNew === false && !isWork) return false;
  const step = await watch.step(tip, isWork);
  const isMore = isWork && 'transfersTo' in reader && (await pollAddresses(parts, reader, pace.addressMs));
  if (step === 'more' || isMore) return true;
  if (isWork) await audit(parts, reader, pace.auditMs);
  if (step === 'complete' && seen !== undefined) quiet?.done(seen);
  return false;
}
