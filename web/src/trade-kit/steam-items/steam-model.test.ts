import type { SteamItem } from '@fairpot/contract/inventory/schemas';
import { expect, test } from 'vitest';
import { toggle, totalOf } from '../../games-kit/inventory/picker-model.ts';
import { gameLabel, indexSteamItems, rejectedItems } from './steam-model.ts';

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
    doubt: null,
    pricedAt: 0,
    enough: false,
    premium: false,
  }) as SteamItem;
const NONE = new Set<string>();

test('a deposit lists all items from the server, a stake those above the minimum of a bet; the rest is counted', () => {
  const items = [item('1', 0.51), item('2', 0.99), item('3', 1), item('4', 20)];
  const deposit = indexSteamItems(items, 3, { use: 'deposit', inOffers: NONE });
  expect([deposit.items.length, deposit.hiddenCheap]).toEqual([4, 3]);
  const stake = indexSteamItems(items, 3, { use: 'stake', inOffers: NONE });
  expect(stake.items.map(({ id }) => id)).toEqual(['3', '4']);
  expect(stake.hiddenCheap).toBe(5);
  expect(totalOf(deposit, ['1', '4'])).toBe(2051);
});

test('an item in an open offer is shown and marked', () => {
  const { items } = indexSteamItems([item('1', 5), item('2', 6)], 0, { use: 'deposit', inOffers: new Set(['2']) });
  expect(items.map(({ id, blocked }) => [id, blocked])).toEqual([
    ['1', null],
    ['2', 'In an open offer'],
  ]);
});

test('an item with a doubtful price is shown with the reason and cannot be chosen', () => {
  const doubted: SteamItem = { ...item('2', 600), doubt: 'APART', pricedAt: 0 };
  const index = indexSteamItems([item('1', 5), doubted], 0, { use: 'deposit', inOffers: NONE });
  expect(toggle(index, [], '2', 15)).toEqual({ selection: [], refused: 'Not accepted' });
  expect(rejectedItems([item('1', 5), doubted]).map(({ item: { assetId }, why }) => [assetId, why])).toEqual([
    ['2', expect.stringMatching(/^Its price sources contradict each other\. /)],
  ]);
});

test('an item that the site has enough of is marked and cannot be chosen', () => {
  const index = indexSteamItems([{ ...item('1', 5), enough: true }], 0, { use: 'deposit', inOffers: NONE });
  expect(toggle(index, [], '1', 15)).toEqual({ selection: [], refused: 'Overstocked' });
});

test('games have names', () => {
  expect([730, 252490, 570, 440].map(gameLabel)).toEqual(['CS2', 'Rust', 'Dota 2', '440']);
});

test('an item that may be worth more than its price is marked for a deposit; for a stake it is like any other', () => {
  const premium: SteamItem = { ...item('1', 5), premium: true };
  const noteFor = (use: 'deposit' | 'stake') =>
    indexSteamItems([premium, item('2', 5)], 0, { use, inOffers: NONE }).items.map(({ note, blocked }) => [
      note,
      blocked,
    ]);
  expect(noteFor('deposit')).toEqual([
    ['As item only', null],
    [undefined, null],
  ]);
  expect(noteFor('stake')).toEqual([
    [undefined, null],
    [undefined, null],
  ]);
});

test('an item of a phase without a price is not accepted and says so', () => {
  const phase: SteamItem = { ...item('1', 0), doubt: 'MISSING' };
  expect(rejectedItems([phase]).map(({ why }) => why)).toEqual(['We have no price for this phase.']);
});
