/** Player protection as a feature: the calls. What limits and blocks stop is stopped in server/functions/protection, by whoever stakes. */
import {
  confirmLimit,
  excludeSelf,
  getProtection,
  keepLimit,
  returnToPlay,
  seePlay,
  setLimit,
  setRealityCheck,
  takeBreak,
} from '@fairpot/contract/schemas/protection';
import { getUserLimits } from '@fairpot/contract/schemas/staff-users';
import type { Deps } from '../platform/process/deps.ts';
import { onAtomic, onCommand, onQuery, type Feature } from '../platform/runner/feature.ts';
import { invariant } from '../platform/runner/refused.ts';
import { comeBack, confirm, exclude, keep, pause, reality, see, set } from './commands.ts';
import { protectionInvariants } from './invariants.ts';
import { protectionOf } from './present.ts';
import { forgetHours } from './store.ts';

const FORGET_EVERY_MS = 10 * 60 * 1000;

export function protectionFeature(deps: Deps): Feature {
  return {
    name: 'protection',
    bindings: [
      onQuery(getProtection, ({ db, actor }) => {
        invariant(actor, 'a call of a signed-in person');
        return protectionOf(db, actor.id);
      }),
      onQuery(getUserLimits, ({ db }, { userId }) => protectionOf(db, userId)),
      onCommand(setLimit, set),
      onCommand(confirmLimit, confirm),
      onCommand(keepLimit, keep),
      onCommand(takeBreak, pause),
      onAtomic(excludeSelf, exclude(deps)),
      onCommand(returnToPlay, comeBack),
      onCommand(setRealityCheck, reality),
      onCommand(seePlay, see),
    ],
    sweeps: [{ name: 'protection.forget', everyMs: FORGET_EVERY_MS, run: () => forgetHours(deps.db) }],
    invariants: protectionInvariants,
  };
}
