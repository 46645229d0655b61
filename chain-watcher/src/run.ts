/** The watcher's loops, one for each chain: a node that is away holds up no other chain. Each goes on after any failure. */
import { Loops } from '@fairpot/server/platform/process/loops';
import type { Clock } from '@fairpot/server/platform/process/ports';
import type { AddressReader, BlockReader } from './reader.ts';
import { ReaderUnavailable } from './reader.ts';
import { audit } from './audit.ts';
import { pollAddresses, Watch, type WatchParts } from './watch.ts';

export interface WatcherPace {
  /** Between two looks at a chain, in ms. */
  readonly everyMs: number;
  /** Between two looks at an address that is in use. */
  readonly addressMs: number;
  /** Between two questions about a credited payment, or about what an address holds, while either is new. */
  readonly auditMs: number;
}

/** As often as public nodes bear it; a demo's simulators bear more. */
export const PACES: Readonly<Record<'demo' | 'live', WatcherPace>> = {
  demo: { everyMs: 1_000, addressMs: 2_000, auditMs: 60_000 },
  live: { everyMs: 30_000, addressMs: 30_000, auditMs: 3_600_000 },
};

export interface WatcherRunParts extends WatchParts {
  readonly clock: Clock;
}

/** Resolves when the signal was aborted and what was under way is over. */
export async function run(
  parts: WatcherRunParts,
  readers: readonly (BlockReader | AddressReader)[],
  pace: WatcherPace,
  signal: AbortSignal,
): Promise<void> {
  const loops = new Loops(parts, 'chain watcher', signal);
  const follow = (reader: BlockReader | AddressReader) => {
    const watch = new Watch(parts, reader);
    const { network } = reader;
    return loops.run(pace.everyMs, { network }, () =>
      runOnce(parts, watch, reader, pace).catch((error: unknown) => {
        if (!(error instanceof ReaderUnavailable)) throw error;
        parts.log.warn({ network, why: error.message }, 'the node is not available');
        return false;
      }),
    );
  };
  await Promise.all(readers.map(follow));
}

async function runOnce(
  parts: WatcherRunParts,
  watch: Watch,
  reader: BlockReader | AddressReader,
  pace: WatcherPace,
): Promise<boolean> {
  const more = await watch.step();
  const rest = 'paidTo' in reader && (await pollAddresses(parts, reader, pace.addressMs));
  if (more || rest) return true;
  await audit(parts, reader, pace.auditMs);
  return false;
}
