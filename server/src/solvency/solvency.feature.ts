/** The solvency feature: the sweeps that publish and forget, the calls, the files, and the invariants of its tables. */
import { getMySolvency, getSolvencyProof, listSolvency } from '@fairpot/contract/solvency/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { Leaf } from '@fairpot/fairness/log/leaf';
import { statementBodyOf } from '@fairpot/fairness/solvency/statement';
import { statementLeafId } from '../games/kit/leaf-feed.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Tx } from '../platform/database/sql.ts';
import { onQuery, onReplicaQuery, type Feature } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { forgetOld } from './forget.ts';
import { solvencyGauges } from './gauges.ts';
import { solvencyInvariants } from './invariants.ts';
import { mayBeDueSql, publishDue } from './publish.ts';
import { ownLeaf, statementProof, statements } from './queries.ts';
import { publishedBefore, restoreStatement } from './store.ts';
import { registerSolvencyTiles } from './tile-routes.ts';

const LOOK_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 60_000;

export function solvencyFeature(deps: Deps): Feature {
  return {
    name: 'solvency',
    bindings: [
      onReplicaQuery(listSolvency, statements),
      onReplicaQuery(getSolvencyProof, statementProof),
      onQuery(getMySolvency, ({ db, actor }) => (actor ? ownLeaf(db, actor.id) : refuse('SIGNED_OUT'))),
    ],
    sweeps: [
      {
        name: 'solvency.publish',
        everyMs: LOOK_EVERY_MS,
        due: mayBeDueSql,
        run: async (signal) => ((await publishDue({ deps }, signal)) ? 1 : 0),
      },
      { name: 'solvency.forget', everyMs: FORGET_EVERY_MS, run: () => forgetOld(deps) },
    ],
    invariants: solvencyInvariants,
    afterRestore: { takeLeaf: takeStatement },
    gauges: () => solvencyGauges(deps),
    readyInfo: async () => {
      const [last] = await publishedBefore(deps.db, null, 1);
      return { solvency: last ? { number: last.number, at: last.at } : null };
    },
    routes: (http) => registerSolvencyTiles(http, deps),
  };
}

/** If a restored database lost a published statement, its number is kept: another tree with that number would be a second one. */
async function takeStatement(tx: Tx, leaf: Leaf): Promise<void> {
  if (leaf.type !== 'statement' || leaf.solvency === null) return;
  const { at, about, solvency } = leaf;
  const body = canon({ v: 'fp/2', type: 'statement', at, about, says: statementBodyOf(solvency) });
  const leafId = await statementLeafId(tx, body);
  await restoreStatement(tx, { number: solvency.number, at, body, leafId, depth: solvency.depth });
}
