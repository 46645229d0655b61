/** The ledger as a feature: the query with which staff read a player's movements, and the invariants of its tables. */
import { usd } from '@fairpot/contract/wire/money';
import { listUserMovements } from '@fairpot/contract/staff/users/schemas';
import { onQuery, type Feature } from '../platform/runner/feature.ts';
import type { Deps } from '../platform/process/deps.ts';
import { anyPendingSql, foldPending } from './ledger.ts';
import { ledgerInvariants } from './invariants.ts';
import { movementsOf } from './movements.ts';

const FOLD_EVERY_MS = 1_000;

export function ledgerFeature({ db }: Pick<Deps, 'db'>): Feature {
  return {
    name: 'ledger',
    bindings: [
      onQuery(listUserMovements, async ({ db }, { userId, before }) => {
        const { movements, next } = await movementsOf(db, userId, before ?? null);
        const shown = movements.map(({ cash, hold, ...m }) => ({ ...m, cashUsd: usd(cash), holdUsd: usd(hold) }));
        return { movements: shown, next };
      }),
    ],
    sweeps: [{ name: 'ledger.fold', everyMs: FOLD_EVERY_MS, due: () => anyPendingSql, run: () => foldPending(db) }],
    invariants: ledgerInvariants,
  };
}
