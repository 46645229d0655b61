/** The withdraw page: the Level 10 rule before and after the click, the trade link, and the state after each attempt. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { closeModal, useModal } from '../../platform/page/modal.ts';
import {
  freshServer,
  ORDER_ID,
  saveAskedTradeLink,
  shownToasts,
  show,
  signedIn,
  withdrawItem,
  type FixtureServer,
} from '../../trade-kit/server.fixture.tsx';
import { WithdrawPage } from './withdraw-page.tsx';

const WITHDRAW = '/withdraw/steam';
const NEED_LEVEL = 'Users need to be at least Level 10 to get the winnings';

let server: FixtureServer;
const terms = (level: number, refundableUsd: number, frozenAt: number | null = null) => {
  server.answers['/withdraw/terms'] = { level, levelNeeded: 10, refundableUsd, frozenAt };
};
beforeEach(() => {
  server = freshServer();
  server.answers['/trades/list'] = { orders: [] };
  const items = [withdrawItem(1, 8), withdrawItem(2, 6), withdrawItem(3, 4), withdrawItem(4, 2)];
  server.answers['/withdraw/items'] = { items, waiting: [] };
  server.answers[WITHDRAW] = { orderId: ORDER_ID, code: 'W-7Q3K2M', expiresAt: Date.now() + 600_000, offerId: null };
  terms(10, 0);
});
afterEach(() => vi.unstubAllGlobals());

const tile = (n: number) => page.getByRole('option', { name: `Trapjaw ${n}` });
const cart = () => page.getByRole('region', { name: 'Cart' });
const button = () => cart().getByRole('button', { name: /^Withdraw/ });
const empty = () => expect.element(cart().getByText(/^Your cart is empty/)).toBeVisible();

test('below Level 10: more than was deposited is refused with the rule and the sum; up to that sum is allowed', async () => {
  terms(3, 6);
  await show(<WithdrawPage />);
  await expect.element(button()).toBeDisabled();
  await tile(1).click();
  await expect.element(button()).toBeDisabled();
  await expect.element(cart().getByText(`${NEED_LEVEL}. You can withdraw $6.00 now.`)).toBeVisible();
  await tile(1).click();
  await tile(2).click();
  await expect.element(cart().getByText(NEED_LEVEL)).not.toBeInTheDocument();
  await button().click();
  await expect.poll(() => server.posts).toEqual([{ path: WITHDRAW, input: { inventoryIds: [withdrawItem(2, 6).id] } }]);
});

test.each([
  [`trade=${ORDER_ID}`, 'trade.confirm'],
  [`payment=${ORDER_ID.replace('trd_', 'cwd_')}`, 'crypto.withdrawal'],
  [`payment=${ORDER_ID.replace('trd_', 'cor_')}`, 'crypto.deposit'],
  ['trade=javascript:alert(1)', undefined],
])('a URL with a trade or payment opens its window once: %s', async (search, view) => {
  closeModal();
  await show(<WithdrawPage />, `/withdraw?${search}`);
  await expect.element(page.getByTestId('path')).toHaveTextContent(/^\/withdraw$/);
  expect(useModal.getState().open?.view).toBe(view);
  closeModal();
});

test('from Level 10 on the order goes through: CONFIRM TRADE opens, and the cart is empty', async () => {
  await show(<WithdrawPage />);
  await tile(1).click();
  await expect.element(cart().getByText('Balance')).toBeVisible();
  await button().click();
  await expect.poll(() => useModal.getState().open?.view).toBe('trade.confirm');
  expect(useModal.getState().open?.props).toMatchObject({ orderId: ORDER_ID });
  await empty();
});

test('a refusal for the level shows for ten seconds and empties the cart', async () => {
  server.answers[WITHDRAW] = 'WITHDRAW_LEVEL';
  await show(<WithdrawPage />);
  await tile(1).click();
  await button().click();
  await expect.poll(() => shownToasts()).toEqual([[NEED_LEVEL, 10_000]]);
  await empty();
});

test('any other refusal shows one toast, stays under the button, and empties the cart', async () => {
  server.answers[WITHDRAW] = 'WITHDRAW_BUSY';
  await show(<WithdrawPage />);
  await tile(1).click();
  await button().click();
  const text = 'Withdrawals are at their limit right now. Please try again in an hour.';
  await expect.element(cart().getByText(text)).toBeVisible();
  expect(shownToasts().map(([each]) => each)).toEqual([text]);
  await empty();
});

test.each(['before the press', 'by a refusal'])(
  'without a trade link, known %s: the cart has its field',
  async (known) => {
    const withoutLink = signedIn({ tradeToken: '' });
    if (known === 'before the press') server.answers['/user'] = withoutLink;
    await show(<WithdrawPage />);
    await tile(1).click();
    await expect.element(button()).toBeEnabled();
    server.answers[WITHDRAW] = 'TRADE_LINK_MISSING';
    server.answers['/user'] = withoutLink;
    await button().click();
    await saveAskedTradeLink(server);
    await expect.element(button()).toHaveTextContent('Withdraw $');
  },
);

test('one offer takes a limited number of items', async () => {
  await show(<WithdrawPage />);
  for (const n of [1, 2, 3, 4]) await tile(n).click();
  await expect.element(page.getByText('An offer can hold at most 3 items')).toBeVisible();
  await expect.element(button()).toHaveTextContent('Withdraw $18.00');
});

test('items without their own asset are limited to the stock', async () => {
  const scarce = { hasAsset: false, inStock: 1 };
  const twice = [withdrawItem(1, 8, scarce), { ...withdrawItem(2, 8, scarce), item: withdrawItem(1, 8).item }];
  const none = withdrawItem(3, 4, { hasAsset: false, inStock: 0 });
  server.answers['/withdraw/items'] = { items: [...twice, none], waiting: [] };
  await show(<WithdrawPage />);
  await expect.element(tile(3)).toHaveTextContent('Not in stock');
  await tile(1).first().click();
  await expect.element(button()).toBeEnabled();
  await tile(1).last().click();
  await expect.element(button()).toBeDisabled();
  await expect.element(cart().getByText('Only 1 of Courier | Trapjaw 1 in stock; you selected 2.')).toBeVisible();
});

test('a player with frozen trades sees so before pressing', async () => {
  terms(10, 0, 1);
  await show(<WithdrawPage />);
  await tile(1).click();
  await expect.element(button()).toBeDisabled();
  await expect.element(cart().getByText(/^Your trades are frozen/)).toBeVisible();
});

test('on a narrow screen a bar leads to the cart once something is chosen, until the cart is in sight', async () => {
  await page.viewport(390, 844);
  try {
    await show(<WithdrawPage />);
    await expect.element(tile(1)).toBeVisible();
    const way = page.getByRole('button', { name: 'Open cart' });
    expect(way.elements()).toHaveLength(0);
    await tile(1).click();
    await expect.element(way).toBeVisible();
    await way.click();
    await expect.element(button()).toBeInViewport();
    await expect.element(way).not.toBeInTheDocument();
  } finally {
    await page.viewport(1_280, 800);
  }
});
