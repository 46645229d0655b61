/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as inventory from './calls.ts';
import { NoInput, query } from '../wire/call.schemas.ts';
import { ItemDetails, SiteItem, Skin } from './item.schemas.ts';
import { PriceDoubt } from './prices.schemas.ts';

export const siteInventory = query({
  ...inventory.siteInventory,
  summary: 'Available site inventory items, most expensive first',
  permission: 'session',
  scope: 'read',
  input: NoInput,
  output: z.object({ items: z.array(SiteItem) }),
});

export const SteamItem = Skin.omit({ id: true }).extend({
  assetId: z.string(),
  assetid: z.string(),
  contextid: z.string(),
  /** Set when the item is not accepted: why. `priceUsd` is then the last trusted price, 0 when there never was one. */
  doubt: PriceDoubt.nullable(),
  /** When two sources last confirmed the price, epoch ms. */
  pricedAt: z.number().int(),
  /** The site does not accept more of it now: it has enough stock for some weeks. */
  enough: z.boolean(),
  /** Missing when Steam shows no details. */
  details: ItemDetails.optional(),
  /** It may be worth more than its price: accepted as an item only, not for balance. */
  premium: z.boolean(),
});
export type SteamItem = z.infer<typeof SteamItem>;

export const steamInventory = query({
  ...inventory.steamInventory,
  summary: 'Steam inventory of one game; items priced at 0.50 USD or less are left out and counted',
  permission: 'session',
  input: z.strictObject({
    appId: z.union([z.literal(730), z.literal(252490), z.literal(570)]),
    contextId: z.literal(2),
  }),
  output: z.object({
    items: z.array(SteamItem),
    hiddenCount: z.number().int(),
    /**
     * The trading account is reading items that Steam hides from others; the fact 'steam.items' announces the result.
     */
    looking: z.boolean(),
  }),
  refusals: ['STEAM_PRIVATE', 'STEAM_BUSY'],
  limit: { max: 20, perMs: 60_000 },
});

/**
 * Body of the fact 'steam.items' on the player's own topic: the trading account has read this game's inventory; fetch
 * it again.
 */
export const SteamItemsFact = z.object({ type: z.literal('steam.items'), appId: z.number().int() });
export type SteamItemsFact = z.infer<typeof SteamItemsFact>;

export const uncacheSteam = query({
  ...inventory.uncacheSteam,
  summary: 'Forget what was read of the own Steam inventories, so that the next reading asks Steam; once in 30 s',
  permission: 'session',
  input: NoInput,
  output: z.object({ uncached: z.literal(true) }),
  limit: { max: 1, perMs: 30_000 },
});
