/** Coinflip as a feature: contract bound to handlers, sweeps, facts, invariants. */
import { EXPIRY_MS } from '@fairpot/contract/coinflip/calls';
import {
  callBot,
  cancelCoinflip,
  coinflipHistory,
  createCoinflip,
  createCoinflipSteam,
  getCoinflip,
  joinCoinflip,
  joinCoinflipSteam,
  listCoinflips,
  setCoinflipWinner,
} from '@fairpot/contract/coinflip/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import { onCommand, onReplicaQuery, type Feature } from '../../platform/runner/feature.ts';
import { roundInvariants } from '../kit/invariants.ts';
import { endLost } from '../kit/restore/lost-rounds.ts';
import { scriptedSweep } from '../kit/script.ts';
import { expireSweep, revealSweep } from '../kit/settlement/sweeps.ts';
import { coinflip } from './coinflip.ts';
import { callBotSteps, cancel, create, createSteam, join, joinSteam, setWinner } from './commands.ts';
import { coinflipFacts } from './present.ts';
import { get, history, list } from './queries.ts';
import { repriceSweep } from './reprice.ts';

export function coinflipFeature(deps: Deps): Feature {
  return {
    name: 'coinflip',
    bindings: [
      onReplicaQuery(listCoinflips, list),
      onReplicaQuery(getCoinflip, get),
      onReplicaQuery(coinflipHistory, history),
      onCommand(createCoinflip, create(deps)),
      onCommand(joinCoinflip, join(deps)),
      onCommand(createCoinflipSteam, createSteam(deps)),
      onCommand(joinCoinflipSteam, joinSteam(deps)),
      onCommand(cancelCoinflip, cancel),
      // In live no bot may join a game (rulings 1.5) and staff cannot choose a winner (rulings 1.3): these calls are not even registered.
      ...(deps.config.mode === 'demo'
        ? [onCommand(callBot, callBotSteps(deps)), onCommand(setCoinflipWinner, setWinner(deps))]
        : []),
    ],
    sweeps: [
      revealSweep(deps, coinflip),
      scriptedSweep(deps, coinflip),
      expireSweep(deps, coinflip, EXPIRY_MS),
      repriceSweep(deps),
    ],
    presenters: [coinflipFacts(deps.clock)],
    invariants: roundInvariants('coinflip'),
    afterRestore: { endRounds: endLost(coinflip) },
  };
}
