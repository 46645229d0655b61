/** The vault towards the platform: the site inventory's call and the invariants of items. */
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
      onQuery(siteInventory, async ({ db, actor }) => {
        if (!actor) return refuse('SIGNED_OUT');
        return { items: await listAvailable(db, actor.id) };
      }),
      onQuery(listUserItems, async ({ db }, { userId }) => ({ items: await listAvailable(db, userId) })),
    ],
    invariants: vaultInvariants,
  };
}
