/**
 * Commands of wheels: read the request and apply the rule that decides it. The kit locks, loads and writes (kit/items/stake.ts).
 */
import type { createWheel, joinWheel } from '@fairpot/contract/wheel/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandStepsForSeveral } from '../../platform/runner/feature.ts';
import { orRefuse } from '../../platform/runner/refused.ts';
import { prepareLock } from '../kit/beacon/windows.ts';
import { stakingSteps } from '../kit/items/stake.ts';
import { admitCreate, admitJoin } from './rules.ts';
import { wheel } from './wheel.ts';

export function create(deps: Deps): CommandStepsForSeveral<typeof createWheel, string | null> {
  return stakingSteps(deps, wheel, {
    requestOf: ({ actor, input }) => ({ playerId: actor.id, ids: input.inventoryIds, gameId: null }),
    decide: ({ stake, terms }) => ({ kind: 'open', pick: null, stake: orRefuse(admitCreate(stake, terms)) }),
  });
}

export function join(deps: Deps): CommandStepsForSeveral<typeof joinWheel, string | null> {
  return {
    before: () => prepareLock(deps, 'wheel'),
    ...stakingSteps(deps, wheel, {
      requestOf: ({ actor, input }) => ({ playerId: actor.id, ids: input.inventoryIds, gameId: input.gameId }),
      decide: ({ round: named, stake, terms }, request) => {
        const { last, ...seat } = orRefuse(admitJoin(named, request, stake, terms));
        return { kind: last ? 'lock' : 'enter', pick: null, ...seat };
      },
    }),
  };
}
