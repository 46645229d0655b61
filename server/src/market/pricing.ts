/**
 * How prices are made, without I/O: what the site pays for an item type, what it asks, and when a price is in doubt. Amounts are integer
 * cents, instants epoch ms, ratios basis points. commands.ts calls it with the sources' quotes. Reasons: decision 0057.
 *
 * Invariants: what the site pays is never above a current cash quote. No hour, day or week raises it by more than its bound, while a fall
 * counts at once. What the site asks is never below a believed quote.
 */
import { SOURCE_KINDS, type PriceSourceName } from '@fairpot/contract/market/sources';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import { cents, type Cents } from '@fairpot/contract/wire/money';

const HOUR_MS = 60 * 60 * 1000;
const BPS = 10_000;
const DAY_HOURS = 24;
/** A quote older than this is ignored. */
export const STALE_MS = 24 * HOUR_MS;
/** A larger change, in percent of the previous price, is not believed at once. */
export const JUMP_PERCENT = 25;
/** It is believed when later quotes stay within the same bounds of it for this long. */
export const CONFIRM_MS = 24 * HOUR_MS;
/** With fewer offers, a single seller sets the quote. */
export const MIN_QUANTITY = 5;
/** Quotes that differ by more than this share of the lower one contradict each other. */
export const APART_PERCENT = 50;
const MIN_QUOTES = 2;

/** One source's quote for an item type. `quantity`: offers on sale; for Steam, items sold in the last 24 hours. */
export interface SourceQuote {
  readonly source: PriceSourceName;
  readonly cents: Cents;
  readonly quantity: number;
  readonly quotedAt: number;
}

/** How easily an item type resells: 0 liquid, 1 usual, 2 slow, 3 thin. */
export type Tier = 0 | 1 | 2 | 3;
const THIN: Tier = 3;

/** The lowest base price of an hour (since 1970). */
export interface PriceLow {
  readonly hour: number;
  readonly cents: Cents;
}

/** The currently believed price of an item type. */
export interface BelievedPrice {
  /** The highest quote: the basis of the asked price. */
  readonly referenceCents: Cents;
  /** The lowest cash quote, with bounded rises. */
  readonly baseCents: Cents;
  /** The base less the haircut: what the site pays, and what the item is worth in a stake. */
  readonly payCents: Cents;
  readonly tier: Tier;
  readonly origin: 'catalogue' | 'sources';
  readonly doubt: PriceDoubt | null;
  /** A price beyond the jump limit, waiting for confirmation. */
  readonly pending: { readonly cents: Cents; readonly since: number } | null;
  readonly pricedAt: number;
  /** Lows of the last 7 days that rises are measured from; oldest first, strictly ascending. */
  readonly lows: readonly PriceLow[];
}

/** The operator's settings, plus the learned Steam ratio. */
export interface PricingTerms {
  /** Subtracted from the base price, by tier. */
  readonly haircutBps: readonly [liquid: number, usual: number, slow: number, thin: number];
  /** The maximum rise of what the site pays in an hour, a day and a week. */
  readonly riseBps: { readonly hour: number; readonly day: number; readonly week: number };
  /** Steam's price as a ratio of the cash price. */
  readonly steamBps: number;
  /** The maximum number of items of a type on sale, by tier. */
  readonly stock: readonly [liquid: number, usual: number, slow: number, thin: number];
  /** A thinly traded item above this price is not accepted. */
  readonly thinMostCents: number;
}

/** The highest stock limit that a setting may have. */
export const MAX_STOCK = 1_000;

/** How many more items of a type the site accepts with `onSale` on sale. Null: no limit, for a catalogue price. */
export function wantedOf(
  { origin, tier, baseCents }: Pick<BelievedPrice, 'origin' | 'tier' | 'baseCents'>,
  onSale: number,
  terms: PricingTerms,
): number | null {
  if (origin === 'catalogue') return null;
  const most = tier === THIN && baseCents > terms.thinMostCents ? 0 : terms.stock[tier];
  return Math.max(0, Math.min(most - onSale, hourlyLimit(most)));
}

/**
 * How many items of a type the site accepts in an hour: as many as fill its stock in a day. A seller who learns of a price drop before the
 * sources do can sell no more than that.
 */
export function hourlyLimit(most: number): number {
  return Math.ceil(most / DAY_HOURS);
}

/**
 * What is believed after these quotes, one from each source that knows the type. At least two have to agree: two cash markets, or one of
 * them and Steam's, converted to cash. Steam's price is no cash price: it confirms what is paid, and can only raise what is asked.
 */
export function judge(
  before: BelievedPrice,
  quotes: readonly SourceQuote[],
  now: number,
  terms: PricingTerms,
): BelievedPrice {
  const fresh = quotes.filter((quote) => now - quote.quotedAt <= STALE_MS);
  const usable = fresh.filter((quote) => quote.quantity >= MIN_QUANTITY);
  const cash = usable.filter(isCash).map((quote) => quote.cents);
  const figures = usable.map((quote) => (isCash(quote) ? quote.cents : toCash(quote.cents, terms.steamBps)));
  const isKnown = cash.length > 0 && figures.length >= MIN_QUOTES;
  // Until sources have agreed once, the first price stays: a demo's catalogue price, or no price in live mode.
  if (before.origin === 'catalogue' && (!isKnown || isApart(figures))) return before;
  if (!isKnown) return { ...before, doubt: doubtOfQuotes(quotes, fresh), pending: null };
  if (isApart(figures)) return { ...before, doubt: 'APART', pending: null };
  const lowest = cents(Math.min(...cash));
  const highest = cents(Math.max(...figures));
  const tier = tierOf(usable, lowest);
  // A catalogue price is a starting point that no market paid: a change from it is no jump.
  const isSteady = before.origin === 'catalogue' || isNear(highest, before.referenceCents);
  const { pending } = before;
  const isSame = pending !== null && isNear(highest, pending.cents);
  if (isSteady || (isSame && now - pending.since >= CONFIRM_MS)) {
    const price = boundPaidPrice(before, lowest, tier, now, terms);
    return { ...price, referenceCents: highest, origin: 'sources', doubt: null, pending: null, pricedAt: now };
  }
  // A fall counts at once, believed or not.
  const price = boundPaidPrice(before, cents(Math.min(lowest, before.baseCents)), tier, now, terms);
  return { ...before, ...price, doubt: 'JUMP', pending: isSame ? pending : { cents: highest, since: now } };
}

const isCash = ({ source }: SourceQuote): boolean => SOURCE_KINDS[source] === 'cash';

/** Steam's quote converted to a cash price, rounded down. */
function toCash(price: Cents, steamBps: number): Cents {
  return cents(Math.max(1, Math.floor((price * BPS) / steamBps)));
}

function isApart(figures: readonly Cents[]): boolean {
  return Math.max(...figures) * 100 > (100 + APART_PERCENT) * Math.min(...figures);
}

function doubtOfQuotes(all: readonly SourceQuote[], fresh: readonly SourceQuote[]): PriceDoubt {
  if (all.length < MIN_QUOTES || !all.some(isCash)) return 'MISSING';
  return fresh.length < MIN_QUOTES || !fresh.some(isCash) ? 'STALE' : 'THIN';
}

/** Within the jump limit of `from`, both ends included. Exact: cents times a hundred stay safe integers. */
function isNear(price: Cents, from: Cents): boolean {
  return Math.abs(price - from) * 100 <= JUMP_PERCENT * from;
}

type PaidPrice = Pick<BelievedPrice, 'baseCents' | 'payCents' | 'tier' | 'lows'>;

/** What the site pays when the lowest cash quote is `lowest`: a fall at once, a rise only as far as the bounds allow. */
function boundPaidPrice(before: BelievedPrice, lowest: Cents, tier: Tier, now: number, terms: PricingTerms): PaidPrice {
  const hour = hourOf(now);
  const bounded =
    before.origin === 'catalogue' ? lowest : Math.min(lowest, maxBaseOf(before, hour, riseOf(tier, terms)));
  const baseCents = cents(bounded);
  const kept = before.origin === 'catalogue' ? [] : before.lows.filter((low) => low.hour >= hour - WEEK_HOURS);
  return { baseCents, payCents: payOf(baseCents, terms.haircutBps[tier]), tier, lows: withLow(kept, hour, baseCents) };
}

const WEEK_HOURS = 7 * DAY_HOURS;

/** Share of the usual bounds, by tier: few buyers are enough to raise the price of a thinly traded item. */
const RISE_SHARE = [BPS, 6_000, 4_000, 2_500] as const;

function riseOf(tier: Tier, { riseBps: { hour, day, week } }: PricingTerms): PricingTerms['riseBps'] {
  const share = RISE_SHARE[tier];
  return { hour: shareOf(hour, share), day: shareOf(day, share), week: shareOf(week, share) };
}

function shareOf(bps: number, share: number): number {
  return Math.floor((bps * share) / BPS);
}

/** The maximum base price in this hour. An hour counts in full, so no 60 minutes exceed their bound. */
function maxBaseOf(before: BelievedPrice, hour: number, rise: PricingTerms['riseBps']): number {
  return Math.min(
    maxSince(before, hour - 1, rise.hour),
    maxSince(before, hour - DAY_HOURS, rise.day),
    maxSince(before, hour - WEEK_HOURS, rise.week),
  );
}

/** The maximum base price by one bound: so much above the lowest base since that hour. */
function maxSince({ lows, baseCents }: BelievedPrice, hour: number, bps: number): number {
  // Lows ascend: the oldest of a span is its lowest.
  const least = Math.min(baseCents, lows.find((low) => low.hour >= hour)?.cents ?? baseCents);
  // A price of a few cents must be able to rise at all.
  return Math.max(least + 1, Math.floor((least * (BPS + bps)) / BPS));
}

/** The lows plus this hour's. Drops those not below it: they can no longer be the lowest of any span. */
function withLow(lows: readonly PriceLow[], hour: number, price: Cents): PriceLow[] {
  const lower = lows.filter((low) => low.cents < price);
  return lower.at(-1)?.hour === hour ? lower : [...lower, { hour, cents: price }];
}

/** What the site pays for an item with this base price, rounded down, at least a cent. */
export function payOf(base: Cents, haircutBps: number): Cents {
  return cents(Math.max(1, Math.floor((base * (BPS - haircutBps)) / BPS)));
}

/** Requirements of a tier: offers on cash markets, and items that Steam sells in 24 hours. */
const LIQUID = { offers: 50, sold: 20 };
const USUAL = { offers: 20, sold: 5 };
const SLOW = { offers: 10 };
/** More expensive items have fewer buyers: one tier lower. So are items without sales figures. */
const DEAR_CENTS = 100_000;

export function tierOf(usable: readonly SourceQuote[], price: Cents): Tier {
  const offers = Math.max(0, ...usable.filter(isCash).map((quote) => quote.quantity));
  const sold = usable.find((quote) => !isCash(quote))?.quantity;
  const tier = isAtLeast(LIQUID, offers, sold) ? 0 : isAtLeast(USUAL, offers, sold) ? 1 : offers >= SLOW.offers ? 2 : 3;
  const lower = (sold === undefined ? 1 : 0) + (price >= DEAR_CENTS ? 1 : 0);
  return Math.min(3, tier + lower) as Tier;
}

/** Sales that are not known do not count against a tier here. */
function isAtLeast(tier: typeof LIQUID, offers: number, sold: number | undefined): boolean {
  return offers >= tier.offers && (sold ?? tier.sold) >= tier.sold;
}

/** Bounds of the learned Steam ratio, and the default until there is enough data. */
const STEAM_MIN_BPS = 10_000;
const STEAM_MAX_BPS = 16_000;
export const STEAM_DEFAULT_BPS = 13_000;
const STEAM_PAIRS = 20;

/** Steam's price as a ratio of the cash price: the median over a game's item types that have both. */
export function steamBpsOf(pairs: readonly { readonly cashCents: Cents; readonly steamCents: Cents }[]): number {
  if (pairs.length < STEAM_PAIRS) return STEAM_DEFAULT_BPS;
  const ratios = pairs.map(({ cashCents, steamCents }) => Math.floor((steamCents * BPS) / cashCents));
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? STEAM_DEFAULT_BPS;
  return Math.min(STEAM_MAX_BPS, Math.max(STEAM_MIN_BPS, middle));
}

/** Why a price does not apply now. A price that no source has confirmed for a day is in doubt, whatever the reason. */
export function doubtAt(price: Pick<BelievedPrice, 'origin' | 'doubt' | 'pricedAt'>, now: number): PriceDoubt | null {
  if (price.doubt !== null) return price.doubt;
  return price.origin === 'sources' && price.pricedAt < now - STALE_MS ? 'STALE' : null;
}

/** Whether a new hour began since the price was confirmed: then items of its type are accepted again. */
export function isNewHour({ pricedAt }: Pick<BelievedPrice, 'pricedAt'>, now: number): boolean {
  return hourOf(now) !== hourOf(pricedAt);
}

/** Hours since 1970, UTC. */
function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
