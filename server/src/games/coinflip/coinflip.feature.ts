/** Coinflip as a feature: contract bound to handlers, sweeps, facts, invariants. */
import {
  callBot,
  cancelCoinflip,
  coinflipHistory,
  createCoinflip,
  getCoinflip,
  joinCoinflip,
  listCoinflips,
  setCoinflipWinner,
} from '@fairpot/contract/schemas/coinflip';
import { EXPIRY_MS } from '@fairpot/contract/coinflip';
import type { Deps } from '../../platform/process/deps.ts';
import { onAtomic, onCommand, onQuery, type Feature } from '../../platform/runner/feature.ts';
import { roundInvariants } from '../kit/invariants.ts';
import { endLost } from '../kit/restore/lost-rounds.ts';
import { scriptedSweep } from '../kit/script.ts';
import { expireSweep, revealSweep } from '../kit/sweeps.ts';
import { coinflip } from './coinflip.ts';
import { cancel, coinflipCommands } from './commands.ts';
import { coinflipFacts } from './present.ts';
import { get, history, list } from './queries.ts';

export function coinflipFeature(deps: Deps): Feature {
  const { create, join, callABot, setWinner } = coinflipCommands(deps);
  return {
    name: 'coinflip',
    bindings: [
      onQuery(listCoinflips, list),
      onQuery(getCoinflip, get),
      onQuery(coinflipHistory, history),
      onAtomic(createCoinflip, create),
      onAtomic(joinCoinflip, join),
      onCommand(cancelCoinflip, cancel),
      // In live no bot may join a coinflip (rulings 1.5): the call is not even registered.
      // Nor can staff choose a winner in live (rulings 1.3).
      ...(deps.config.mode === 'demo' ? [onAtomic(callBot, callABot), onAtomic(setCoinflipWinner, setWinner)] : []),
    ],
    sweeps: [revealSweep(deps, coinflip), scriptedSweep(deps, coinflip), expireSweep(deps, coinflip, EXPIRY_MS)],
    presenters: [coinflipFacts(deps.clock)],
    invariants: roundInvariants('coinflip'),
    afterRestore: { endRounds: endLost(coinflip) },
  };
}
