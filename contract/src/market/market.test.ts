/** How facts change a list of the market. */
import { expect, test } from 'vitest';
import { applyMarketFact } from './views.ts';
import type { MarketItem } from './schemas.ts';

const listed = (id: string, type: string, pricedAt = 100): MarketItem => {
  const entry = { id, priceUsd: 1, doubt: null, pricedAt, item: { id: type, priceUsd: 1 } };
  return entry as unknown as MarketItem;
};
const LIST = [listed('a', 'x'), listed('b', 'x'), listed('c', 'y')];

test('a sold item leaves the list; a fact about other items returns the same list', () => {
  const sold = (itemIds: string[]) => applyMarketFact(LIST, { type: 'market.sold', itemIds });
  expect(sold(['b']).map(({ id }) => id)).toEqual(['a', 'c']);
  expect(sold(['z'])).toBe(LIST);
  expect(applyMarketFact(LIST, { type: 'market.changed' })).toBe(LIST);
});

test('a new price applies to every item of its type, in place; an older one changes nothing', () => {
  const priced = (pricedAt: number) =>
    applyMarketFact(LIST, { type: 'market.priced', prices: [{ id: 'x', askUsd: 2.5, doubt: 'JUMP', pricedAt }] });
  const now = { priceUsd: 2.5, doubt: 'JUMP', pricedAt: 100 };
  expect(priced(100)).toMatchObject([
    { id: 'a', ...now, item: { id: 'x', priceUsd: 2.5 } },
    { id: 'b', ...now },
    { id: 'c', priceUsd: 1, doubt: null },
  ]);
  expect(priced(99)).toEqual(LIST);
  const other = applyMarketFact(LIST, {
    type: 'market.priced',
    prices: [{ id: 'z', askUsd: 2, doubt: null, pricedAt: 1 }],
  });
  expect(other).toBe(LIST);
});
