/**
 * The SQL of the market's list and prices; only this folder calls it. The list is walked by item type in price order, and within a type by
 * listing id. A page reads only as many rows as it shows, and at most all types, however many items are on sale.
 */
import { MARKET_PAGE, type MarketCategory } from '@fairpot/contract/market/calls';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import type { Cents } from '@fairpot/contract/wire/money';
import { settingsSql } from '../platform/runner/settings.ts';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { onSaleSql } from './price-store.ts';
import type { BelievedPrice } from './pricing.ts';
import type { ListCursor } from './rules.ts';
import { DEFAULT_SPREAD_BPS } from './settings.ts';

/** The current spread in basis points. */
export const spreadSql: Sql = sql`coalesce((${settingsSql} ->> 'market.spreadBps')::integer, ${DEFAULT_SPREAD_BPS})`;

export interface ListingRow {
  readonly itemId: string;
  readonly itemType: string;
  readonly referenceCents: Cents;
  readonly origin: 'catalogue' | 'sources';
  readonly doubt: PriceDoubt | null;
  readonly pricedAt: number;
}

export interface ListFilter {
  /** LIKE patterns that all must match. */
  readonly patterns: readonly string[];
  readonly appId: number | null;
  readonly category: MarketCategory | null;
  readonly wears: readonly number[];
  readonly name: string | null;
  /** Bounds of the reference, both ends included. */
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly cheapestFirst: boolean;
  readonly after: ListCursor | null;
}

/** Written into the SQL: the planner estimates an unknown limit as a tenth of all rows. */
const ONE_MORE: Sql = { text: String(MARKET_PAGE + 1), values: [] };

const SHOWN = sql`
  m.item_type as "itemType", m.reference_cents as "referenceCents", m.origin, m.doubt, m.priced_at as "pricedAt"`;

/** A page of the list, in order, plus one more row. */
export function readListings(db: Db, filter: ListFilter): Promise<ListingRow[]> {
  const { after } = filter;
  const direction = filter.cheapestFirst ? sql`asc` : sql`desc`;
  const begin =
    after === null
      ? sql``
      : filter.cheapestFirst
        ? sql`and (m.reference_cents, m.item_type) >= (${after.referenceCents}::bigint, ${after.itemType})`
        : sql`and (m.reference_cents, m.item_type) <= (${after.referenceCents}::bigint, ${after.itemType})`;
  const within =
    after === null
      ? sql``
      : sql`and l.item_id > case
          when t.item_type = ${after.itemType} and t.reference_cents = ${after.referenceCents}::bigint
          then ${after.itemId} else '' end collate "C"`;
  return db.many<ListingRow>(sql`
    select l.item_id as "itemId", t.item_type as "itemType", t.reference_cents as "referenceCents", t.origin, t.doubt,
      t.priced_at as "pricedAt"
    from (
      select * from market_prices m where true ${begin} ${filtersOf(filter)}
      order by m.reference_cents ${direction}, m.item_type ${direction} offset 0
    ) t cross join lateral (
      select l.item_id from market_listings l where l.item_type = t.item_type ${within}
      order by l.item_id limit ${ONE_MORE}
    ) l
    order by t.reference_cents ${direction}, t.item_type ${direction}, l.item_id limit ${ONE_MORE}`);
}

/** Only the filters in use: an optional condition could not use an index. */
function filtersOf(filter: ListFilter): Sql {
  const filters = [
    filter.patterns.length > 0 && sql`and m.words like all (${filter.patterns}::text[])`,
    filter.appId !== null && sql`and m.app_id = ${filter.appId}`,
    filter.category !== null && sql`and m.category = ${filter.category}`,
    filter.wears.length > 0 && sql`and m.wear_level = any (${filter.wears}::integer[])`,
    filter.name !== null && sql`and m.name = ${filter.name}`,
    filter.minCents !== null && sql`and m.reference_cents >= ${filter.minCents}::bigint`,
    filter.maxCents !== null && sql`and m.reference_cents <= ${filter.maxCents}::bigint`,
  ];
  return filters.reduce<Sql>((all, each) => (each === false ? all : sql`${all} ${each}`), sql``);
}

/** Names before the pipe, most item types first. */
export async function typeNames(db: Db, appId: number | null, most: number): Promise<string[]> {
  const ofGame = appId === null ? sql`` : sql`where m.app_id = ${appId}`;
  const rows = await db.many<{ name: string }>(sql`
    select m.name from market_prices m ${ofGame} group by m.name
    order by count(*) desc, m.name limit ${most}::integer`);
  return rows.map((row) => row.name);
}

export interface GroupRow {
  readonly appId: number;
  readonly category: MarketCategory;
  readonly name: string;
  readonly items: number;
  /** The lowest and the highest reference. */
  readonly minCents: Cents;
  readonly maxCents: Cents;
}

/**
 * What is on sale, by category and name, most items first. Each type counts up to 1,000 items, so that the query does not read more of a
 * type than the site's limit of it.
 */
export function groupsOnSale(db: Db, appId: number | null): Promise<GroupRow[]> {
  const ofGame = appId === null ? sql`` : sql`and m.app_id = ${appId}`;
  return db.many<GroupRow>(sql`
    select t.app_id as "appId", t.category, t.name, sum(t.on_sale)::integer as items,
      min(t.reference_cents) as "minCents", max(t.reference_cents) as "maxCents"
    from (
      select m.app_id, coalesce(m.category, 'other') as category, m.name, m.reference_cents, ${onSaleSql} as on_sale
      from market_prices m where true ${ofGame} offset 0
    ) t where t.on_sale > 0 group by t.app_id, 2, t.name order by items desc, t.name`);
}

export type PriceRow = Omit<ListingRow, 'itemId'> & { readonly category: MarketCategory } & Pick<
    BelievedPrice,
    'baseCents' | 'payCents' | 'tier'
  >;

export function priceOf(db: Db, itemType: string): Promise<PriceRow | undefined> {
  return db.maybe<PriceRow>(sql`
    select ${SHOWN}, m.base_cents as "baseCents", m.pay_cents as "payCents", m.tier,
      coalesce(m.category, 'other') as category
    from market_prices m where m.item_type = ${itemType}`);
}

/** Ids of the type's items on sale. */
export async function offersOf(db: Db, itemType: string, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select l.item_id as id from market_listings l where l.item_type = ${itemType}
    order by l.item_id limit ${most}::integer`);
  return rows.map((row) => row.id);
}

/**
 * Other types of the category that are on sale, the nearest in price first, with one item each. Walks the category's index from the type's
 * own place, up and down.
 */
export function similarOnSale(db: Db, itemType: string, most: number): Promise<ListingRow[]> {
  const found: Sql = { text: String(most), values: [] };
  const walk = (beyond: Sql, direction: Sql) => sql`
    select ${SHOWN}, l.item_id as "itemId", m.item_type as slug from (
      select * from market_prices m
      where m.app_id = own.app_id and m.category = own.category
        and (m.reference_cents, m.item_type) ${beyond} (own.reference_cents, own.item_type)
      order by m.reference_cents ${direction}, m.item_type ${direction} offset 0
    ) m cross join lateral (
      select l.item_id from market_listings l where l.item_type = m.item_type order by l.item_id limit 1
    ) l
    order by m.reference_cents ${direction}, m.item_type ${direction} limit ${found}`;
  return db.many<ListingRow>(sql`
    select s."itemId", s."itemType", s."referenceCents", s.origin, s.doubt, s."pricedAt"
    from market_prices own cross join lateral (
      (${walk(sql`>`, sql`asc`)}) union all (${walk(sql`<`, sql`desc`)})
    ) s
    where own.item_type = ${itemType}
    order by abs(s."referenceCents" - own.reference_cents), s.slug limit ${found}`);
}

export interface DailyPriceRow {
  readonly day: number;
  readonly cents: Cents;
  readonly simulated: boolean;
}

/** Daily prices since `since`, oldest first. */
export function dailyPricesOf(db: Db, itemType: string, since: number): Promise<DailyPriceRow[]> {
  return db.many<DailyPriceRow>(sql`
    select day, cents, simulated from market_price_days where item_type = ${itemType} and day >= ${since}
    order by day`);
}

export interface NewListing {
  readonly id: string;
  readonly itemType: string;
}

/** Lists stock of the house. What is on sale already stays as it is. */
export async function list(db: Db, items: readonly NewListing[], at: number): Promise<void> {
  await db.run(sql`
    insert into market_listings (item_id, item_type, listed_at)
    select i.id, i."itemType", ${at}::bigint
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id text, "itemType" text)
    on conflict (item_id) do nothing`);
}

/** Lists at most `most` items that the house acquired. Returns how many. `backed`: only those with a real asset behind them. */
export async function restockSome(db: Db, most: number, backed: boolean, at: number): Promise<number> {
  const { items } = await db.one<{ items: number }>(sql`
    select market_restock(${most}::integer, ${backed}, ${at}) as items`);
  return items;
}

/** True the first time. */
export async function claimStocking(db: Db, origin: string, at: number): Promise<boolean> {
  return (
    (await db.run(sql`
      insert into market_stockings (origin, at) values (${origin}, ${at}) on conflict do nothing`)) === 1
  );
}

/** The price of an item that is on sale. */
export type CurrentPrice = Pick<ListingRow, 'referenceCents' | 'origin' | 'doubt' | 'pricedAt'>;

/** The prices of those of these items that are on sale, by id. Locks the listings until the transaction ends. */
export async function lockOffers(tx: Tx, itemIds: readonly string[]): Promise<ReadonlyMap<string, CurrentPrice>> {
  const rows = await tx.many<CurrentPrice & { readonly itemId: string }>(sql`
    select l.item_id as "itemId", m.reference_cents as "referenceCents", m.origin, m.doubt, m.priced_at as "pricedAt"
    from (select * from market_listings where item_id = any(${itemIds}::text[])
      order by item_id offset 0 for update) l
      join market_prices m on m.item_type = l.item_type`);
  return new Map(rows.map((row) => [row.itemId, row]));
}

/** The current spread in basis points. */
export async function spreadBps(db: Db): Promise<number> {
  return (await db.one<{ bps: number }>(sql`select ${spreadSql} as bps`)).bps;
}

export interface NewSale {
  readonly orderId: string;
  readonly itemId: string;
  readonly playerId: string;
  readonly cents: Cents;
  /** Epoch ms. */
  readonly at: number;
}

/** Takes items, which the transaction has locked, off the market, and records each sale price. */
export async function insertSales(tx: Tx, sales: readonly NewSale[]): Promise<void> {
  const sold = await tx.run(sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
        as s ("orderId" text, "itemId" text, "playerId" text, cents bigint, at bigint)
    ), gone as (
      delete from market_listings where item_id = any(${sales.map((sale) => sale.itemId)}::text[]) returning item_id
    )
    insert into market_sales (order_id, item_id, player_id, cents, at)
    select w."orderId", w."itemId", w."playerId", w.cents, w.at
    from wanted w where w."itemId" in (select item_id from gone)`);
  invariant(sold === sales.length, `${sold} of ${sales.length} locked items were on sale`);
}
