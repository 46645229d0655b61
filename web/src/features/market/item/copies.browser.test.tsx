/** The copies of an item whose asset is known: each with its details, each added on its own. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { siteItem } from '../../../trade-kit/server.fixture.tsx';
import { clearCart, useCart } from '../cart/cart-store.ts';
import { Copies } from './copies.tsx';

const details = { float: 0.004, seed: 1, phase: 'Ruby' as const, stickers: ['Crown (Foil)'], inspectUrl: null };
function copy(n: number, over: Partial<MarketItem> = {}): MarketItem {
  const { id, item } = siteItem(n, 5);
  return { id, name: 'Courier', appId: 570, priceUsd: 5, itemTypeLvl: 5, doubt: null, pricedAt: 0, item, ...over };
}
beforeEach(() => clearCart());

test('only those with a known asset are listed; a press adds this very one', async () => {
  const known = copy(2, { details });
  await render(<Copies offers={[copy(1), known]} chosen={new Set()} />);
  await expect.element(page.getByRole('listitem')).toHaveTextContent('RubyFloat 0.0040Crown (Foil)Add');
  await expect.element(page.getByText('These exact items are among them.')).toBeVisible();
  await page.getByRole('button', { name: 'Add' }).click();
  expect(useCart.getState().entries.map(({ entry }) => entry.id)).toEqual([known.id]);
});

test('stock without an asset of its own shows nothing', async () => {
  await render(<Copies offers={[copy(1)]} chosen={new Set()} />);
  expect(document.querySelectorAll('li')).toHaveLength(0);
});
