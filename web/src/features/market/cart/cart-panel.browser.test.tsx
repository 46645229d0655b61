/** The cart of the market: when it can be bought, and its state after each attempt. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { openModal, useModal } from '../../../platform/page/modal.ts';
import {
  freshServer,
  shownToasts,
  settings,
  show,
  signedIn,
  siteItem,
  type FixtureServer,
} from '../../../trade-kit/server.fixture.tsx';
import { MarketPage } from '../market-page.tsx';
import { clearCart, toggleInCart } from './cart-store.ts';

const BUY = '/market/buy/balance';

function listed(n: number, priceUsd: number): MarketItem {
  const { id, item } = siteItem(n, priceUsd);
  return { id, name: `Trapjaw ${n}`, appId: 570, priceUsd, itemTypeLvl: 5, item, doubt: null, pricedAt: Date.now() };
}

let server: FixtureServer;
beforeEach(() => {
  clearCart();
  server = freshServer({ balanceUsd: 10 });
  server.answers['/market/list'] = { items: [], next: null, spreadBps: 500, prices: 'catalogue' };
  server.answers['/market/types'] = { types: [], groups: [] };
  server.answers[BUY] = { orderId: 'trn_00000000000000000000000001', totalUsd: 8 };
});
afterEach(() => vi.unstubAllGlobals());

const cart = () => page.getByRole('region', { name: 'Cart' });
const button = () => cart().getByRole('button', { name: /^Buy/ });
const lists = () => server.reads.filter((path) => path.startsWith('/market/list'));
const empty = () => expect.element(cart().getByText(/^Your cart is empty/)).toBeVisible();
/** On a page that is wide enough for the cart beside the list. */
const shown = async () => {
  await show(<MarketPage />);
  await expect.element(cart().getByText('$10.00')).toBeVisible();
};

test('the button is disabled for an empty cart; the balance must cover the total, to the cent', async () => {
  await shown();
  await expect.element(button()).toBeDisabled();
  toggleInCart(listed(1, 10));
  await expect.element(button()).toBeEnabled();
  await expect.element(cart().getByText('Not enough balance')).not.toBeInTheDocument();
  toggleInCart(listed(2, 0.01));
  await expect.element(button()).toBeDisabled();
  await expect.element(cart().getByText('Not enough balance')).toBeVisible();
  const deposit = cart().getByRole('link', { name: 'Deposit $0.01 or more' });
  await expect.element(deposit).toHaveAttribute('href', '/deposit');
});

test('without a balance the button is disabled', async () => {
  server.answers['/user'] = signedIn({ balanceUsd: 0 });
  await show(<MarketPage />);
  toggleInCart(listed(1, 1));
  await expect.element(button()).toBeDisabled();
  await expect.element(cart().getByText('Not enough balance')).toBeVisible();
});

test('while the market is paused the button is disabled and the cart says so', async () => {
  server.answers['/settings/list'] = { ...settings(), paused: ['market'] };
  await shown();
  toggleInCart(listed(1, 1));
  await expect.element(cart().getByText('This is paused right now. Your items and balance are safe')).toBeVisible();
  await expect.element(button()).toBeDisabled();
});

test('bought: a toast shows, the user is refetched, the list starts at its first page, the window closes', async () => {
  const pageOf = (from: number) => Array.from({ length: 60 }, (_, n) => listed(from + n, 1));
  server.answers['/market/list'] = (query: URLSearchParams) => ({
    spreadBps: 500,
    prices: 'catalogue',
    ...(query.has('after') ? { items: pageOf(160), next: null } : { items: pageOf(100), next: 'page-2' }),
  });
  await shown();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Trapjaw 100' })).toBeVisible();
  await expect
    .poll(() => {
      window.scrollTo(0, document.body.scrollHeight);
      return document.body.textContent?.includes('Trapjaw 219');
    })
    .toBe(true);
  toggleInCart(listed(1, 5));
  toggleInCart(listed(2, 3));
  openModal('message', { title: 'a window', text: 'that was open' });
  server.answers['/user'] = signedIn({ balanceUsd: 2 });
  const before = lists().length;
  await button().click();
  await expect.poll(() => shownToasts()).toEqual([['You successfully bought new skins', 5_000]]);
  const itemIds = [listed(1, 5).id, listed(2, 3).id];
  expect(server.posts).toEqual([{ path: BUY, input: { itemIds, totalUsd: 8 } }]);
  expect(useModal.getState().open).toBeNull();
  await empty();
  await expect.element(cart().getByText('$2.00')).toBeVisible();
  await expect.poll(() => lists().length).toBeGreaterThan(before);
  expect(window.scrollY).toBe(0);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Trapjaw 100' })).toBeVisible();
});

test('refused: the reason stays, the cart is empty, the list is refetched', async () => {
  server.answers[BUY] = 'NOT_ENOUGH_BALANCE';
  await shown();
  toggleInCart(listed(1, 5));
  const before = lists().length;
  await button().click();
  await expect.element(cart().getByText('Not enough balance')).toBeVisible();
  expect(shownToasts().map(([text]) => text)).toEqual(['Not enough balance']);
  await empty();
  await expect.poll(() => lists().length).toBeGreaterThan(before);
});
