import { MARKET_CART_MAX } from '@fairpot/contract/market/calls';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { beforeEach, expect, test } from 'vitest';
import { buyable, clearCart, applyFactsToCart, toggleInCart, totalOf, useCart } from './cart-store.ts';

const item = (id: string, priceUsd = 1.1): MarketItem =>
  ({ id, priceUsd, doubt: null, pricedAt: 1, item: { id: `type-${id}` } }) as MarketItem;
const entries = () => useCart.getState().entries;

beforeEach(clearCart);

test('an item is added and removed; the sum is exact', () => {
  for (const id of ['a', 'b', 'c']) toggleInCart(item(id));
  expect(totalOf(entries())).toBe(330);
  toggleInCart(item('b'));
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['a', 'c']);
});

test('a sold item stays visible, and is neither counted nor bought', () => {
  for (const id of ['a', 'b']) toggleInCart(item(id));
  const before = entries();
  applyFactsToCart([{ type: 'market.sold', itemIds: ['z'] }]);
  expect(entries()).toBe(before);
  applyFactsToCart([{ type: 'market.sold', itemIds: ['a', 'z'] }]);
  expect(entries().map(({ sold }) => sold)).toEqual([true, false]);
  expect(totalOf(entries())).toBe(110);
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['b']);
});

test('a sold item stays sold when its type has a new price', () => {
  toggleInCart(item('a'));
  applyFactsToCart([{ type: 'market.sold', itemIds: ['a'] }]);
  applyFactsToCart([{ type: 'market.priced', prices: [{ id: 'type-a', askUsd: 3, doubt: null, pricedAt: 2 }] }]);
  expect(entries().map(({ entry, sold }) => [entry.priceUsd, sold])).toEqual([[3, true]]);
  expect(buyable(entries())).toEqual([]);
});

test('items have their current price; an item with a doubtful price is neither counted nor bought', () => {
  for (const id of ['a', 'b']) toggleInCart(item(id));
  const priced = (id: string, askUsd: number, doubt: 'JUMP' | null) =>
    applyFactsToCart([{ type: 'market.priced', prices: [{ id: `type-${id}`, askUsd, doubt, pricedAt: 2 }] }]);
  priced('a', 3, null);
  expect(totalOf(entries())).toBe(410);
  priced('b', 1.1, 'JUMP');
  expect(totalOf(entries())).toBe(300);
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['a']);
});

test('a full cart takes no more items, and items can still be removed', () => {
  for (let n = 0; n < MARKET_CART_MAX; n += 1) expect(toggleInCart(item(String(n)))).toBe(true);
  expect(toggleInCart(item('more'))).toBe(false);
  expect(entries()).toHaveLength(MARKET_CART_MAX);
  expect(toggleInCart(item('0'))).toBe(true);
  expect(entries()).toHaveLength(MARKET_CART_MAX - 1);
});
