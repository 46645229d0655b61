/** Identical items are one offer; what makes an item one of a kind keeps it apart. */
import { expect, test } from 'vitest';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { offersOf } from './offers.ts';

const NONE = new Set<string>();
const SKIN = {
  name: 'AK-47',
  itemName: 'Redline',
  itemType: 'Field-Tested',
  rarity: 'Classified',
  pips: 5,
  appId: 730,
};
const DRAWN = { ...SKIN, icon: '', iconBackground: '', colorHex: '#e667f0', priceUsd: 12.5 };

function onSale(n: number, type: string, over: Partial<MarketItem> = {}): MarketItem {
  const entry = { name: type, appId: 730, priceUsd: 12.5, itemTypeLvl: 5, doubt: null, pricedAt: 0 };
  return { ...entry, id: `itm_${n}`, item: { ...DRAWN, id: type }, ...over };
}
const three = [onSale(1, 'ak'), onSale(2, 'ak'), onSale(3, 'ak')];

test('items of one type at one price are one offer, at the place of the first', () => {
  const offers = offersOf([onSale(1, 'ak'), onSale(2, 'm4'), onSale(3, 'ak')], NONE, NONE);
  expect(offers.map(({ entry, copies }) => [entry.id, copies])).toEqual([
    ['itm_1', 2],
    ['itm_2', 1],
  ]);
});

test('another price, a doubt, or details of its own keep an item apart', () => {
  const details = { float: 0.1234 } as NonNullable<MarketItem['details']>;
  const items = [
    onSale(1, 'ak'),
    onSale(2, 'ak', { priceUsd: 13 }),
    onSale(3, 'ak', { doubt: 'STALE' }),
    onSale(4, 'ak', { details }),
    onSale(5, 'ak', { details }),
  ];
  expect(offersOf(items, NONE, NONE).map(({ copies }) => copies)).toEqual([1, 1, 1, 1, 1]);
});

test('a press adds the next item, and removes the last when all are in the cart', () => {
  const entryWith = (...chosen: string[]) => offersOf(three, new Set(chosen), NONE)[0];
  expect(entryWith()).toMatchObject({ entry: { id: 'itm_1' }, chosen: 0 });
  expect(entryWith('itm_1')).toMatchObject({ entry: { id: 'itm_2' }, chosen: 1, copies: 3 });
  expect(entryWith('itm_1', 'itm_2', 'itm_3')).toMatchObject({ entry: { id: 'itm_3' }, chosen: 3 });
});

test('a sold item leaves its offer, which keeps its key; an offer without items is sold', () => {
  const [before] = offersOf(three, NONE, NONE);
  const [after] = offersOf(three, new Set(['itm_1']), new Set(['itm_1']));
  expect(after).toMatchObject({ key: before?.key, copies: 2, chosen: 0, isSold: false, entry: { id: 'itm_2' } });
  expect(offersOf(three, NONE, new Set(['itm_1', 'itm_2', 'itm_3']))).toMatchObject([{ copies: 0, isSold: true }]);
});
