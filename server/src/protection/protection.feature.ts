/** Player protection as a feature: the calls. Whatever takes a stake or a deposit enforces limits and blocks by front.ts. */
import {
  answerLimitQuestion,
  confirmLimit,
  excludeSelf,
  getProtection,
  cancelLooserLimit,
  returnToPlay,
  seePlay,
  setLimit,
  setRealityCheck,
  takeBreak,
} from '@fairpot/contract/protection/schemas';
import { getUserProtection, listRiskFlags, reviewRiskFlag } from '@fairpot/contract/operations/risk/schemas';
import { getUserLimits } from '@fairpot/contract/staff/users/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, type Feature } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { answer, comeBack, confirm, exclude, keep, pause, reality, see, set } from './commands.ts';
import { isCheckOpen } from './front.ts';
import { protectionInvariants } from './invariants.ts';
import { protectionOf } from './present.ts';
import { flagsOf, reviewFlag, openFlags } from './risk-desk.ts';
import { riskSweep } from './risk-sweep.ts';
import { deleteOldHours, seeVisit } from './store.ts';

const FORGET_EVERY_MS = 10 * 60 * 1000;
const LOOK_EVERY_MS = 60 * 1000;

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
      onCommand(answerLimitQuestion, answer),
      onCommand(confirmLimit, confirm),
      onCommand(cancelLooserLimit, keep),
      onCommand(takeBreak, pause),
      onCommand(excludeSelf, exclude(deps)),
      onCommand(returnToPlay, comeBack),
      onCommand(setRealityCheck, reality),
      onCommand(seePlay, see),
      onQuery(listRiskFlags, openFlags),
      onQuery(getUserProtection, flagsOf),
      onCommand(reviewRiskFlag, reviewFlag),
    ],
    sweeps: [
      { name: 'protection.forget', everyMs: FORGET_EVERY_MS, run: () => deleteOldHours(deps.db) },
      { name: 'protection.look', everyMs: LOOK_EVERY_MS, run: riskSweep(deps.db) },
    ],
    invariants: protectionInvariants,
    // To play by a program is a visit too. On a screen the reality check stops the page until it is read.
    admitKeyPlay: async (db, playerId) => {
      await seeVisit(db, playerId, false);
      if (await isCheckOpen(db, playerId)) refuse('REALITY_CHECK');
    },
  };
}
