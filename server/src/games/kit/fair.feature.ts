/** The calls with which anyone checks a round of any game: its proof, and the round behind a commitment. */
import { findRound, getRoundProof } from '@fairpot/contract/fair';
import type { Deps } from '../../platform/deps.ts';
import { onQuery, type Feature } from '../../platform/feature.ts';
import { refuse } from '../../platform/refused.ts';
import { proofOf } from './proof.ts';
import { roundOfHash, roundsByIds } from './rounds.ts';
import { followSweep, windowRetention, windowSweep } from './windows.ts';

export function fairFeature(deps: Deps): Feature {
  return {
    name: 'fair',
    bindings: [
      onQuery(getRoundProof, async ({ db }, { id }) => {
        const [round] = await roundsByIds(db, [id]);
        if (!round || round.phase === 'cancelled' || round.phase === 'voided') return refuse('NO_GAME');
        if (round.scripted) return { v: 'fp/2' as const, game: round.game, roundId: round.id, scripted: true as const };
        if (round.phase !== 'settled') return refuse('GAME_FINISHED');
        return proofOf(round, deps.drandChain);
      }),
      onQuery(findRound, async ({ db }, { hash }) => (await roundOfHash(db, hash)) ?? refuse('NO_GAME')),
    ],
    sweeps: [followSweep(deps), windowSweep(deps), windowRetention(deps)],
  };
}
