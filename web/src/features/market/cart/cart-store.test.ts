import { MARKET_CART_MOST } from '@fairpot/contract/market/calls';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { beforeEach, expect, test } from 'vitest';
import { buyable, clearCart, takeFactsInCart, toggleInCart, totalOf, useCart } from './cart-store.ts';

const item = (id: string, priceUsd = 1.1): MarketItem =>
  ({ id, priceUsd, doubt: null, pricedAt: 1, item: { id: `type-${id}` } }) as MarketItem;
const entries = () => useCart.getState().entries;

beforeEach(clearCart);

test('an item goes in and out again; the sum is exact', () => {
  for (const id of ['a', 'b', 'c']) toggleInCart(item(id));
  expect(totalOf(entries())).toBe(330);
  toggleInCart(item('b'));
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['a', 'c']);
});

test('what is sold meanwhile stays in sight, and is neither counted nor bought', () => {
  for (const id of ['a', 'b']) toggleInCart(item(id));
  const before = entries();
  takeFactsInCart([{ type: 'market.sold', itemIds: ['z'] }]);
  expect(entries()).toBe(before);
  takeFactsInCart([{ type: 'market.sold', itemIds: ['a', 'z'] }]);
  expect(entries().map(({ sold }) => sold)).toEqual([true, false]);
  expect(totalOf(entries())).toBe(110);
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['b']);
});

test('what is sold stays sold when its type has a new price', () => {
  toggleInCart(item('a'));
  takeFactsInCart([{ type: 'market.sold', itemIds: ['a'] }]);
  takeFactsInCart([{ type: 'market.priced', prices: [{ id: 'type-a', askUsd: 3, doubt: null, pricedAt: 2 }] }]);
  expect(entries().map(({ entry, sold }) => [entry.priceUsd, sold])).toEqual([[3, true]]);
  expect(buyable(entries())).toEqual([]);
});

test('it costs what it costs now; what has no price right now is neither counted nor bought', () => {
  for (const id of ['a', 'b']) toggleInCart(item(id));
  const priced = (id: string, askUsd: number, doubt: 'JUMP' | null) =>
    takeFactsInCart([{ type: 'market.priced', prices: [{ id: `type-${id}`, askUsd, doubt, pricedAt: 2 }] }]);
  priced('a', 3, null);
  expect(totalOf(entries())).toBe(410);
  priced('b', 1.1, 'JUMP');
  expect(totalOf(entries())).toBe(300);
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['a']);
});

test('a full cart takes no more, and still gives back', () => {
  for (let n = 0; n < MARKET_CART_MOST; n += 1) expect(toggleInCart(item(String(n)))).toBe(true);
  expect(toggleInCart(item('more'))).toBe(false);
  expect(entries()).toHaveLength(MARKET_CART_MOST);
  expect(toggleInCart(item('0'))).toBe(true);
  expect(entries()).toHaveLength(MARKET_CART_MOST - 1);
});
