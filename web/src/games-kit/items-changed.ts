/** After an action of the player that changed their items: the inventory and the account's count of it are asked for again. */
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { refetchAll } from '../platform/calls/query-client.ts';
import { refreshUser } from '../platform/page/session.ts';

export function itemsChanged(): void {
  void refetchAll(siteInventory);
  void refreshUser();
}
