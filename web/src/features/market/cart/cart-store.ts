/** The cart of the market: the chosen items at the shown price. It lives as long as the page is open. */
import { create } from 'zustand';
import { applyMarketFact } from '@fairpot/contract/market/views';
import { MARKET_CART_MAX } from '@fairpot/contract/market/calls';
import type { MarketFact, MarketItem } from '@fairpot/contract/market/schemas';
import { centsFromUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';

export interface CartEntry {
  readonly entry: MarketItem;
  /** Sold to someone else: shown, but not counted and not bought. */
  readonly sold: boolean;
}

interface CartState {
  /** In the order in which they were added. */
  readonly entries: readonly CartEntry[];
}

export const useCart = create<CartState>(() => ({ entries: [] }));

/** Adds an item or removes it. False if the cart is full and nothing changed. */
export function toggleInCart(entry: MarketItem): boolean {
  const { entries } = useCart.getState();
  const others = entries.filter((each) => each.entry.id !== entry.id);
  if (others.length === entries.length && entries.length >= MARKET_CART_MAX) return false;
  useCart.setState({ entries: others.length < entries.length ? others : [...entries, { entry, sold: false }] });
  return true;
}

export function clearCart(): void {
  useCart.setState({ entries: [] });
}

/** Applies facts to the cart: marks sold items and updates prices. */
export function applyFactsToCart(facts: readonly MarketFact[]): void {
  const { entries } = useCart.getState();
  const sold = new Set(facts.flatMap((fact) => (fact.type === 'market.sold' ? fact.itemIds : [])));
  const prices = facts.filter(({ type }) => type === 'market.priced');
  const now = entries.map((each): CartEntry => {
    const [entry = each.entry] = prices.reduce(applyMarketFact, [each.entry]);
    return entry === each.entry && !sold.has(entry.id) ? each : { entry, sold: each.sold || sold.has(entry.id) };
  });
  if (now.some((each, at) => each !== entries[at])) useCart.setState({ entries: now });
}

/** The items that an order would buy: not those sold, nor those with a doubtful price. */
export function buyable(entries: readonly CartEntry[]): MarketItem[] {
  return entries.filter(({ entry, sold }) => !sold && (entry.doubt ?? null) === null).map(({ entry }) => entry);
}

/** The total of the items that an order would buy. */
export function totalOf(entries: readonly CartEntry[]): Cents {
  return sumCents(buyable(entries).map(({ priceUsd }) => centsFromUsd(priceUsd)));
}
