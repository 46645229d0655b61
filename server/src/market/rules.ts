/**
 * The market's decisions, without I/O: the asked price, whether an order succeeds, what a search matches, and where a page continues.
 * Amounts are cents, instants epoch ms.
 */
import { cents, shareOf, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { doubtAt, type BelievedPrice } from './pricing.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The asked price of an item whose highest quote is `reference`. */
export function askOf(reference: Cents, spreadBps: number): Cents {
  return cents(reference + shareOf(reference, spreadBps, 'up'));
}

/** The highest reference whose asked price is at most this: the list filters by references. */
export function referenceUpTo(askCents: number, spreadBps: number): number {
  return Math.floor((askCents * 10_000) / (10_000 + spreadBps));
}

/** An item that an order names; `price` null: it is not on sale. */
export interface OrderedItem {
  readonly itemId: string;
  readonly price: Pick<BelievedPrice, 'referenceCents' | 'origin' | 'doubt' | 'pricedAt'> | null;
}

/** An item of an order and its sale price. */
export interface SaleLine {
  readonly itemId: string;
  readonly cents: Cents;
}

/** The outcome of an order: its lines, or the items that block it, or the current total if the player saw another one. */
export type OrderVerdict =
  | { readonly kind: 'sell'; readonly lines: readonly SaleLine[]; readonly totalCents: Cents }
  | { readonly kind: 'gone' | 'doubted'; readonly itemIds: readonly string[] }
  | { readonly kind: 'price changed'; readonly totalCents: Cents };

/** Sells all items of the order or none, at the total that the player saw (null: they sent none). */
export function judgeOrder(
  offers: readonly OrderedItem[],
  seenCents: Cents | null,
  { spreadBps, now }: { readonly spreadBps: number; readonly now: number },
): OrderVerdict {
  const idsOf = (some: readonly OrderedItem[]) => some.map((offer) => offer.itemId);
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

/** The words of a name or of a search: letters, digits and symbols such as ★, without case and diacritics. */
function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{So}]+/gu) ?? []
  );
}

/** The text that a search looks through: the words of the name, then all joined, so that 'ak47' finds 'AK-47'. */
export function searchable(marketName: string): string {
  const words = wordsIn(marketName);
  return `${words.join(' ')} ${words.join('')}`;
}

/** LIKE patterns that all must match; none for a search without words. */
export function patternsOf(search: string): string[] {
  return wordsIn(search).map((word) => `%${word}%`);
}

/** Where the next page begins: after this listing, in list order. */
export interface ListCursor {
  readonly referenceCents: number;
  readonly itemType: string;
  readonly itemId: string;
}

export function cursorText({ referenceCents, itemType, itemId }: ListCursor): string {
  return `${referenceCents}~${itemType}~${itemId}`;
}

/** Null for a text that no page issued. */
export function cursorOf(text: string): ListCursor | null {
  const [, price = '', itemType = '', itemId = ''] = /^(\d{1,15})~([^~]{1,120})~(itm_[0-9a-z]{26})$/.exec(text) ?? [];
  return itemId === '' ? null : { referenceCents: Number(price), itemType, itemId };
}

/** Days since 1970, UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** 'YYYY-MM-DD'. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
