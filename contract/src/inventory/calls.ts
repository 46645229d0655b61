/** The player's inventories: on the site, and at Steam (read through the gateway, cached for 5 minutes). */
import { queryAt } from '../wire/call.ts';

export const siteInventory = queryAt('user.inventory.site', '/user/inventory/site');
export const steamInventory = queryAt('user.inventory.steam', '/user/inventory/steam', 'POST');
export const uncacheSteam = queryAt('user.inventory.uncache', '/user/inventory/steam/uncache');
