/** A duel as a feature: its calls bound to the handlers of this folder, its sweeps, facts and invariants. */
import type { Deps } from '../../../platform/process/deps.ts';
import { onCommand, onQuery, type Binding, type Feature } from '../../../platform/runner/feature.ts';
import { roundInvariants } from '../invariants.ts';
import { roundQueries } from '../items/queries.ts';
import { roundFacts } from '../items/views.ts';
import { endLost } from '../restore/lost-rounds.ts';
import { scriptedSweep } from '../script.ts';
import { expireSweep, revealSweep } from '../settlement/sweeps.ts';
import type { DuelCalls } from './calls.ts';
import { duelCommands, type DuelCommands } from './commands.ts';
import type { Duel } from './duel.ts';
import { repriceSweep } from './reprice.ts';
import { duelViews, type DuelWords } from './present.ts';

export function duelFeature<V, H>(deps: Deps, duel: Duel, calls: DuelCalls<V, H>, words: DuelWords<V, H>): Feature {
  const commands = duelCommands(deps, duel, calls);
  const views = duelViews(duel, words);
  const { list, get, history } = roundQueries(duel, views);
  return {
    name: duel.game,
    bindings: [
      onQuery(calls.list, list),
      onQuery(calls.get, get),
      onQuery(calls.history, history),
      onCommand(calls.create, commands.create),
      onCommand(calls.join, commands.join),
      ...(calls.createSteam ? [onCommand(calls.createSteam, commands.createSteam)] : []),
      ...(calls.joinSteam ? [onCommand(calls.joinSteam, commands.joinSteam)] : []),
      onCommand(calls.cancel, commands.cancel),
      ...(deps.config.mode === 'demo' ? demoBindings(calls, commands) : []),
    ],
    sweeps: [
      revealSweep(deps, duel),
      ...(calls.setWinner ? [scriptedSweep(deps, duel)] : []),
      expireSweep(deps, duel, duel.expiryMs),
      repriceSweep(deps, duel),
    ],
    presenters: [roundFacts(duel.game, views.views, deps.clock)],
    invariants: roundInvariants(duel.game),
    afterRestore: { endRounds: endLost(duel) },
  };
}

/**
 * In live no bot may join a duel (rulings 1.5) and staff cannot choose a winner (rulings 1.3): these calls are not even
 * registered.
 */
function demoBindings<V, H>(calls: DuelCalls<V, H>, { callBot, setWinner }: DuelCommands): Binding[] {
  const bindings: Binding[] = [];
  if (calls.callBot) bindings.push(onCommand(calls.callBot, callBot));
  if (calls.setWinner) bindings.push(onCommand(calls.setWinner, setWinner));
  return bindings;
}
