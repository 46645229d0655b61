/**
 * What the market decides, without I/O: which price is believed and why another is not, what is asked for an item, what a
 * search looks for, and where a page of the list goes on. Amounts are cents, instants epoch ms.
 */
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import { cents, shareOf, sumCents, type Cents } from '@fairpot/contract/wire/money';

const HOUR_MS = 60 * 60 * 1000;
/** A figure older than this says nothing about now. */
export const STALE_MS = 24 * HOUR_MS;
/** A change beyond this, in percent of the price before, is not believed at once. */
export const JUMP_PERCENT = 25;
/** It is, when later readings stay within the same bounds of it for this long. */
export const CONFIRM_MS = 24 * HOUR_MS;
/** With fewer offers, one seller sets the figure. */
export const LEAST_QUANTITY = 5;
/** Sources that contradict each other by more than this factor: one of them is wrong, and nobody knows which. */
export const APART_FACTOR = 2;
const LEAST_SOURCES = 2;

/** What one source says of an item type. */
export interface Quote {
  readonly cents: Cents;
  readonly quantity: number;
  readonly quotedAt: number;
}

/** The price of an item type as it is believed now. */
export interface Believed {
  readonly referenceCents: Cents;
  readonly origin: 'catalogue' | 'sources';
  readonly doubt: PriceDoubt | null;
  /** A price beyond the jump that waits for time to confirm it. */
  readonly pending: { readonly cents: Cents; readonly since: number } | null;
  readonly pricedAt: number;
}

/**
 * What is believed after these quotes, one of each source that knows the type. The median of at least two figures that are
 * fresh and rest on enough offers; with doubts the last believed price stays, and the item is not sold or accepted.
 */
export function judge(before: Believed, quotes: readonly Quote[], now: number): Believed {
  const fresh = quotes.filter((quote) => now - quote.quotedAt <= STALE_MS);
  const usable = fresh.filter((quote) => quote.quantity >= LEAST_QUANTITY).map((quote) => quote.cents);
  // Until two sources have agreed once, what was said at first holds: a demo's catalogue, or in live that nothing is known.
  if (before.origin === 'catalogue' && (usable.length < LEAST_SOURCES || isApart(usable))) return before;
  if (usable.length < LEAST_SOURCES) return { ...before, doubt: lackOf(quotes, fresh), pending: null };
  if (isApart(usable)) return { ...before, doubt: 'APART', pending: null };
  const median = medianOf(usable);
  // What the catalogue says is a starting point that nobody has paid: there is nothing to jump from yet.
  if (before.origin === 'catalogue' || isNear(median, before.referenceCents)) return believedAt(median, now);
  const { pending } = before;
  if (pending !== null && isNear(median, pending.cents)) {
    if (now - pending.since >= CONFIRM_MS) return believedAt(median, now);
    return { ...before, doubt: 'JUMP' };
  }
  return { ...before, doubt: 'JUMP', pending: { cents: median, since: now } };
}

function believedAt(price: Cents, now: number): Believed {
  return { referenceCents: price, origin: 'sources', doubt: null, pending: null, pricedAt: now };
}

function isApart(figures: readonly Cents[]): boolean {
  return Math.max(...figures) > APART_FACTOR * Math.min(...figures);
}

function lackOf(all: readonly Quote[], fresh: readonly Quote[]): PriceDoubt {
  if (all.length < LEAST_SOURCES) return 'MISSING';
  return fresh.length < LEAST_SOURCES ? 'STALE' : 'THIN';
}

/** Within the jump of `from`, both ends included. Exact: cents times a hundred stay safe integers. */
function isNear(price: Cents, from: Cents): boolean {
  return Math.abs(price - from) * 100 <= JUMP_PERCENT * from;
}

/** The middle figure; of an even number the mean of the two in the middle, rounded down to a cent. */
export function medianOf(figures: readonly Cents[]): Cents {
  const sorted = [...figures].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('the median of nothing');
  return cents(Math.floor((low + high) / 2));
}

/** Why it is not sold at this moment: a price that no source has confirmed for a day is none, whoever failed to ask. */
export function doubtAt(price: Pick<Believed, 'origin' | 'doubt' | 'pricedAt'>, now: number): PriceDoubt | null {
  if (price.doubt !== null) return price.doubt;
  return price.origin === 'sources' && price.pricedAt < now - STALE_MS ? 'STALE' : null;
}

/** What is asked for an item that is worth `reference`: the same sum as the SQL function market_ask. */
export function askOf(reference: Cents, spreadBps: number): Cents {
  return cents(reference + shareOf(reference, spreadBps, 'up'));
}

/** An item that an order names; `price` null: it is not on sale. */
export interface Offer {
  readonly itemId: string;
  readonly price: Pick<Believed, 'referenceCents' | 'origin' | 'doubt' | 'pricedAt'> | null;
}

/** An item of an order and what it is sold for. */
export interface SaleLine {
  readonly itemId: string;
  readonly cents: Cents;
}

/** What becomes of an order: its lines, or which items stop it, or the total that the player was not shown. */
export type JudgedOrder =
  | { readonly kind: 'sell'; readonly lines: readonly SaleLine[]; readonly totalCents: Cents }
  | { readonly kind: 'gone' | 'doubted'; readonly itemIds: readonly string[] }
  | { readonly kind: 'price changed'; readonly totalCents: Cents };

/** All items of the order or none, at the total that the player was shown (null: they did not say). */
export function judgeOrder(
  offers: readonly Offer[],
  seenCents: Cents | null,
  { spreadBps, now }: { readonly spreadBps: number; readonly now: number },
): JudgedOrder {
  const idsOf = (some: readonly Offer[]) => some.map((offer) => offer.itemId);
  const gone = offers.filter((offer) => offer.price === null);
  if (gone.length > 0) return { kind: 'gone', itemIds: idsOf(gone) };
  const doubted = offers.filter(({ price }) => price !== null && doubtAt(price, now) !== null);
  if (doubted.length > 0) return { kind: 'doubted', itemIds: idsOf(doubted) };
  const lines = offers.flatMap(({ itemId, price }) =>
    price === null ? [] : [{ itemId, cents: askOf(price.referenceCents, spreadBps) }],
  );
  const totalCents = sumCents(lines.map((line) => line.cents));
  if (seenCents !== null && seenCents !== totalCents) return { kind: 'price changed', totalCents };
  return { kind: 'sell', lines, totalCents };
}

/** The words of a name or of a search: letters, digits and signs such as ★, without case and marks. */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{So}]+/gu) ?? []
  );
}

/** What a search looks through: the words of the name, and all of them as one, so that 'ak47' finds 'AK-47'. */
export function searchable(marketName: string): string {
  const words = wordsIn(marketName);
  return `${words.join(' ')} ${words.join('')}`;
}

/** Patterns of LIKE, each of which must fit; none for a search without words. */
export function patternsOf(search: string): string[] {
  return wordsIn(search).map((word) => `%${word}%`);
}

/** Where the next page begins: behind this listing, in the order of the list. */
export interface Cursor {
  readonly referenceCents: number;
  readonly itemType: string;
  readonly itemId: string;
}

export function cursorText({ referenceCents, itemType, itemId }: Cursor): string {
  return `${referenceCents}~${itemType}~${itemId}`;
}

/** Null for a text that no page gave out. */
export function cursorOf(text: string): Cursor | null {
  const [, price = '', itemType = '', itemId = ''] = /^(\d{1,15})~([^~]{1,120})~(itm_[0-9a-z]{26})$/.exec(text) ?? [];
  return itemId === '' ? null : { referenceCents: Number(price), itemType, itemId };
}

/** Days since 1970, UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / (24 * HOUR_MS));
}

/** 'YYYY-MM-DD'. */
export function dayText(day: number): string {
  return new Date(day * 24 * HOUR_MS).toISOString().slice(0, 10);
}
