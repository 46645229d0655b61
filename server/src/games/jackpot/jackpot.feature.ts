/** Jackpot as a feature: contract bound to handlers, sweeps, facts, invariants. */
import {
  getJackpot,
  getJackpotRound,
  jackpotHistory,
  joinJackpot,
  joinJackpotSteam,
  setJackpotWinner,
} from '@fairpot/contract/jackpot/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import { onCommand, onReplicaQuery, type Feature } from '../../platform/runner/feature.ts';
import { endLost } from '../kit/restore/lost-rounds.ts';
import { scriptedSweep } from '../kit/script.ts';
import { revealSweep } from '../kit/settlement/sweeps.ts';
import { join, joinSteam, setWinner } from './commands.ts';
import { jackpotInvariants } from './invariants.ts';
import { jackpot } from './jackpot.ts';
import { jackpotFacts } from './present.ts';
import { get, history, state } from './queries.ts';
import { openIfNone, tableSweep } from './sweeps.ts';

export function jackpotFeature(deps: Deps): Feature {
  return {
    name: 'jackpot',
    bindings: [
      onReplicaQuery(getJackpot, state),
      onReplicaQuery(getJackpotRound, get),
      onReplicaQuery(jackpotHistory, history),
      onCommand(joinJackpot, join(deps)),
      onCommand(joinJackpotSteam, joinSteam(deps)),
      // In live no staff can choose a winner: the call is not even registered (rulings 1.3).
      ...(deps.config.mode === 'demo' ? [onCommand(setJackpotWinner, setWinner(deps))] : []),
    ],
    sweeps: [revealSweep(deps, jackpot), scriptedSweep(deps, jackpot), tableSweep(deps)],
    presenters: [jackpotFacts],
    invariants: jackpotInvariants(),
    afterRestore: { endRounds: endLost(jackpot) },
    // So that a visitor of a fresh site finds an open round.
    start: async () => void (await openIfNone(deps)),
  };
}
