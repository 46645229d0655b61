import type { WaitingItem, WithdrawItem } from '@fairpot/contract/trades/schemas';
import { describe, expect, test } from 'vitest';
import { refundableCentsOf, indexWithdrawable, checkWithdrawal } from './withdraw-model.ts';

const skin = (priceUsd: number, appId = 730) => ({
  id: String(priceUsd),
  name: 'AK-47',
  itemName: String(priceUsd),
  itemType: 'Field-Tested',
  appId,
  icon: '',
  iconBackground: '',
  colorHex: '#ffffff',
  rarity: 'Covert',
  pips: 6,
  priceUsd,
});
let ids = 0;
const item = (priceUsd: number, more: Partial<WithdrawItem> = {}): WithdrawItem => ({
  id: `itm_${(ids += 1)}`,
  type: 'WIN',
  item: skin(priceUsd),
  backUsd: priceUsd,
  hasAsset: true,
  inStock: null,
  ...more,
});
const low = (refundableUsd: number) => ({ level: 3, levelNeeded: 10, refundableUsd });
const high = { level: 10, levelNeeded: 10, refundableUsd: 0 };

describe('items to choose from', () => {
  const waiting: WaitingItem = { id: 'itm_w', item: skin(9), orderId: 'trd_1', protectedUntil: 5 };

  test('are of one game; reserved items show their date, and items out of stock cannot be chosen', () => {
    const items = [
      item(1),
      item(2, { hasAsset: false, inStock: 0 }),
      item(3, { hasAsset: false, inStock: 1 }),
      item(4, { hasAsset: false, inStock: null }),
      item(5, { item: skin(5, 570) }),
    ];
    const index = indexWithdrawable(items, [waiting], 730, (at) => `day ${at}`);
    expect(index.items.map((each) => [each.cents, each.blocked])).toEqual([
      [100, null],
      [200, 'Not in stock'],
      [300, null],
      [400, null],
      [900, 'Until day 5'],
    ]);
  });

  test('include cheap items: there is no minimum', () => {
    const index = indexWithdrawable([item(0.03)], [], 730, String);
    expect([index.items.length, index.hiddenCheap]).toEqual([1, 0]);
  });
});

describe('an order', () => {
  test('below Level 10 must fit the refundable sum, to the cent', () => {
    const chosen = [item(10, { backUsd: 6 }), item(4)];
    expect(refundableCentsOf(chosen)).toBe(1_000);
    expect(checkWithdrawal(chosen, low(10)).problem).toBeNull();
    const over = checkWithdrawal(chosen, low(9.99)).problem;
    expect(over).toBe('Users need to be at least Level 10 to get the winnings. You can withdraw $9.99 now.');
    expect(checkWithdrawal(chosen, low(0)).problem).toContain('You have no refundable deposits left.');
    expect(checkWithdrawal(chosen, high).problem).toBeNull();
  });

  test('takes no more of a name than the stock holds; items with their own asset do not count', () => {
    const stock = { hasAsset: false, inStock: 1 };
    expect(checkWithdrawal([item(2, stock), item(2)], high).problem).toBeNull();
    expect(checkWithdrawal([item(2, stock), item(2, stock)], high).problem).toBe(
      'Only 1 of AK-47 | 2 in stock; you selected 2.',
    );
  });

  test('warns when the stock is not known', () => {
    expect(checkWithdrawal([item(2, { hasAsset: false })], high).note).toContain('which we cannot check right now');
    expect(checkWithdrawal([item(2)], high)).toEqual({ problem: null, note: null });
    expect(checkWithdrawal([], low(0))).toEqual({ problem: null, note: null });
  });
});
