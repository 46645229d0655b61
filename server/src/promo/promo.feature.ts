/** Promo codes as a feature: redeeming one, and the calls of staff. */
import {
  activatePromocode,
  approvePromocode,
  createPromocode,
  endPromocode,
  listPromocodes,
} from '@fairpot/contract/promo/schemas';
import type { Deps } from '../platform/process/deps.ts';
import { onCommand, onQuery, type Feature } from '../platform/runner/feature.ts';
import { activate, approveCode, create, endCode } from './commands.ts';
import { promoInvariants } from './invariants.ts';
import { presentPromos } from './present.ts';
import { deleteOldAttempts, listPromos } from './store.ts';

const PAGE = 50;
const FORGET_EVERY_MS = 10 * 60 * 1000;

export function promoFeature(deps: Deps): Feature {
  return {
    name: 'promo',
    bindings: [
      onCommand(activatePromocode, activate(deps)),
      onCommand(createPromocode, create(deps)),
      onCommand(approvePromocode, approveCode),
      onCommand(endPromocode, endCode),
      onQuery(listPromocodes, async ({ db }, { before }) =>
        presentPromos(db, await listPromos(db, before ?? null, PAGE)),
      ),
    ],
    sweeps: [{ name: 'promo.forget', everyMs: FORGET_EVERY_MS, run: () => deleteOldAttempts(deps.db) }],
    invariants: promoInvariants,
  };
}
