/** The vault as a feature: the site inventory's call and the invariants of items. */
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { listUserItems } from '@fairpot/contract/staff/users/schemas';
import { onQuery, type Feature } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { vaultInvariants } from './invariants.ts';
import { listAvailable } from './items.ts';

export function vaultFeature(): Feature {
  return {
    name: 'vault',
    bindings: [
      onQuery(siteInventory, async ({ db, actor, now }) => {
        if (!actor) return refuse('SIGNED_OUT');
        return { items: await listAvailable(db, actor.id, now) };
      }),
      onQuery(listUserItems, async ({ db, now }, { userId }) => ({ items: await listAvailable(db, userId, now) })),
    ],
    invariants: vaultInvariants,
  };
}
