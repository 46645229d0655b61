/** Queries that may be read from a replica, run where nothing can be written, as on a standby: what a handler does besides reading fails there. */
import { randomBytes } from 'node:crypto';
import { Reads } from '../../src/platform/database/reads.ts';
import type { Pool } from '../../src/platform/database/sql.ts';
import { Nodes } from '../../src/platform/live/nodes.ts';
import { assemble, type AssembledRunner } from '../../src/platform/runner/command.ts';
import { until } from '../until.ts';
import type { World } from '../world.ts';
import { ALL_FEATURES } from './plan-world.ts';

export interface ReplicaStage extends AssembledRunner {
  readonly reads: Reads;
}

const HOUR_MS = 3_600_000;

export async function replicaStage({ deps }: World): Promise<ReplicaStage> {
  const node = randomBytes(12).toString('hex');
  const reads = new Reads({ pool: readOnly(deps.db), maxLagMs: HOUR_MS, node, log: deps.log });
  const nodes = new Nodes(deps.db, node, (beat, beganAt) => reads.heartbeat(beat, beganAt));
  await nodes.beat({ players: new Set(), visitors: 0 });
  await until(() => reads.replica?.usable === true);
  // The primary is not asked: a query that the replica does not answer fails.
  const refuse = () => Promise.reject(new Error('this query was not answered by the replica'));
  const noPrimary: Pool = {
    many: refuse,
    one: refuse,
    maybe: refuse,
    run: refuse,
    transaction: refuse,
    snapshot: refuse,
  };
  return { reads, ...assemble({ ...deps, reads, db: noPrimary, settler: noPrimary }, ALL_FEATURES) };
}

/** PostgreSQL refuses writes and row locks in its transactions. */
function readOnly(pool: Pool): Pool {
  return {
    ...pool,
    transaction: (fn, peek) =>
      pool.snapshot(async (db) =>
        fn({ ...db, defer: () => undefined, inTransaction: true }, peek === undefined ? [] : await db.many(peek)),
      ),
  };
}
