/** Items as the wire shows them: the skin (item type) and the site inventory item that holds a price of its own. */
import { z } from 'zod';
import { ItemId } from './ids.ts';
import { UsdSchema } from './money.ts';

/** Site inventory item types (rulings 3). Only types that contain PRIZE are barred from stakes. */
export const ITEM_KINDS = ['DEPOSIT', 'MARKET', 'WIN', 'PRIZE_PROMO'] as const;
export const ItemKind = z.enum(ITEM_KINDS);
export type ItemKind = z.infer<typeof ItemKind>;

/** A skin: what an item looks like and is worth. `icon` is a path on this site. */
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
export const SiteItem = z.object({ id: ItemId, type: ItemKind, item: Skin });
export type SiteItem = z.infer<typeof SiteItem>;

/** An item inside a stake: its price is the snapshot taken at the stake. */
export const StakedItem = z.object({ id: ItemId, item: Skin });
export type StakedItem = z.infer<typeof StakedItem>;

/** True when items of this type may be staked (spec 3: types containing PRIZE are excluded). */
export function stakeable(kind: ItemKind): boolean {
  return !kind.includes('PRIZE');
}

/** Least value of an item in a stake, in cents (spec 9: minimum item value 1.00). */
export const MIN_ITEM_CENTS = 100;

/** Most items in one bet (spec 8, ERR_ITEMS_LIMIT). */
export const MAX_ITEMS_PER_BET = 15;
