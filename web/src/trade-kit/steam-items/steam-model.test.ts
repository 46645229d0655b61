import type { SteamItem } from '@fairpot/contract/inventory';
import { expect, test } from 'vitest';
import { totalOf } from '../../games-kit/inventory/picker-model.ts';
import { gameLabel, indexSteamItems } from './steam-model.ts';

const item = (assetId: string, priceUsd: number) =>
  ({
    assetId,
    assetid: assetId,
    contextid: '2',
    name: 'Hoodie',
    itemName: '',
    itemType: '',
    rarity: '',
    priceUsd,
  }) as SteamItem;
const NONE = new Set<string>();

test('a deposit takes what the server offers, a stake what a bet takes; the rest is counted', () => {
  const items = [item('1', 0.51), item('2', 0.99), item('3', 1), item('4', 20)];
  const deposit = indexSteamItems(items, 3, { use: 'deposit', inOffers: NONE });
  expect([deposit.items.length, deposit.hiddenCheap]).toEqual([4, 3]);
  const stake = indexSteamItems(items, 3, { use: 'stake', inOffers: NONE });
  expect(stake.items.map(({ id }) => id)).toEqual(['3', '4']);
  expect(stake.hiddenCheap).toBe(5);
  expect(totalOf(deposit, ['1', '4'])).toBe(2051);
});

test('what waits in an open offer is shown, and says so', () => {
  const { items } = indexSteamItems([item('1', 5), item('2', 6)], 0, { use: 'deposit', inOffers: new Set(['2']) });
  expect(items.map(({ id, blocked }) => [id, blocked])).toEqual([
    ['1', null],
    ['2', 'In an open offer'],
  ]);
});

test('games by their names', () => {
  expect([730, 252490, 570, 440].map(gameLabel)).toEqual(['CS2', 'Rust', 'Dota 2', '440']);
});
