/** The cart of the market: what was chosen, at the price that was shown. It lives as long as the page is open. */
import { create } from 'zustand';
import { applyMarketFact } from '@fairpot/contract/market/views';
import { MARKET_CART_MOST } from '@fairpot/contract/market/calls';
import type { MarketFact, MarketItem } from '@fairpot/contract/market/schemas';
import { centsFromUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';

export interface CartEntry {
  readonly entry: MarketItem;
  /** Somebody else was faster: shown, not counted and not bought. */
  readonly sold: boolean;
}

interface CartState {
  /** In the order in which they were chosen. */
  readonly entries: readonly CartEntry[];
}

export const useCart = create<CartState>(() => ({ entries: [] }));

/** Puts an item in, or takes it out again. False when the cart is full: nothing changed. */
export function toggleInCart(entry: MarketItem): boolean {
  const { entries } = useCart.getState();
  const others = entries.filter((each) => each.entry.id !== entry.id);
  if (others.length === entries.length && entries.length >= MARKET_CART_MOST) return false;
  useCart.setState({ entries: others.length < entries.length ? others : [...entries, { entry, sold: false }] });
  return true;
}

export function clearCart(): void {
  useCart.setState({ entries: [] });
}

/** Brings the cart in line with what was told: what is sold is marked, the rest costs what it costs now. */
export function takeFactsInCart(facts: readonly MarketFact[]): void {
  const { entries } = useCart.getState();
  const sold = new Set(facts.flatMap((fact) => (fact.type === 'market.sold' ? fact.itemIds : [])));
  const prices = facts.filter(({ type }) => type === 'market.priced');
  const now = entries.map((each): CartEntry => {
    const [entry = each.entry] = prices.reduce(applyMarketFact, [each.entry]);
    return entry === each.entry && !sold.has(entry.id) ? each : { entry, sold: each.sold || sold.has(entry.id) };
  });
  if (now.some((each, at) => each !== entries[at])) useCart.setState({ entries: now });
}

/** What an order would buy: neither what is sold nor what has no price right now. */
export function buyable(entries: readonly CartEntry[]): MarketItem[] {
  return entries.filter(({ entry, sold }) => !sold && (entry.doubt ?? null) === null).map(({ entry }) => entry);
}

/** What it would cost. */
export function totalOf(entries: readonly CartEntry[]): Cents {
  return sumCents(buyable(entries).map(({ priceUsd }) => centsFromUsd(priceUsd)));
}
