/** Schemas of item.ts. */
import { z } from 'zod';
import * as item from './item.ts';
import { ItemId } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { PriceDoubt } from './prices.schemas.ts';

export const ItemKind = z.enum(item.ITEM_KINDS);
export type ItemKind = z.infer<typeof ItemKind>;

/** A skin: the look and price of an item. `icon` is a path on this site. */
export const Skin = z.object({
  id: z.string(),
  name: z.string(),
  itemName: z.string(),
  itemType: z.string(),
  appId: z.number().int(),
  icon: z.string(),
  iconBackground: z.string(),
  colorHex: z.string(),
  rarity: z.string(),
  pips: z.number().int(),
  priceUsd: UsdSchema,
});
export type Skin = z.infer<typeof Skin>;

/** One site inventory item of the signed-in player. */
/** `doubt`: why its price is not trusted now; it cannot be staked then. */
export const SiteItem = z.object({ id: ItemId, type: ItemKind, item: Skin, doubt: PriceDoubt.nullable() });
export type SiteItem = z.infer<typeof SiteItem>;

/** An item inside a stake, with its price at the time of the stake. */
export const StakedItem = z.object({ id: ItemId, item: Skin });
export type StakedItem = z.infer<typeof StakedItem>;

/** Client settings of a game whose stakes are items: the minimum stake, and the fee in basis points. */
export const ItemGameSettings = z.object({ minbet: UsdSchema, feeBps: z.number().int() });
export type ItemGameSettings = z.infer<typeof ItemGameSettings>;
