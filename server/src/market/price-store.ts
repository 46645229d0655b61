/** The SQL of prices: what sources said, what is believed, the days of the chart, and whose turn it is to be asked. */
import type { MarketQuote } from '@fairpot/contract/market/schemas';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { parseMarketName } from '@fairpot/catalogue/names';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { priceListSql, type JudgedPrice, type PricedType } from '../vault/types.ts';
import { dayOf, searchable, STALE_MS, type Believed, type Quote } from './rules.ts';

export type Source = MarketQuote['source'];
export type QuoteRow = Quote & { readonly source: Source };

/** What each source said last of a type. */
export function quotesOf(db: Db, itemType: string): Promise<QuoteRow[]> {
  return db.many<QuoteRow>(sql`
    select source, cents, quantity, quoted_at as "quotedAt" from market_quotes where item_type = ${itemType}
    order by source`);
}

/**
 * Takes item types over: new ones at the price of the list, and of those that no source was ever asked about the price of
 * now. Names are parsed anew. One row a type. `doubt`: what is said of a new one
 * until two sources agree about it. Gives those whose price is the catalogue's.
 */
export async function takeTypes(
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
      wear: itemType === '' ? 0 : itemTypeLvl,
    };
  });
  const taken = await tx.many<{ slug: string; cents: Cents; origin: string }>(sql`
    insert into market_prices as m (item_type, app_id, name, wear_level, words, reference_cents, origin, doubt,
      priced_at, spot_due_at)
    select t.slug, t."appId", t.name, t.wear, t.words, t.cents, 'catalogue', ${doubt}, ${at}::bigint,
      -- The dearest are asked about first: they stand on the first page, and there is most to lose with them.
      row_number() over (order by t.cents desc, t.slug)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (slug text, "appId" integer, name text, wear smallint,
      words text, cents bigint)
    order by t.slug
    on conflict (item_type) do update
    set app_id = excluded.app_id, name = excluded.name, wear_level = excluded.wear_level,
      words = excluded.words,
      reference_cents = case m.origin when 'catalogue' then excluded.reference_cents else m.reference_cents end,
      priced_at = case m.origin when 'catalogue' then excluded.priced_at else m.priced_at end
    returning m.item_type as slug, m.reference_cents as cents, m.origin`);
  return taken.filter(({ origin }) => origin === 'catalogue').map(({ slug, cents: price }) => ({ slug, cents: price }));
}

/** Whether there is an item type that the market has not taken over. */
export async function hasNewTypes(db: Db): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from ${priceListSql} t
      where not exists (select from market_prices m where m.item_type = t.slug))
      as found`);
  return found;
}

/** What is believed of every type: what the price list has to say. */
export async function everyPrice(db: Db): Promise<JudgedPrice[]> {
  const rows = await db.many<Omit<Believed, 'pending'> & { slug: string }>(sql`
    select item_type as slug, reference_cents as "referenceCents", origin, doubt, priced_at as "pricedAt"
    from market_prices order by item_type`);
  return rows.map(forPriceList);
}

/** What the price list says of a type of which this is believed. */
export function forPriceList(believed: Omit<Believed, 'pending'> & { readonly slug: string }): JudgedPrice {
  const { slug, referenceCents, origin, doubt, pricedAt } = believed;
  return { slug, cents: referenceCents, doubt, pricedAt, goodUntil: origin === 'sources' ? pricedAt + STALE_MS : null };
}

export interface NewQuote extends Quote {
  readonly slug: string;
}

/** Stores what a source said; an older figure does not replace a newer one. */
export async function putQuotes(tx: Tx, source: Source, quotes: readonly NewQuote[]): Promise<void> {
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

export interface Judged {
  readonly slug: string;
  readonly before: Believed;
  readonly quotes: readonly Quote[];
}

interface JudgedRow {
  readonly slug: string;
  readonly referenceCents: Cents;
  readonly origin: 'catalogue' | 'sources';
  readonly doubt: PriceDoubt | null;
  readonly pendingCents: Cents | null;
  readonly pendingSince: number | null;
  readonly pricedAt: number;
  readonly quotes: { cents: number; quantity: number; quotedAt: number }[] | null;
}

/** Of these types what is believed and what the sources say, each held until the transaction ends. Unknown ones are left out. */
export async function holdPrices(tx: Tx, slugs: readonly string[]): Promise<Judged[]> {
  const rows = await tx.many<JudgedRow>(sql`
    select m.item_type as slug, m.reference_cents as "referenceCents", m.origin, m.doubt,
      m.pending_cents as "pendingCents", m.pending_since as "pendingSince", m.priced_at as "pricedAt",
      (select jsonb_agg(jsonb_build_object('cents', q.cents, 'quantity', q.quantity, 'quotedAt', q.quoted_at))
        from market_quotes q where q.item_type = m.item_type) as quotes
    from market_prices m where m.item_type = any (${slugs}::text[]) order by m.item_type for no key update of m`);
  return rows.map((row) => ({
    slug: row.slug,
    before: {
      referenceCents: row.referenceCents,
      origin: row.origin,
      doubt: row.doubt,
      pricedAt: row.pricedAt,
      pending:
        row.pendingCents === null || row.pendingSince === null
          ? null
          : { cents: row.pendingCents, since: row.pendingSince },
    },
    quotes: (row.quotes ?? []).map((quote) => ({ ...quote, cents: cents(quote.cents) })),
  }));
}

/** Stores what is believed now, and for those without doubt the price of the day. */
export async function putBelieved(
  tx: Tx,
  prices: readonly { readonly slug: string; readonly now: Believed }[],
  at: number,
): Promise<void> {
  const rows = prices.map(({ slug, now }) => ({
    slug,
    cents: now.referenceCents,
    origin: now.origin,
    doubt: now.doubt,
    at: now.pricedAt,
    pending: now.pending?.cents ?? null,
    since: now.pending?.since ?? null,
  }));
  await tx.run(sql`
    update market_prices m set reference_cents = t.cents, origin = t.origin, doubt = t.doubt, pending_cents = t.pending,
      pending_since = t.since, priced_at = t.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (slug text, cents bigint, origin text, doubt text,
      pending bigint, since bigint, at bigint)
    where m.item_type = t.slug`);
  const known = prices.filter(({ now }) => now.doubt === null);
  await putDays(
    tx,
    known.map(({ slug, now }) => ({ slug, day: dayOf(at), cents: now.referenceCents, simulated: false })),
  );
}

export interface NewDay {
  readonly slug: string;
  readonly day: number;
  readonly cents: number;
  readonly simulated: boolean;
}

/** The price of a day; the last one counts, and one that was made up never replaces a real one. */
export async function putDays(tx: Tx, days: readonly NewDay[]): Promise<void> {
  await tx.run(sql`
    insert into market_price_days as d (item_type, day, cents, simulated)
    select t.slug, t.day, t.cents, t.simulated
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as t (slug text, day integer, cents bigint,
      simulated boolean)
    order by t.slug, t.day
    on conflict (item_type, day) do update set cents = excluded.cents, simulated = excluded.simulated
      where d.simulated or not excluded.simulated`);
}

/** Multiplies the made-up days of types by `to` / `from`, each at least a cent. */
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

/** Days kept: longer than any chart shows, so that one may show more of them some day. */
const KEPT_DAYS = 400;
const DAYS_AT_ONCE = 5_000;

/** Forgets days that are too old; how many. */
export function forgetDays(db: Db, now: number): Promise<number> {
  return db.run(sql`
    delete from market_price_days where ctid = any(array(
      select ctid from market_price_days where day < ${dayOf(now) - KEPT_DAYS}
      order by day limit ${DAYS_AT_ONCE}::integer))`);
}

/** Whether it is this node's turn to read a list: true once per `everyMs`, whoever asks. */
export async function claimFeed(db: Db, source: Source, appId: number, now: number, everyMs: number): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into market_feeds as f (source, app_id, due_at) values (${source}, ${appId}, ${now + everyMs})
    on conflict (source, app_id) do update set due_at = excluded.due_at where f.due_at <= ${now}`);
  return claimed === 1;
}

/** Takes the types whose turn it is to be asked about one by one, and puts their next turn off. */
export async function claimSpots(db: Db, most: number, now: number, everyMs: number): Promise<string[]> {
  const rows = await db.many<{ slug: string }>(sql`
    update market_prices m set spot_due_at = ${now + everyMs}
    where m.item_type = any (array(
      select item_type from market_prices where spot_due_at <= ${now} order by spot_due_at, item_type
      limit ${most}::integer for no key update skip locked))
    returning m.item_type as slug`);
  return rows.map((row) => row.slug);
}
