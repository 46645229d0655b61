import { MARKET_CART_MOST, type MarketItem } from '@fairpot/contract/market';
import { beforeEach, expect, test } from 'vitest';
import { buyable, clearCart, markSoldInCart, toggleInCart, totalOf, useCart } from './cart-store.ts';

const item = (id: string, priceUsd = 1.1): MarketItem => ({ id, priceUsd }) as MarketItem;
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
  markSoldInCart(['z']);
  expect(entries()).toBe(before);
  markSoldInCart(['a', 'z']);
  expect(entries().map(({ sold }) => sold)).toEqual([true, false]);
  expect(totalOf(entries())).toBe(110);
  expect(buyable(entries()).map(({ id }) => id)).toEqual(['b']);
});

test('a full cart takes no more, and still gives back', () => {
  for (let n = 0; n < MARKET_CART_MOST; n += 1) expect(toggleInCart(item(String(n)))).toBe(true);
  expect(toggleInCart(item('more'))).toBe(false);
  expect(entries()).toHaveLength(MARKET_CART_MOST);
  expect(toggleInCart(item('0'))).toBe(true);
  expect(entries()).toHaveLength(MARKET_CART_MOST - 1);
});
