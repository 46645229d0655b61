import { describe, expect, test } from 'vitest';
import type { SiteItem, ItemKind } from '@fairpot/contract/inventory/item.schemas';
import {
  capOf,
  indexSiteItems,
  keepSelection,
  repeatStake,
  selectRange,
  toggle,
  totalOf,
  visibleItems,
} from './picker-model.ts';

function item(n: number, priceUsd: number, type: ItemKind = 'DEPOSIT', name = `Rifle ${n}`): SiteItem {
  return {
    id: `itm_${String(n).padStart(26, '0')}`,
    type,
    item: {
      id: `skin-${n}`,
      name,
      itemName: `Pattern ${n}`,
      itemType: 'Field-Tested',
      appId: 730,
      icon: '',
      iconBackground: '',
      colorHex: '#fff',
      rarity: 'Restricted',
      pips: 4,
      priceUsd,
    },
    doubt: null,
  };
}

const index = indexSiteItems([
  item(1, 5),
  item(2, 20.5),
  item(3, 0.99),
  item(4, 1),
  item(5, 50, 'PRIZE_PROMO'),
  item(6, 20.5),
]);
const idAt = (n: number) => item(n, 1).id;

test('shows an item whose price is in doubt but does not let it be selected', () => {
  const doubted = indexSiteItems([{ ...item(1, 5), doubt: 'JUMP' }, item(2, 5)]);
  expect(doubted.items.map(({ blocked }) => blocked)).toEqual(['Price being checked', null]);
  expect(toggle(doubted, [], idAt(1), 5).selection).toEqual([]);
});

describe('which items are shown', () => {
  test('hides and counts items under 1.00; keeps exactly 1.00', () => {
    expect(index.items.map((each) => each.id)).toEqual([1, 2, 4, 5, 6].map(idAt));
    expect(index.hiddenCheap).toBe(1);
  });

  test('sorts high to low, low to high, and by default high to low', () => {
    const prices = (sort: string) => visibleItems(index, sort, '').map((each) => each.cents);
    expect(prices('highToLow')).toEqual([5000, 2050, 2050, 500, 100]);
    expect(prices('lowToHigh')).toEqual([100, 500, 2050, 2050, 5000]);
    expect(prices('anything else')).toEqual(prices('highToLow'));
  });

  test('an item without a price comes last in both orders and cannot be selected', () => {
    const odd = indexSiteItems([item(1, Number.NaN), item(2, 3)]);
    for (const sort of ['highToLow', 'lowToHigh']) expect(visibleItems(odd, sort, '').at(-1)?.cents).toBeNull();
    expect(toggle(odd, [], idAt(1), 3).refused).toBe('No price right now');
    expect(totalOf(odd, [idAt(1), idAt(2)])).toBe(0);
  });

  test('search requires every word, in any field and any case', () => {
    expect(visibleItems(index, 'highToLow', ' RIFLE  pattern 2 ').map((each) => each.id)).toEqual([idAt(2)]);
    expect(visibleItems(index, 'highToLow', 'glove')).toEqual([]);
  });
});

describe('selecting', () => {
  test('toggles', () => {
    const one = toggle(index, [], idAt(1), 2);
    expect(one).toEqual({ selection: [idAt(1)], refused: null });
    expect(toggle(index, one.selection, idAt(1), 2)).toEqual({ selection: [], refused: null });
  });

  test('never exceeds the cap, and says why', () => {
    const full = [idAt(1)];
    expect(toggle(index, full, idAt(2), 1)).toEqual({
      selection: full,
      refused: 'You cant add more than 1 item to your bet',
    });
    expect(toggle(index, [idAt(1), idAt(2)], idAt(4), 2).refused).toBe('You cant add more than 2 items to your bet');
  });

  test('refuses prize items and unknown items', () => {
    expect(toggle(index, [], idAt(5), 5).refused).toBe('Prize items cannot be staked');
    expect(toggle(index, [], 'itm_gone', 5).refused).toContain('no longer available');
  });

  test('a range skips prizes and selected items, and stops at the cap', () => {
    const range = visibleItems(index, 'highToLow', '');
    expect(selectRange(index, [idAt(2)], range, 15)).toEqual({ selection: [2, 6, 1, 4].map(idAt), refused: null });
    const capped = selectRange(index, [], range, 2);
    expect(capped.selection).toEqual([2, 6].map(idAt));
    expect(capped.refused).toBe('You cant add more than 2 items to your bet');
  });

  test('a reload keeps the items that still exist and counts the missing ones', () => {
    expect(keepSelection(index, [idAt(1), 'itm_gone'])).toEqual({ selection: [idAt(1)], gone: 1 });
    const same = [idAt(1), idAt(2)];
    expect(keepSelection(index, same).selection).toBe(same);
  });

  test('adds up in cents', () => {
    expect(totalOf(index, [idAt(1), idAt(2), idAt(4)])).toBe(2650);
    expect(totalOf(index, [])).toBe(0);
  });

  test('the cap is 1 until the settings are loaded, and at most 15', () => {
    expect([capOf(undefined), capOf(0), capOf(7), capOf(100)]).toEqual([1, 1, 7, 15]);
  });
});

describe('a stake again', () => {
  /** An earlier stake. */
  const stake = (...items: readonly SiteItem[]) => ({ items, aboveCents: 100 });

  test('the same items while they are there and worth no more', () => {
    const there = indexSiteItems([item(1, 5), item(2, 20), item(7, 25)]);
    expect(repeatStake(there, stake(item(1, 5), item(2, 20)), 5)).toEqual([idAt(2), idAt(1)]);
    const risen = indexSiteItems([item(1, 5.01), item(2, 20), item(7, 25)]);
    expect(repeatStake(risen, stake(item(1, 5), item(2, 20)), 5)).toEqual([idAt(7)]);
  });

  test('an equal sum when one is gone, from items that can be staked', () => {
    const there = indexSiteItems([
      item(3, 25, 'PRIZE_PROMO'),
      { ...item(4, 25), doubt: 'JUMP' },
      item(5, Number.NaN),
      item(6, 12.4),
      item(7, 12.5),
    ]);
    expect(repeatStake(there, stake(item(1, 5), item(2, 20)), 5)).toEqual([idAt(7), idAt(6)]);
    expect(repeatStake(there, stake(item(1, 5), item(2, 20)), 1)).toEqual([]);
  });

  test('nothing below what the game takes, and no item under 1.00', () => {
    expect(repeatStake(indexSiteItems([item(1, 1)]), stake(item(2, 1.02)), 5)).toEqual([]);
    const cheap = indexSiteItems([item(1, 0.99), item(2, 0.99), item(3, 0.99)]);
    expect(repeatStake(cheap, { items: [item(4, 1.98)], aboveCents: 0 }, 5)).toEqual([]);
  });
});
