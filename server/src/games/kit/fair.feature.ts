/**
 * Calls about rounds of any game: the proof of a round, the round behind a commitment (with both, anyone can check it),
 * and the list of stuck rounds for ADMIN.
 */
import { findRound, getRoundProof } from '@fairpot/contract/fair/schemas';
import { listStuckRounds } from '@fairpot/contract/operations/stuck/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import { onQuery, onReplicaQuery, type Feature } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { roundGauges } from './gauges.ts';
import { proofOf } from './proof.ts';
import { roundOfHash, roundsByIds } from './rounds.ts';
import { strays, stuckRounds } from './settlement/stuck.ts';
import { followSweep, windowRetention, windowSweep } from './beacon/windows.ts';

export function fairFeature(deps: Deps): Feature {
  return {
    name: 'fair',
    bindings: [
      onReplicaQuery(getRoundProof, async ({ db }, { id }) => {
        const [round] = await roundsByIds(db, [id]);
        if (!round || round.phase === 'cancelled' || round.phase === 'voided') return refuse('NO_GAME');
        if (round.scripted) return { v: 'fp/2' as const, game: round.game, roundId: round.id, scripted: true as const };
        if (round.phase !== 'settled') return refuse('GAME_FINISHED');
        return proofOf(round, deps.drandChain);
      }),
      onReplicaQuery(findRound, async ({ db }, { hash }) => (await roundOfHash(db, hash)) ?? refuse('NO_GAME')),
      onQuery(listStuckRounds, ({ db }, input) => stuckRounds(db, input)),
    ],
    invariants: [{ name: 'I5: a round is stuck while it is locked and known to be', check: strays }],
    gauges: () => roundGauges(deps),
    sweeps: [followSweep(deps), windowSweep(deps), windowRetention(deps)],
  };
}
