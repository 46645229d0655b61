/**
 * Item types: how items look and what they cost now. One price list for all players. The demo's boot and the price feed write it;
 * everything that shows an item reads it.
 */
import { artUrl } from '@fairpot/catalogue/art';
import { parseMarketName } from '@fairpot/catalogue/names';
import type { Skin } from '@fairpot/contract/inventory/item.schemas';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import { usd, type Cents } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';

export interface ItemTypeRow {
  readonly slug: string;
  readonly appId: number;
  readonly marketHashName: string;
  readonly rarity: string;
  readonly rarityColor: string;
  readonly pips: number;
}

/** As listed in the catalogue; other fields of its entries are ignored. */
export type NewItemType = ItemTypeRow & { readonly priceCents: number };

/**
 * Adds item types, and updates looks and prices of known ones, priced `at`: catalogue prices, valid only for play money. A price
 * that came from sources stays as it is. None is ever removed.
 */
export async function upsertItemTypes(db: Db, types: readonly NewItemType[], at: number): Promise<void> {
  await db.run(sql`
    insert into item_types as k (slug, app_id, market_hash_name, rarity, rarity_color, pips, price_cents,
      priced_at, doubt)
    select t.slug, t."appId", t."marketHashName", t.rarity, t."rarityColor", t.pips, t."priceCents", ${at}, null
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as t (slug text, "appId" integer, "marketHashName" text,
      rarity text, "rarityColor" text, pips smallint, "priceCents" bigint)
    order by t.slug
    on conflict (slug) do update set app_id = excluded.app_id, market_hash_name = excluded.market_hash_name,
      rarity = excluded.rarity, rarity_color = excluded.rarity_color, pips = excluded.pips,
      price_cents = case when k.good_until is null then excluded.price_cents else k.price_cents end,
      priced_at = case when k.good_until is null then excluded.priced_at else k.priced_at end,
      doubt = case when k.good_until is null then null else k.doubt end`);
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

/** An item type at a price, in wire format: the current price, or the snapshot of a stake. */
export function presentSkin(type: ItemTypeRow, price: Cents): Skin {
  const parsed = parseMarketName(type.marketHashName, type.appId);
  const icon = artUrl(type.slug);
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

export type PricedType = ItemTypeRow & {
  readonly cents: Cents;
  /** When the price was last confirmed. */
  readonly pricedAt: number;
  /** As the sources left it; `doubtOf` says whether it applies at a given moment. */
  readonly doubt: PriceDoubt | null;
  /** Until when the price is valid without new confirmation; null: a catalogue price, for play money only. */
  readonly goodUntil: number | null;
  /** How many more of these items the site accepts; null: no limit. */
  readonly wanted: number | null;
};

/** Why the price of a type is in doubt at `now`; null when it is not. A price that was not confirmed in time is in doubt. */
export function doubtOf({ doubt, goodUntil }: Pick<PricedType, 'doubt' | 'goodUntil'>, now: number): PriceDoubt | null {
  if (doubt !== null) return doubt;
  return goodUntil !== null && goodUntil < now ? 'STALE' : null;
}

const PRICED = sql`
  slug, app_id as "appId", market_hash_name as "marketHashName", rarity, rarity_color as "rarityColor", pips,
  price_cents as cents, priced_at as "pricedAt", doubt, good_until as "goodUntil", wanted`;

/** Types by slug with their current prices; unknown slugs are left out. */
export async function pricedTypes(db: Db, slugs: readonly string[]): Promise<ReadonlyMap<string, PricedType>> {
  const rows = await db.many<PricedType>(sql`
    select ${PRICED} from item_types where slug = any(${[...new Set(slugs)]}::text[])`);
  return new Map(rows.map((row) => [row.slug, row]));
}

/** Types of one game by market hash name with their current prices; unknown names are left out. */
export async function typesByMarketName(
  db: Db,
  appId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, PricedType>> {
  const rows = await db.many<PricedType>(sql`
    select ${PRICED} from item_types where app_id = ${appId} and market_hash_name = any(${names}::text[])`);
  return new Map(rows.map((row) => [row.marketHashName, row]));
}

/** The whole price list, by slug. As many rows as there are item types. */
export async function everyType(db: Db): Promise<PricedType[]> {
  return db.many<PricedType>(sql`
    select ${PRICED} from item_types order by slug`);
}

/** A price and its trust, as judged by the market. `refills`: resets the count of `wanted` items taken. */
export type CheckedPrice = Pick<PricedType, 'slug' | 'cents' | 'pricedAt' | 'doubt' | 'goodUntil' | 'wanted'> & {
  readonly refills: boolean;
};

/** Updates prices and doubts of known types, each once. */
export async function setPrices(db: Db, prices: readonly CheckedPrice[]): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map(({ slug, cents: price, pricedAt, doubt, goodUntil, wanted, refills }) => ({
    slug,
    cents: price,
    at: pricedAt,
    doubt,
    until: goodUntil,
    wanted,
    refills,
  }));
  const set = await db.run(sql`
    update item_types t set price_cents = p.cents, priced_at = p.at, doubt = p.doubt, good_until = p.until,
      wanted = case when p.refills then p.wanted else least(t.wanted, p.wanted) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p (slug text, cents bigint, at bigint, doubt text, until bigint, wanted integer,
        refills boolean)
    where t.slug = p.slug`);
  invariant(set === prices.length, `${set} of ${prices.length} prices are of known item types`);
}

/**
 * Counts items of these types, one element each, as taken. Returns the slug of a type of which fewer are wanted; then nothing of it
 * was counted and the caller refuses.
 */
export async function countTaken(tx: Tx, slugs: readonly string[]): Promise<string | null> {
  const rows = await tx.many<{ slug: string }>(sql`
    with asked as (select slug, count(*)::integer as n from unnest(${slugs}::text[]) as a (slug) group by slug),
    held as (
      select t.slug, t.wanted from item_types t where t.slug in (select slug from asked)
      order by t.slug for no key update
    ), taken as (
      update item_types t set wanted = t.wanted - a.n from asked a join held h using (slug)
      where t.slug = a.slug and h.wanted >= a.n returning t.slug
    )
    select a.slug from asked a join held h using (slug)
    where h.wanted is not null and a.slug not in (select slug from taken) order by a.slug`);
  return rows[0]?.slug ?? null;
}

/** How many item types that are priced by sources have this doubt, and how many there are. */
export function typesInDoubt(db: Db, doubt: PriceDoubt): Promise<{ readonly apart: number; readonly types: number }> {
  return db.one<{ apart: number; types: number }>(sql`
    select count(*) filter (where doubt = ${doubt}) as apart, count(*) as types
    from item_types where good_until is not null`);
}

/** The price list, for checks in other rooms: columns slug, price_cents, priced_at, doubt, good_until. */
export const priceListSql: Sql = sql`(select slug, price_cents, priced_at, doubt, good_until from item_types)`;
