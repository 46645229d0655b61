/** The cart of the market: what was chosen, at the price that was shown. It lives as long as the page is open. */
import { create } from 'zustand';
import { MARKET_CART_MOST, type MarketItem } from '@fairpot/contract/market';
import { centsFromUsd, sumCents, type Cents } from '@fairpot/contract/money';

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

export function markSoldInCart(ids: readonly string[]): void {
  const { entries } = useCart.getState();
  if (!entries.some(({ entry, sold }) => !sold && ids.includes(entry.id))) return;
  useCart.setState({
    entries: entries.map((each) => (ids.includes(each.entry.id) ? { ...each, sold: true } : each)),
  });
}

/** What an order would buy. */
export function buyable(entries: readonly CartEntry[]): MarketItem[] {
  return entries.filter(({ sold }) => !sold).map(({ entry }) => entry);
}

/** What it would cost. */
export function totalOf(entries: readonly CartEntry[]): Cents {
  return sumCents(buyable(entries).map(({ priceUsd }) => centsFromUsd(priceUsd)));
}
