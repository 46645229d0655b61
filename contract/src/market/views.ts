/** Pure functions over the views and facts of the market, for server and client. */
import type { MarketFact, MarketItem, NewPrice } from './schemas.ts';

/** A list after a fact: without sold items, at current prices. The same list when the fact changes nothing. Pure. */
export function applyMarketFact(items: readonly MarketItem[], fact: MarketFact): readonly MarketItem[] {
  if (fact.type === 'market.sold') {
    const gone = new Set(fact.itemIds);
    return items.some(({ id }) => gone.has(id)) ? items.filter(({ id }) => !gone.has(id)) : items;
  }
  if (fact.type === 'market.changed') return items;
  const prices = new Map(fact.prices.map((price) => [price.id, price]));
  return items.some(({ item }) => prices.has(item.id)) ? items.map((each) => atPrice(each, prices)) : items;
}

function atPrice(entry: MarketItem, prices: ReadonlyMap<string, NewPrice>): MarketItem {
  const price = prices.get(entry.item.id);
  if (price === undefined || price.pricedAt < entry.pricedAt) return entry;
  const { askUsd: priceUsd, doubt, pricedAt } = price;
  return { ...entry, priceUsd, doubt, pricedAt, item: { ...entry.item, priceUsd } };
}
