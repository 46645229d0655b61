/** The SQL of prices: quotes by source, believed prices, daily prices for the chart, and whose turn it is to be read. */
import type { MarketQuote } from '@fairpot/contract/market/schemas';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import type { Cents } from '@fairpot/contract/wire/money';
import { parseMarketName, splitPhase } from '@fairpot/catalogue/names';
import { columnOf, sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { priceListSql, type CheckedPrice, type PricedType } from '../vault/types.ts';
import { categoryOf } from './categories.ts';
import { MIN_QUANTITY, STALE_MS, steamBpsOf, STEAM_DEFAULT_BPS, wantedOf } from './pricing.ts';
import type { BelievedPrice, PricingTerms, SourceQuote } from './pricing.ts';
import { dayOf, searchable } from './rules.ts';

export type QuoteSource = MarketQuote['source'];

export function quotesOf(db: Db, itemType: string): Promise<SourceQuote[]> {
  return db.many<SourceQuote>(sql`
    select source, cents, quantity, quoted_at as "quotedAt" from market_quotes where item_type = ${itemType}
    order by source`);
}

/**
 * Imports item types, one row each: new ones at the list price; of those that no source ever quoted, the current list price. Parses the
 * names again. `doubt`: the doubt of a new type until two sources agree about it. Returns the types that have the catalogue's price.
 */
export async function importTypes(
  tx: Tx,
  types: readonly PricedType[],
  at: number,
  doubt: PriceDoubt | null,
): Promise<{ slug: string; cents: Cents }[]> {
  const rows = types.map((type) => {
    const { name, itemType, itemTypeLvl } = parseMarketName(type.marketHashName, type.appId);
    return {
      slug: type.slug,
      appId: type.appId,
      cents: type.cents,
      name,
      words: searchable(type.marketHashName),
      category: categoryOf(type.marketHashName, type.appId),
      wear: itemType === '' ? 0 : itemTypeLvl,
      isSpot: splitPhase(type.marketHashName).phase === null,
    };
  });
  const taken = await tx.many<{ slug: string; cents: Cents; origin: string }>(sql`
    insert into market_prices as m (item_type, app_id, name, category, wear_level, words, reference_cents, base_cents,
      pay_cents, origin, doubt, priced_at, spot_due_at)
    select t.slug, t."appId", t.name, t.category, t.wear, t.words, t.cents, t.cents, t.cents, 'catalogue',
      ${doubt}, ${at}::bigint,
      -- The most expensive are read first: they are on the first page, and a wrong price costs most with them.
      -- Of phases Steam is never asked: it has one price for all.
      case when t."isSpot" then row_number() over (order by t."isSpot" desc, t.cents desc, t.slug) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (slug text, "appId" integer, name text, category text,
      wear smallint, words text, cents bigint, "isSpot" boolean)
    order by t.slug
    on conflict (item_type) do update
    set app_id = excluded.app_id, name = excluded.name, category = excluded.category,
      wear_level = excluded.wear_level,
      words = excluded.words,
      reference_cents = case m.origin when 'catalogue' then excluded.reference_cents else m.reference_cents end,
      base_cents = case m.origin when 'catalogue' then excluded.base_cents else m.base_cents end,
      pay_cents = case m.origin when 'catalogue' then excluded.pay_cents else m.pay_cents end,
      priced_at = case m.origin when 'catalogue' then excluded.priced_at else m.priced_at end
    returning m.item_type as slug, m.pay_cents as cents, m.origin`);
  return taken.filter(({ origin }) => origin === 'catalogue').map(({ slug, cents: price }) => ({ slug, cents: price }));
}

/** Whether there is an item type that the market has not imported, or imported without a category. */
export async function hasNewTypes(db: Db): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from ${priceListSql} t
      where not exists (select from market_prices m where m.item_type = t.slug))
      or exists (select from market_prices where category is null) as found`);
  return found;
}

/** The believed price of every type, as the price list needs it. */
export async function readAllPrices(db: Db, terms: PricingTerms): Promise<CheckedPrice[]> {
  const rows = await db.many<PayablePrice>(sql`
    select item_type as slug, base_cents as "baseCents", pay_cents as "payCents", tier, origin, doubt,
      priced_at as "pricedAt", ${onSaleSql} as "onSale"
    from market_prices m order by item_type`);
  return rows.map((row) => forPriceList(row, terms, false));
}

/**
 * How many items of a type `m` are on sale, counted up to the highest limit that a setting may have (MAX_STOCK). The number is written
 * into the SQL: the planner estimates an unknown limit as a tenth of all rows.
 */
export const onSaleSql = sql`(
  select count(*)::integer from (select from market_listings l where l.item_type = m.item_type limit 1000) l)`;

type PayablePrice = Pick<BelievedPrice, 'baseCents' | 'payCents' | 'tier' | 'origin' | 'doubt' | 'pricedAt'> & {
  readonly slug: string;
  readonly onSale: number;
};

/** The price list row of a type: what the site pays, and how many more it accepts. */
export function forPriceList(price: PayablePrice, terms: PricingTerms, refills: boolean): CheckedPrice {
  const { slug, payCents, origin, doubt, pricedAt, onSale } = price;
  const goodUntil = origin === 'sources' ? pricedAt + STALE_MS : null;
  return { slug, cents: payCents, doubt, pricedAt, goodUntil, wanted: wantedOf(price, onSale, terms), refills };
}

export interface NewQuote extends Omit<SourceQuote, 'source'> {
  readonly slug: string;
}

/** Stores a source's quotes. An older quote does not replace a newer one. */
export async function putQuotes(tx: Tx, source: QuoteSource, quotes: readonly NewQuote[]): Promise<void> {
  await tx.run(sql`
    insert into market_quotes as q (item_type, source, cents, quantity, quoted_at)
    select t.slug, ${source}, t.cents, t.quantity, t."quotedAt"
    from jsonb_to_recordset(${JSON.stringify(quotes)}::jsonb)
      as t (slug text, cents bigint, quantity integer, "quotedAt" bigint)
    order by t.slug
    on conflict (item_type, source) do update
      set cents = excluded.cents, quantity = excluded.quantity, quoted_at = excluded.quoted_at
      where q.quoted_at <= excluded.quoted_at`);
}

export interface LockedPrice {
  readonly slug: string;
  readonly appId: number;
  readonly onSale: number;
  readonly before: BelievedPrice;
  readonly quotes: readonly SourceQuote[];
}

type LockedPriceRow = Omit<BelievedPrice, 'pending'> & {
  readonly slug: string;
  readonly appId: number;
  readonly onSale: number;
  readonly pendingCents: Cents | null;
  readonly pendingSince: number | null;
  readonly quotes: SourceQuote[] | null;
};

/** What is believed and quoted about these types. Locks the rows until the transaction ends. Skips unknown types. */
export async function lockPrices(tx: Tx, slugs: readonly string[]): Promise<LockedPrice[]> {
  const rows = await tx.many<LockedPriceRow>(sql`
    select m.item_type as slug, m.app_id as "appId", m.reference_cents as "referenceCents", m.base_cents as "baseCents",
      m.pay_cents as "payCents", m.tier, m.lows, m.origin, m.doubt,
      m.pending_cents as "pendingCents", m.pending_since as "pendingSince", m.priced_at as "pricedAt",
      ${onSaleSql} as "onSale",
      (select jsonb_agg(jsonb_build_object('source', q.source, 'cents', q.cents, 'quantity', q.quantity,
          'quotedAt', q.quoted_at)) from market_quotes q where q.item_type = m.item_type) as quotes
    from market_prices m where m.item_type = any (${slugs}::text[]) order by m.item_type for no key update of m`);
  return rows.map(({ slug, appId, onSale, quotes, pendingCents, pendingSince, ...price }) => ({
    slug,
    appId,
    onSale,
    before: {
      ...price,
      pending: pendingCents === null || pendingSince === null ? null : { cents: pendingCents, since: pendingSince },
    },
    quotes: quotes ?? [],
  }));
}

/** Stores the believed prices, and today's price of those without doubt. */
export async function putBelieved(
  tx: Tx,
  prices: readonly { readonly slug: string; readonly now: BelievedPrice }[],
  at: number,
): Promise<void> {
  const rows = prices.map(({ slug, now }) => ({
    slug,
    cents: now.referenceCents,
    base: now.baseCents,
    pay: now.payCents,
    tier: now.tier,
    lows: now.lows,
    origin: now.origin,
    doubt: now.doubt,
    at: now.pricedAt,
    pending: now.pending?.cents ?? null,
    since: now.pending?.since ?? null,
  }));
  await tx.run(sql`
    update market_prices m set reference_cents = t.cents, base_cents = t.base, pay_cents = t.pay, tier = t.tier,
      lows = t.lows, origin = t.origin, doubt = t.doubt, pending_cents = t.pending, pending_since = t.since,
      priced_at = t.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (slug text, cents bigint, base bigint, pay bigint,
      tier smallint, lows jsonb, origin text, doubt text, pending bigint, since bigint, at bigint)
    where m.item_type = t.slug`);
  const known = prices.filter(({ now }) => now.doubt === null);
  await putDays(
    tx,
    known.map(({ slug, now }) => ({ slug, day: dayOf(at), cents: now.referenceCents, simulated: false })),
  );
}

export interface NewDailyPrice {
  readonly slug: string;
  readonly day: number;
  readonly cents: number;
  readonly simulated: boolean;
}

/** Stores prices by day. The last one wins, but a made-up price never replaces a real one. */
export async function putDays(tx: Tx, days: readonly NewDailyPrice[]): Promise<void> {
  await tx.run(sql`
    insert into market_price_days as d (item_type, day, cents, simulated)
    select t.slug, t.day, t.cents, t.simulated
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as t (slug text, day integer, cents bigint,
      simulated boolean)
    order by t.slug, t.day
    on conflict (item_type, day) do update set cents = excluded.cents, simulated = excluded.simulated
      where d.simulated or not excluded.simulated`);
}

/** Multiplies the types' made-up daily prices by `to` / `from`, each at least a cent. */
export async function scaleSimulatedDays(
  tx: Tx,
  scales: readonly { readonly slug: string; readonly from: Cents; readonly to: Cents }[],
): Promise<void> {
  const moved = scales.filter(({ from, to }) => from !== to);
  if (moved.length === 0) return;
  await tx.run(sql`
    update market_price_days d set cents = greatest(1, round(d.cents::numeric * t."to" / t."from"))::bigint
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as t (slug text, "from" bigint, "to" bigint)
    where d.item_type = t.slug and d.simulated`);
}

/** Days kept: more than any chart shows, so that charts can be extended later. */
const KEPT_DAYS = 400;
const DAYS_AT_ONCE = 5_000;

/** Deletes daily prices that are too old. Returns how many. */
export function forgetDays(db: Db, now: number): Promise<number> {
  return db.run(sql`
    delete from market_price_days where ctid = any(array(
      select ctid from market_price_days where day < ${dayOf(now) - KEPT_DAYS}
      order by day limit ${DAYS_AT_ONCE}::integer))`);
}

/** Steam's price ratio by game, in basis points of cash prices; the default for a game with too little data. */
export async function steamShares(db: Db): Promise<(appId: number) => number> {
  const rows = await db.many<{ appId: number; bps: number }>(sql`select app_id as "appId", bps from market_steam`);
  const known = new Map(rows.map(({ appId, bps }) => [appId, bps]));
  return (appId) => known.get(appId) ?? STEAM_DEFAULT_BPS;
}

/** Updates a game's Steam ratio from the types that both a cash market and Steam quote. One pass over the game's types. */
export async function learnSteamShare(db: Db, appId: number, now: number): Promise<void> {
  const pairs = await db.many<{ cashCents: Cents; steamCents: Cents }>(sql`
    select min(c.cents)::bigint as "cashCents", min(s.cents)::bigint as "steamCents"
    from market_prices m join market_quotes s on s.item_type = m.item_type and s.source = 'steam'
      join market_quotes c on c.item_type = m.item_type and c.source <> 'steam'
    where m.app_id = ${appId} and least(s.quoted_at, c.quoted_at) >= ${now - STALE_MS}::bigint
      and least(s.quantity, c.quantity) >= ${MIN_QUANTITY}::integer
    group by m.item_type`);
  await db.run(sql`
    insert into market_steam as m (app_id, bps, at) values (${appId}, ${steamBpsOf(pairs)}, ${now})
    on conflict (app_id) do update set bps = excluded.bps, at = excluded.at`);
}

/** Claims the lists whose turn it is, for this long. Returns the app ids of the claimed ones. */
export async function claimFeeds<AppId extends number>(
  db: Db,
  source: QuoteSource,
  appIds: readonly AppId[],
  now: number,
  everyMs: number,
): Promise<AppId[]> {
  const claimed = await db.many<{ appId: AppId }>(sql`
    insert into market_feeds as f (source, app_id, due_at)
    select ${source}, app.id, ${now + everyMs} from unnest(${appIds}::integer[]) as app (id)
    on conflict (source, app_id) do update set due_at = excluded.due_at where f.due_at <= ${now}
    returning app_id as "appId"`);
  return columnOf(claimed, 'appId');
}

/** Condition: `claimFeeds` would claim one of these lists. */
export const anyFeedDueSql = (source: QuoteSource, appIds: readonly number[], now: number): Sql => sql`exists (
  select from unnest(${appIds}::integer[]) as app (id)
  where not exists (
    select from market_feeds f where f.source = ${source} and f.app_id = app.id and f.due_at > ${now}))`;

/** Claims the types that are due for a single-item query, and schedules their next one. */
export async function claimSpots(db: Db, most: number, now: number, everyMs: number): Promise<string[]> {
  const rows = await db.many<{ slug: string }>(sql`
    update market_prices m set spot_due_at = ${now + everyMs}
    where m.item_type = any (array(
      select item_type from market_prices where spot_due_at <= ${now} order by spot_due_at, item_type
      limit ${most}::integer for no key update skip locked))
    returning m.item_type as slug`);
  return columnOf(rows, 'slug');
}
