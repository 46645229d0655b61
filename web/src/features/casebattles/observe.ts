/** Maps a battle to the fields that its fairness depends on, for watcher and verifier (games-kit/observe.ts). Pure. */
import type { Casebattle, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { makeRoundObserver } from '../../games-kit/observe.ts';
import { offerOf, outcomeOf, payoutsOf, stakesOf } from './record.ts';

/** Only the details have the tables that a proof needs. */
type ObservableBattle = Casebattle | CasebattleDetails;

export const battleObserver = makeRoundObserver<ObservableBattle>({
  game: 'casebattle',
  phaseOf: ({ status, secret }) => {
    if (status === 'CANCELLED') return 'cancelled';
    if (status === 'VOIDED') return 'voided';
    if (status === 'PENDING') return 'open';
    return secret === null ? 'locked' : 'settled';
  },
  // Seats of a waiting battle come and go, so they are observed from the lock on.
  stakesOf: (battle) => (battle.status === 'PENDING' ? [] : stakesOf(battle)),
  battleOf: offerOf,
  resultOf: (battle, pseudonymOf) =>
    'tables' in battle && battle.result !== null
      ? { outcome: outcomeOf(battle, battle.result), payouts: payoutsOf(battle, battle.result, pseudonymOf) }
      : null,
});
export const { proofOf, watchedOf } = battleObserver;
