/** Commands of wheels: who wants to stake what, and the rule that decides it. The kit locks, loads and writes (kit/items/stake.ts). */
import type { createWheel, joinWheel } from '@fairpot/contract/wheel/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandStepsForSeveral } from '../../platform/runner/feature.ts';
import { readyToLock, stakingSteps } from '../kit/items/stake.ts';
import { orRefuse } from '../kit/ruling.ts';
import { admitCreate, admitJoin } from './rules.ts';
import { wheel } from './wheel.ts';

export function create(deps: Deps): CommandStepsForSeveral<typeof createWheel, string | null> {
  return stakingSteps(deps, wheel, {
    wishOf: ({ actor, input }) => ({ playerId: actor.id, ids: input.inventoryIds, gameId: null }),
    decide: ({ available, terms }, { ids }) => {
      return { kind: 'open', pick: null, stake: orRefuse(admitCreate(ids, available, terms)) };
    },
  });
}

export function join(deps: Deps): CommandStepsForSeveral<typeof joinWheel, string | null> {
  return {
    before: () => readyToLock(deps, wheel),
    ...stakingSteps(deps, wheel, {
      wishOf: ({ actor, input }) => ({ playerId: actor.id, ids: input.inventoryIds, gameId: input.gameId }),
      decide: ({ round: named, available, terms }, wish) => {
        const { last, ...seat } = orRefuse(admitJoin(named, wish, available, terms));
        return { kind: last ? 'lock' : 'enter', pick: null, ...seat };
      },
    }),
  };
}
