/** Case battles as a feature: contract bound to handlers, sweeps, facts, invariants. */
import { listCases, listCaseTypes, publishCase, retireCase } from '@fairpot/contract/casebattle/cases/schemas';
import {
  callBattleBots,
  cancelCasebattle,
  casebattleHistory,
  createCasebattle,
  getCasebattle,
  joinCasebattle,
  leaveCasebattle,
  listCasebattles,
  setCasebattleWinner,
} from '@fairpot/contract/casebattle/schemas';
import { CASEBATTLE_EXPIRY_MS } from '@fairpot/contract/casebattle/calls';
import type { Deps } from '../../platform/process/deps.ts';
import { onCommand, onReplicaQuery, type Feature } from '../../platform/runner/feature.ts';
import { endLost } from '../kit/restore/lost-rounds.ts';
import { expireSweep, revealSweep } from '../kit/settlement/sweeps.ts';
import { restoreCaseLeaf } from './cases/case-restore.ts';
import { casebattle } from './casebattle.ts';
import { callBots, create, join } from './commands.ts';
import { casebattleInvariants } from './invariants.ts';
import { casebattleFacts } from './present.ts';
import { list as listOfCases, publish, retire, types } from './publish.ts';
import { get, history, list } from './queries.ts';
import { scriptedBattleSweep, setWinner } from './script.ts';
import { paySweep } from './sweeps.ts';
import { cancel, leave } from './waiting-commands.ts';

export function casebattleFeature(deps: Deps): Feature {
  const game = casebattle(deps);
  return {
    name: 'casebattle',
    bindings: [
      onReplicaQuery(listCasebattles, list),
      onReplicaQuery(getCasebattle, get),
      onReplicaQuery(casebattleHistory, history),
      onReplicaQuery(listCases, listOfCases),
      onReplicaQuery(listCaseTypes, types),
      onCommand(createCasebattle, create(deps)),
      onCommand(joinCasebattle, join(deps)),
      onCommand(leaveCasebattle, leave(deps)),
      onCommand(cancelCasebattle, cancel(deps)),
      onCommand(callBattleBots, callBots(deps)),
      // In live no staff can choose a winner: the call is not even registered (rulings 1.3).
      ...(deps.config.mode === 'demo' ? [onCommand(setCasebattleWinner, setWinner(deps))] : []),
      onCommand(publishCase, publish),
      onCommand(retireCase, retire),
    ],
    sweeps: [
      revealSweep(deps, game),
      scriptedBattleSweep(deps),
      paySweep(deps),
      expireSweep(deps, game, CASEBATTLE_EXPIRY_MS),
    ],
    presenters: [casebattleFacts],
    invariants: casebattleInvariants(),
    afterRestore: { endRounds: endLost(game), takeLeaf: restoreCaseLeaf },
    // Whether at least two EOS nodes recently reported a final block: if so, a lock names one.
    readyInfo: () => Promise.resolve({ eos: deps.gateways.beacons.finalBlock() !== null }),
  };
}
