/** The deposit page: what stops a deposit before the click, the state after each attempt, and what the inventory shows. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useModal } from '../../platform/page/modal.ts';
import {
  freshServer,
  OPEN_APP,
  ORDER_ID,
  saveAskedTradeLink,
  shownToasts,
  settings,
  show,
  signedIn,
  steamItem,
  type FixtureServer,
} from '../../trade-kit/server.fixture.tsx';
import { DepositPage } from './deposit-page.tsx';

const DEPOSIT = '/market/buy/steam';

let server: FixtureServer;
beforeEach(() => {
  server = freshServer();
  server.answers['/trades/list'] = { orders: [] };
  server.answers['/user/inventory/steam'] = inventory(
    steamItem(1, 4),
    steamItem(2, 3),
    steamItem(3, 2),
    steamItem(4, 1),
  );
  server.answers[DEPOSIT] = { orderId: ORDER_ID, code: 'D-7Q3K2M', expiresAt: Date.now() + 600_000, offerId: null };
});
afterEach(() => vi.unstubAllGlobals());

const inventory = (...items: readonly object[]) => ({ items, hiddenCount: 0, looking: false });
const tile = (n: number) => page.getByRole('option', { name: `Trapjaw ${n}` });
const steam = () => page.getByRole('region', { name: 'Steam items' });
const cart = () => page.getByRole('region', { name: 'Cart' });
const button = () => cart().getByRole('button', { name: /^Deposit/ });
const choose = async (...items: readonly number[]) => {
  for (const n of items) await tile(n).click();
};
const empty = () => expect.element(cart().getByText(/^Your cart is empty/)).toBeVisible();

describe('before the order', () => {
  test('less than the minimum deposit shows a toast for ten seconds and a line while it is less', async () => {
    await show(<DepositPage />);
    await expect.element(button()).toBeDisabled();
    await choose(1);
    await expect.element(cart().getByText('Min deposit: $5.00')).toBeVisible();
    await button().click();
    expect(shownToasts()).toEqual([['Min deposit: $5.00', 10_000]]);
    expect(server.posts).toEqual([]);
    await choose(4);
    await expect.element(cart().getByText('Min deposit: $5.00')).not.toBeInTheDocument();
    await button().click();
    await expect.poll(() => server.posts.length).toBe(1);
  });

  test('an item that may be worth more than its price is marked, and only goes to the site inventory', async () => {
    const details = { float: 0.004, seed: 1, phase: null, stickers: ['Crown (Foil)'], inspectUrl: null };
    server.answers['/user/inventory/steam'] = inventory(steamItem(1, 6), steamItem(2, 7, { premium: true, details }));
    await show(<DepositPage />);
    await expect.element(tile(2)).toHaveTextContent('As item only');
    await expect.element(tile(2)).toHaveTextContent('0.0040, 1 sticker');
    await choose(1, 2);
    await expect.element(cart().getByText('Float 0.0040')).toBeVisible();
    const reason = cart().getByText(/^Courier \| Trapjaw 2 may be worth more than its listed price/);
    await expect.element(reason).toBeVisible();
    await expect.element(button()).toBeDisabled();
    await cart().getByRole('radio', { name: 'Site inventory' }).click();
    await expect.element(reason).not.toBeInTheDocument();
    await button().click();
    await expect.poll(() => server.posts).toMatchObject([{ input: { convertToBalance: false } }]);
  });

  test('an offer takes at most deposit.maxCount items; one until the settings are loaded', async () => {
    await show(<DepositPage />);
    await choose(1, 2, 3, 4);
    await expect.element(page.getByText('An offer can hold at most 3 items')).toBeVisible();
    // Above the items: below them the cart bar would cover it on narrow screens.
    const said = page.getByText('An offer can hold at most 3 items').first().element().getBoundingClientRect();
    expect(said.bottom).toBeLessThanOrEqual(page.getByRole('listbox').element().getBoundingClientRect().top);
    await expect.element(cart().getByRole('listitem').nth(2)).toBeVisible();
    expect(cart().getByRole('listitem').elements()).toHaveLength(3);
    await expect.element(button()).toHaveTextContent('Deposit $9.00');
  });

  test('without a trade link its field is in the cart; a press leads to it, and saving keeps the selection', async () => {
    server.answers['/user'] = signedIn({ tradeToken: '' });
    await show(<DepositPage />);
    const field = cart().getByRole('textbox', { name: 'Your trade link' });
    await expect.element(field).toBeVisible();
    await expect.element(field).not.toHaveFocus();
    await choose(1, 2);
    await button().click();
    expect(server.posts).toEqual([]);
    await saveAskedTradeLink(server);
    expect(cart().getByRole('listitem').elements()).toHaveLength(2);
    // Enter goes on: the focus is on the button again.
    await expect.element(button()).toHaveFocus();
    await button().click();
    await expect.poll(() => server.posts.at(-1)).toMatchObject({ path: DEPOSIT, input: { steamItems: { length: 2 } } });
  });

  test('games that are not accepted come last, with the reason; the first selected is that of global.appid', async () => {
    server.answers['/settings/list'] = settings({ appIds: [252490, OPEN_APP] });
    await show(<DepositPage />);
    await expect.element(page.getByRole('tab', { selected: true })).toHaveTextContent(/^Dota 2$/);
    const names = page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent);
    expect(names).toEqual(['Rust', 'Dota 2', 'CS2 not accepted now']);
    await page.getByRole('tab', { name: 'Rust' }).click();
    await choose(1, 2);
    await expect.element(button()).toBeEnabled();
    await page.getByRole('tab', { name: 'CS2' }).click();
    await expect
      .element(page.getByText('CS2 items are not accepted right now. Deposit Rust or Dota 2 items instead.'))
      .toBeVisible();
    await expect.element(button()).not.toBeInTheDocument();
    await expect.element(tile(1)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(tile(1)).toHaveTextContent('Not accepted');
    await tile(1).click({ force: true });
    await expect.element(tile(1)).toHaveAttribute('aria-selected', 'false');
    await empty();
  });

  test('a player with frozen trades sees so on the button', async () => {
    server.answers['/withdraw/terms'] = { level: 3, levelNeeded: 10, refundableUsd: 0, frozenAt: Date.now() };
    await show(<DepositPage />);
    await choose(1, 2);
    await expect.element(cart().getByRole('button', { name: 'Trades are frozen' })).toBeDisabled();
    await expect.element(cart().getByText(/^Your trades are frozen because a deposit was reversed/)).toBeVisible();
  });

  test('while deposits are paused the page says so and the button is disabled', async () => {
    server.answers['/settings/list'] = { ...settings(), paused: ['deposit'] };
    await show(<DepositPage />);
    await choose(1, 2);
    await expect.element(button()).toBeDisabled();
    await expect.element(cart().getByText('This is paused right now. Your items and balance are safe')).toBeVisible();
  });
});

describe('every attempt empties the cart', () => {
  test('accepted: the request has the fields of the spec, and CONFIRM TRADE opens', async () => {
    await show(<DepositPage />);
    await choose(1, 2);
    await cart().getByRole('radio', { name: 'Site inventory' }).click();
    await button().click();
    await expect.poll(() => useModal.getState().open?.view).toBe('trade.confirm');
    expect(useModal.getState().open?.props).toMatchObject({ orderId: ORDER_ID });
    const steamItems = ['1', '2'].map((assetid) => ({ assetid, contextid: '2', appid: 570 }));
    expect(server.posts).toEqual([{ path: DEPOSIT, input: { steamItems, convertToBalance: false } }]);
    await empty();
  });

  test('refused: the reason stays under the button', async () => {
    server.answers[DEPOSIT] = 'ITEM_IN_OFFER';
    await show(<DepositPage />);
    await choose(1, 2);
    await button().click();
    await expect.element(cart().getByText('An item is already in another open trade offer')).toBeVisible();
    expect(shownToasts().map(([text]) => text)).toEqual(['An item is already in another open trade offer']);
    await empty();
    expect(useModal.getState().open).toBeNull();
  });

  test('a refusal for the minimum deposit shows the same text as the check before it', async () => {
    server.answers[DEPOSIT] = 'DEPOSIT_TOO_LOW';
    await show(<DepositPage />);
    await choose(1, 2);
    await button().click();
    await expect.poll(() => shownToasts()).toEqual([['Min deposit: $5.00', 10_000]]);
  });
});

test('a link that was removed meanwhile: the refusal keeps the cart and shows the field', async () => {
  await show(<DepositPage />);
  await choose(1, 2);
  await expect.element(cart().getByRole('textbox')).not.toBeInTheDocument();
  server.answers[DEPOSIT] = 'TRADE_LINK_MISSING';
  server.answers['/user'] = signedIn({ tradeToken: '' });
  await button().click();
  await saveAskedTradeLink(server);
  expect(cart().getByRole('listitem').elements()).toHaveLength(2);
});

describe('what the inventory says', () => {
  test('an item with a doubtful price is shown with the reason and cannot be chosen', async () => {
    server.answers['/user/inventory/steam'] = inventory(steamItem(1, 6), steamItem(2, 9, { doubt: 'JUMP' }));
    await show(<DepositPage />);
    await expect.element(tile(2)).toHaveTextContent('Not accepted');
    await tile(2).click({ force: true });
    await expect.element(tile(2)).toHaveAttribute('aria-selected', 'false');
    await expect.element(button()).toBeDisabled();
    await page.getByText('1 item not accepted right now: see why').click();
    await expect.element(page.getByRole('list', { name: 'Not accepted' })).toHaveTextContent(/Courier \| Trapjaw 2.+/);
  });

  test('an empty inventory, with the number of hidden items of 0.50 or less', async () => {
    server.answers['/user/inventory/steam'] = { items: [], hiddenCount: 7, looking: false };
    await show(<DepositPage />);
    await expect.element(page.getByText('No items available')).toBeVisible();
    await expect.element(page.getByText(/Hidden: 7 items at or under \$0\.50 or without a price/)).toBeVisible();
  });

  test.each([
    ['STEAM_PRIVATE', 'Your Steam inventory is private'],
    ['STEAM_BUSY', 'Steam is not responding. Please try again in a minute.'],
  ] as const)('%s shows what to do', async (code, text) => {
    server.answers['/user/inventory/steam'] = code;
    await show(<DepositPage />);
    await expect.element(page.getByText(text).first()).toBeVisible();
    server.answers['/user/inventory/steam'] = inventory(steamItem(1, 4));
    await steam()
      .getByRole('button', { name: /^(Try again|Reload from Steam)$/ })
      .last()
      .click();
    await expect.element(tile(1)).toBeVisible();
    await expect.poll(() => shownToasts()[0]?.[0]).toBe('Items is refreshed!');
  });

  test('a reload makes Steam be asked again, and says that it was', async () => {
    server.answers['/user/inventory/steam/uncache'] = { uncached: true };
    await show(<DepositPage />);
    await expect.element(tile(1)).toBeVisible();
    await steam().getByRole('button', { name: 'Reload from Steam' }).click();
    await expect.poll(() => shownToasts()).toEqual([['Items is refreshed!', 5_000]]);
    const asked = server.reads.filter((path) => path.startsWith('/user/inventory/steam'));
    expect(asked).toEqual(['/user/inventory/steam', '/user/inventory/steam/uncache', '/user/inventory/steam']);
  });
});
