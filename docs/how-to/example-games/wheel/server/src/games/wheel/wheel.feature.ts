/** The wheel as a feature: contract bound to handlers, sweeps, facts, invariants. */
import { EXPIRY_MS } from '@fairpot/contract/wheel/calls';
import { createWheel, getWheel, joinWheel, listWheels, wheelHistory } from '@fairpot/contract/wheel/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import { onCommand, onQuery, type Feature } from '../../platform/runner/feature.ts';
import { roundInvariants } from '../kit/invariants.ts';
import { roundQueries } from '../kit/items/queries.ts';
import { roundFacts } from '../kit/items/views.ts';
import { endLost } from '../kit/restore/lost-rounds.ts';
import { expireSweep, revealSweep } from '../kit/settlement/sweeps.ts';
import { create, join } from './commands.ts';
import { presentWheels } from './present.ts';
import { wheel } from './wheel.ts';

export function wheelFeature(deps: Deps): Feature {
  const { list, get, history } = roundQueries(wheel, { views: presentWheels, rows: presentWheels });
  return {
    name: 'wheel',
    bindings: [
      onQuery(listWheels, list),
      onQuery(getWheel, get),
      onQuery(wheelHistory, history),
      onCommand(createWheel, create(deps)),
      onCommand(joinWheel, join(deps)),
    ],
    sweeps: [revealSweep(deps, wheel), expireSweep(deps, wheel, EXPIRY_MS)],
    presenters: [roundFacts('wheel', presentWheels, deps.clock)],
    invariants: roundInvariants('wheel'),
    afterRestore: { endRounds: endLost(wheel) },
  };
}
