/** The watcher's loops, one for each chain: a node that is away holds up no other chain. Each goes on after any failure. */
import { Loops } from '@fairpot/server/platform/process/loops';
import type { Clock } from '@fairpot/server/platform/process/ports';
import type { AddressReader, BlockReader } from './reader.ts';
import { Unavailable } from './reader.ts';
import { audit } from './audit.ts';
import { lookAtAddresses, Watch, type WatchParts } from './watch.ts';

export interface Pace {
  /** Between two looks at a chain, in ms. */
  readonly everyMs: number;
  /** Between two looks at an address that is in use. */
  readonly addressMs: number;
  /** Between two questions about a credited payment, or about what an address holds, while either is new. */
  readonly auditMs: number;
}

/** As often as public nodes bear it; a demo's simulators bear more. */
export const PACES: Readonly<Record<'demo' | 'live', Pace>> = {
  demo: { everyMs: 1_000, addressMs: 2_000, auditMs: 60_000 },
  live: { everyMs: 30_000, addressMs: 30_000, auditMs: 3_600_000 },
};

export interface RunParts extends WatchParts {
  readonly clock: Clock;
}

/** Resolves when the signal was aborted and what was under way is over. */
export async function run(
  parts: RunParts,
  readers: readonly (BlockReader | AddressReader)[],
  pace: Pace,
  signal: AbortSignal,
): Promise<void> {
  const loops = new Loops(parts, 'the watcher', signal);
  const follow = (reader: BlockReader | AddressReader) => {
    const watch = new Watch(parts, reader);
    const { network } = reader;
    return loops.run(pace.everyMs, { network }, () =>
      look(parts, watch, reader, pace).catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        parts.log.warn({ network, why: error.message }, 'the node is not available');
        return false;
      }),
    );
  };
  await Promise.all(readers.map(follow));
}

async function look(parts: RunParts, watch: Watch, reader: BlockReader | AddressReader, pace: Pace): Promise<boolean> {
  const more = await watch.step();
  const rest = 'paidTo' in reader && (await lookAtAddresses(parts, reader, pace.addressMs));
  if (more || rest) return true;
  await audit(parts, reader, pace.auditMs);
  return false;
}
