/** Schemas of item.ts. */
import { z } from 'zod';
import { INSPECT_URL, PHASES } from './details.ts';
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

/** What Steam shows of the asset behind an item. Null: Steam does not say. */
export const ItemDetails = z.object({
  /** Wear from 0 (best) to 1. */
  float: z.number().min(0).max(1).nullable(),
  /** Pattern template. */
  seed: z.number().int().nullable(),
  phase: z.enum(PHASES).nullable(),
  /** Names of stickers; charms and patches with their kind: 'Charm: Lil Ava'. */
  stickers: z.array(z.string().max(120)).max(10),
  /** Opens the asset in the game. */
  inspectUrl: z.string().regex(INSPECT_URL).nullable(),
});
export type ItemDetails = z.infer<typeof ItemDetails>;

/** One site inventory item of the signed-in player. */
export const SiteItem = z.object({
  id: ItemId,
  type: ItemKind,
  item: Skin,
  /** Why its price is not trusted now; it cannot be staked then. */
  doubt: PriceDoubt.nullable(),
  /** Of the asset behind it; missing when there is none, or when Steam shows no details. */
  details: ItemDetails.optional(),
});
export type SiteItem = z.infer<typeof SiteItem>;

/** An item inside a stake, with its price at the time of the stake. */
export const StakedItem = z.object({ id: ItemId, item: Skin });
export type StakedItem = z.infer<typeof StakedItem>;

/** Client settings of a game whose stakes are items: the minimum stake, and the fee in basis points. */
export const ItemGameSettings = z.object({ minbet: UsdSchema, feeBps: z.number().int() });
export type ItemGameSettings = z.infer<typeof ItemGameSettings>;
