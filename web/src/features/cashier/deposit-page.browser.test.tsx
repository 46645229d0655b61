/** The deposit page: what stops a deposit before anything is asked for, what every attempt leaves behind, and what an inventory says of itself. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useModal } from '../../platform/page/modal.ts';
import {
  freshServer,
  ORDER_ID,
  said,
  settings,
  show,
  signedIn,
  steamItem,
  type Server,
} from '../../trade-kit/server.fixture.tsx';
import { DepositPage } from './deposit-page.tsx';

const DEPOSIT = '/market/buy/steam';

let server: Server;
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
const steam = () => page.getByRole('region', { name: 'Items at Steam' });
const cart = () => page.getByRole('region', { name: 'Cart' });
const button = () => cart().getByRole('button', { name: /^Deposit/ });
const choose = async (...items: readonly number[]) => {
  for (const n of items) await tile(n).click();
};
const empty = () => expect.element(cart().getByText(/^Nothing chosen yet/)).toBeVisible();

describe('before anything is asked for', () => {
  test('less than the least deposit is said for ten seconds, as long as it is less', async () => {
    await show(<DepositPage />);
    await expect.element(button()).toBeDisabled();
    await choose(1);
    await expect.element(cart().getByText('Min deposit: $5.00')).toBeVisible();
    await button().click();
    expect(said()).toEqual([['Min deposit: $5.00', 10_000]]);
    expect(server.posts).toEqual([]);
    await choose(4);
    await expect.element(cart().getByText('Min deposit: $5.00')).not.toBeInTheDocument();
    await button().click();
    await expect.poll(() => server.posts.length).toBe(1);
  });

  test('no more items than deposit.maxCount go into an offer; one, until that is known', async () => {
    await show(<DepositPage />);
    await choose(1, 2, 3, 4);
    await expect.element(page.getByText('One offer takes at most 3 items')).toBeVisible();
    // Above the items, where it is seen: below them the bar of the cart lies over it on narrow screens.
    const said = page.getByText('One offer takes at most 3 items').first().element().getBoundingClientRect();
    expect(said.bottom).toBeLessThanOrEqual(page.getByRole('listbox').element().getBoundingClientRect().top);
    await expect.element(cart().getByRole('listitem').nth(2)).toBeVisible();
    expect(cart().getByRole('listitem').elements()).toHaveLength(3);
    await expect.element(button()).toHaveTextContent('Deposit $9.00');
  });

  test('without a trade link a person is told so and led to where it is put', async () => {
    server.answers['/user'] = signedIn({ tradeToken: '' });
    await show(<DepositPage />);
    await expect.element(cart().getByText(/^You need a trade link for this/)).toBeVisible();
    await choose(1, 2);
    await button().click();
    expect(said().map(([text]) => text)).toEqual(['Need put tradelink!']);
    await expect.element(page.getByTestId('path')).toHaveTextContent('/profile');
    expect(server.posts).toEqual([]);
  });

  test('the button is there for the game of global.appid alone', async () => {
    await show(<DepositPage />);
    await expect.element(button()).toBeVisible();
    await page.getByRole('tab', { name: 'Rust' }).click();
    await expect.element(page.getByText('Rust items are not taken right now. Dota 2 items are.')).toBeVisible();
    await expect.element(button()).not.toBeInTheDocument();
  });

  test('who took a deposit back reads on the button that their trades stand still', async () => {
    server.answers['/withdraw/terms'] = { level: 3, levelNeeded: 10, refundableUsd: 0, frozenAt: Date.now() };
    await show(<DepositPage />);
    await choose(1, 2);
    await expect.element(cart().getByRole('button', { name: 'Trades stand still' })).toBeDisabled();
    await expect.element(cart().getByText(/^Your trades stand still, because a deposit was taken back/)).toBeVisible();
  });

  test('paused deposits say so, and the button is off', async () => {
    server.answers['/settings/list'] = { ...settings(), paused: ['deposit'] };
    await show(<DepositPage />);
    await choose(1, 2);
    await expect.element(button()).toBeDisabled();
    await expect.element(cart().getByText('This is paused right now. What you have is untouched')).toBeVisible();
  });
});

describe('an attempt empties the cart', () => {
  test('accepted: what was chosen is asked for as the spec names it, and CONFIRM TRADE opens', async () => {
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

  test('refused: the reason stays beside the button', async () => {
    server.answers[DEPOSIT] = 'ITEM_IN_OFFER';
    await show(<DepositPage />);
    await choose(1, 2);
    await button().click();
    await expect.element(cart().getByText('An item is in another open trade offer already')).toBeVisible();
    expect(said().map(([text]) => text)).toEqual(['An item is in another open trade offer already']);
    await empty();
    expect(useModal.getState().open).toBeNull();
  });

  test('refused for the least deposit or the trade link: said as if it had been known before', async () => {
    server.answers[DEPOSIT] = 'DEPOSIT_TOO_LOW';
    await show(<DepositPage />);
    await choose(1, 2);
    await button().click();
    await expect.poll(() => said()).toEqual([['Min deposit: $5.00', 10_000]]);
    server.answers[DEPOSIT] = 'TRADE_LINK_MISSING';
    await choose(1, 2);
    await button().click();
    await expect.poll(() => said()[0]?.[0]).toBe('Need put tradelink!');
    await expect.element(page.getByTestId('path')).toHaveTextContent('/profile');
  });
});

describe('what the inventory says', () => {
  test('an item without a price that is believed is shown, cannot be chosen, and says why', async () => {
    server.answers['/user/inventory/steam'] = inventory(steamItem(1, 6), steamItem(2, 9, { doubt: 'JUMP' }));
    await show(<DepositPage />);
    await expect.element(tile(2)).toHaveTextContent('Not accepted');
    await tile(2).click({ force: true });
    await expect.element(tile(2)).toHaveAttribute('aria-selected', 'false');
    await expect.element(button()).toBeDisabled();
    await page.getByText('1 item is not accepted right now: why').click();
    await expect.element(page.getByRole('list', { name: 'Not accepted' })).toHaveTextContent(/Courier \| Trapjaw 2.+/);
  });

  test('nothing in it, and what is worth 0.50 or less', async () => {
    server.answers['/user/inventory/steam'] = { items: [], hiddenCount: 7, looking: false };
    await show(<DepositPage />);
    await expect.element(page.getByText('No items available')).toBeVisible();
    await expect.element(page.getByText(/7 items at or under \$0\.50, or without a price, are hidden/)).toBeVisible();
  });

  test.each([
    ['STEAM_PRIVATE', 'Your Steam inventory is private'],
    ['STEAM_BUSY', 'Steam does not answer right now. Please try again in a minute'],
  ] as const)('%s is told with what to do', async (code, text) => {
    server.answers['/user/inventory/steam'] = code;
    await show(<DepositPage />);
    await expect.element(page.getByText(text).first()).toBeVisible();
    server.answers['/user/inventory/steam'] = inventory(steamItem(1, 4));
    await steam()
      .getByRole('button', { name: /^(Try again|Reload from Steam)$/ })
      .last()
      .click();
    await expect.element(tile(1)).toBeVisible();
    await expect.poll(() => said()[0]?.[0]).toBe('Items is refreshed!');
  });

  test('a reload makes Steam be asked again, and says that it was', async () => {
    server.answers['/user/inventory/steam/uncache'] = { uncached: true };
    await show(<DepositPage />);
    await expect.element(tile(1)).toBeVisible();
    await steam().getByRole('button', { name: 'Reload from Steam' }).click();
    await expect.poll(() => said()).toEqual([['Items is refreshed!', 5_000]]);
    const asked = server.reads.filter((path) => path.startsWith('/user/inventory/steam'));
    expect(asked).toEqual(['/user/inventory/steam', '/user/inventory/steam/uncache', '/user/inventory/steam']);
  });
});
