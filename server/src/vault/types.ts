/**
 * Item types: what items look like and what they cost now. One price list for everyone; the demo's boot and the price
 * feed write it, everything that shows an item reads it.
 */
import { parseMarketName } from '@fairpot/catalogue/names';
import type { Skin } from '@fairpot/contract/item';
import { usd, type Cents } from '@fairpot/contract/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Sql } from '../platform/database/sql.ts';

export interface ItemTypeRow {
  readonly slug: string;
  readonly appId: number;
  readonly marketHashName: string;
  readonly rarity: string;
  readonly rarityColor: string;
  readonly pips: number;
}

/** As the catalogue lists them; other fields of its entries are ignored. */
export type NewItemType = ItemTypeRow & { readonly priceCents: number };

/** Adds item types and takes over looks and prices of known ones, priced `at`. None is ever removed. */
export async function upsertItemTypes(db: Db, types: readonly NewItemType[], at: number): Promise<void> {
  await db.run(sql`
    insert into item_types (slug, app_id, market_hash_name, rarity, rarity_color, pips, price_cents, priced_at)
    select t.slug, t."appId", t."marketHashName", t.rarity, t."rarityColor", t.pips, t."priceCents", ${at}
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as t (slug text, "appId" integer, "marketHashName" text,
      rarity text, "rarityColor" text, pips smallint, "priceCents" bigint)
    order by t.slug
    on conflict (slug) do update set app_id = excluded.app_id, market_hash_name = excluded.market_hash_name,
      rarity = excluded.rarity, rarity_color = excluded.rarity_color, pips = excluded.pips,
      price_cents = excluded.price_cents, priced_at = excluded.priced_at`);
}

/** Types by slug, each slug once; an unknown slug is a bug of the caller. */
export async function itemTypes(db: Db, slugs: readonly string[]): Promise<ReadonlyMap<string, ItemTypeRow>> {
  const wanted = [...new Set(slugs)];
  if (wanted.length === 0) return new Map();
  const rows = await db.many<ItemTypeRow>(sql`
    select slug, app_id as "appId", market_hash_name as "marketHashName", rarity, rarity_color as "rarityColor", pips
    from item_types where slug = any(${wanted}::text[])`);
  invariant(rows.length === wanted.length, `unknown item type among ${wanted.join(', ')}`);
  return new Map(rows.map((row) => [row.slug, row]));
}

/** An item type at a price as the wire shows it: the current price, or the snapshot of a stake. */
export function presentSkin(type: ItemTypeRow, price: Cents): Skin {
  const parsed = parseMarketName(type.marketHashName, type.appId);
  const icon = `/art/${type.slug}.webp`;
  return {
    id: type.slug,
    name: parsed.name,
    itemName: parsed.itemName,
    itemType: parsed.itemType,
    appId: type.appId,
    icon,
    iconBackground: icon,
    colorHex: type.rarityColor,
    rarity: type.rarity,
    pips: type.pips,
    priceUsd: usd(price),
  };
}

export type PricedType = ItemTypeRow & { readonly cents: Cents };

/** Types by slug with their current prices; unknown slugs are left out. */
export async function pricedTypes(db: Db, slugs: readonly string[]): Promise<ReadonlyMap<string, PricedType>> {
  const rows = await db.many<PricedType>(sql`
    select slug, app_id as "appId", market_hash_name as "marketHashName", rarity, rarity_color as "rarityColor", pips,
      price_cents as cents
    from item_types where slug = any(${[...new Set(slugs)]}::text[])`);
  return new Map(rows.map((row) => [row.slug, row]));
}

/** Types of one game by market hash name with their current prices; unknown names are left out. */
export async function typesByMarketName(
  db: Db,
  appId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, PricedType>> {
  const rows = await db.many<PricedType>(sql`
    select slug, app_id as "appId", market_hash_name as "marketHashName", rarity, rarity_color as "rarityColor", pips,
      price_cents as cents
    from item_types where app_id = ${appId} and market_hash_name = any(${names}::text[])`);
  return new Map(rows.map((row) => [row.marketHashName, row]));
}

/** The whole price list, by slug. As many rows as there are item types. */
export async function everyType(db: Db): Promise<PricedType[]> {
  return db.many<PricedType>(sql`
    select slug, app_id as "appId", market_hash_name as "marketHashName", rarity, rarity_color as "rarityColor", pips,
      price_cents as cents
    from item_types order by slug`);
}

/** Takes over prices of known types, known `at`. */
export async function setPrices(
  db: Db,
  prices: readonly { readonly slug: string; readonly cents: Cents }[],
  at: number,
): Promise<void> {
  if (prices.length === 0) return;
  const set = await db.run(sql`
    update item_types t set price_cents = p.cents, priced_at = ${at}
    from unnest(${prices.map((p) => p.slug)}::text[], ${prices.map((p) => p.cents)}::bigint[]) as p (slug, cents)
    where t.slug = p.slug`);
  invariant(set === prices.length, `${set} of ${prices.length} prices are of known item types`);
}

/** The price list for checks of other rooms: columns slug, price_cents. */
export const priceListSql: Sql = sql`(select slug, price_cents from item_types)`;
