/** Identical items on sale as one offer. Pure; the grid draws a tile for each. */
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';

export interface MarketOffer {
  /** The same as long as the offer exists, whichever of its items are sold or chosen. */
  readonly key: string;
  /** The item that a press adds; when all are in the cart, the one that a press removes. */
  readonly entry: MarketItem;
  /** Items that are not sold. */
  readonly copies: number;
  /** Of these, how many are in the cart. */
  readonly chosen: number;
  readonly isSold: boolean;
}

/**
 * Offers in the order of their first items. Items are identical if they are of one type at one price and none has details of its own: float, pattern
 * and stickers make an item one of a kind.
 */
export function offersOf(
  items: readonly MarketItem[],
  inCart: ReadonlySet<string>,
  sold: ReadonlySet<string>,
): readonly MarketOffer[] {
  const groups = new Map<string, MarketItem[]>();
  for (const item of items) {
    const key = item.details ? item.id : `${item.item.id} ${centsFromUsd(item.priceUsd)} ${item.doubt ?? ''}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups].flatMap(([key, group]) => {
    const left = group.filter(({ id }) => !sold.has(id));
    const chosen = left.filter(({ id }) => inCart.has(id));
    const entry = left.find(({ id }) => !inCart.has(id)) ?? chosen.at(-1) ?? group[0];
    return entry ? [{ key, entry, copies: left.length, chosen: chosen.length, isSold: left.length === 0 }] : [];
  });
}
