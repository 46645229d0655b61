/** The ledger towards the platform: what staff may read of a player's movements, and what holds over its tables. */
import { usd } from '@fairpot/contract/money';
import { listUserMovements } from '@fairpot/contract/schemas/staff-users';
import { onQuery, type Feature } from '../platform/runner/feature.ts';
import { ledgerInvariants } from './invariants.ts';
import { movementsOf } from './movements.ts';

export function ledgerFeature(): Feature {
  return {
    name: 'ledger',
    bindings: [
      onQuery(listUserMovements, async ({ db }, { userId, before }) => {
        const { movements, next } = await movementsOf(db, userId, before ?? null);
        const shown = movements.map(({ cash, hold, ...m }) => ({ ...m, cashUsd: usd(cash), holdUsd: usd(hold) }));
        return { movements: shown, next };
      }),
    ],
    invariants: ledgerInvariants,
  };
}
