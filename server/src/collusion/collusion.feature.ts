/** Signs of collusion as a feature: the desk's calls and the sweeps that look for them. */
import { listCollusionSigns, reviewCollusionSign } from '@fairpot/contract/operations/collusion/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, type Feature } from '../platform/runner/feature.ts';
import { listSigns, review } from './desk.ts';
import { checkResults, checkWithdrawals, forget } from './sweeps.ts';

const RESULTS_EVERY_MS = 30_000;
const WITHDRAWALS_EVERY_MS = 10 * 60_000;
const FORGET_EVERY_MS = 60 * 60_000;

export function collusionFeature(deps: Deps): Feature {
  return {
    name: 'collusion',
    bindings: [onQuery(listCollusionSigns, listSigns), onCommand(reviewCollusionSign, review)],
    sweeps: [
      { name: 'collusion.results', everyMs: RESULTS_EVERY_MS, run: () => checkResults(deps) },
      { name: 'collusion.withdrawals', everyMs: WITHDRAWALS_EVERY_MS, run: () => checkWithdrawals(deps) },
      { name: 'collusion.forget', everyMs: FORGET_EVERY_MS, run: () => forget(deps) },
    ],
  };
}
