/**
 * Deposits from Steam: the trade link, a deposit to the balance and one to the site inventory, each accepted on the offer's own page; and every way
 * in which a trade can fail. Dota 2 is open, because its trades cannot be reversed; Rust is closed until the last journey.
 */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { getUser } from '@fairpot/contract/user/schemas';
import type { listTradeOrders, TradeOrder } from '@fairpot/contract/trades/schemas';
import type { Locator, Page } from '@playwright/test';
import { rates } from '../lib/coins.ts';
import { connected, expect, type Member } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { ask, inventoryOf, modal, post } from '../lib/screen.ts';
import type { Site } from '../lib/site.ts';
import { nextToast } from '../lib/toasts.ts';
import { test } from '../lib/trading.ts';
import { refusedWith } from '../lib/trouble.ts';

const DOTA = 570;
const RUST = 252490;
const ROOKBOLT = '76561198000000101';

test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ site }) => {
  await site.set('global.appid', DOTA);
  await site.set('deposit.accepts.252490', false);
});

const items = (page: Page): Locator => page.getByRole('listbox', { name: 'Your items' }).getByRole('option');
const cart = (page: Page): Locator => page.getByRole('region', { name: 'Cart' });
const trades = (page: Page): Locator => page.getByRole('list', { name: 'Trades' }).getByRole('listitem');
const tile = (page: Page, item: SteamItem): Locator => items(page).filter({ hasText: item.name }).first();
const userOf = (page: Page) => ask<CallOutput<typeof getUser>>(page, '/user').then(({ user }) => user);
const linkOf = (site: Site, steamid: string): Promise<string> =>
  site
    .simulate<{ tradeLink: string }>('GET', `users/${steamid}/credentials?platform=web`)
    .then(({ tradeLink }) => tradeLink);

interface SteamItem {
  /** The item's name at the market and on its tile. */
  readonly name: string;
  readonly appId: number;
}
const CHEAP: SteamItem = { name: 'Geodesic Eidolon', appId: DOTA };
const DEAR: SteamItem = { name: 'Trapjaw the Boxhound', appId: DOTA };
const OTHER: SteamItem = { name: 'Abyss Hoodie', appId: RUST };

interface Depositor extends Member {
  readonly steamid: string;
}

function give(site: Site, steamid: string, { appId, name }: SteamItem): Promise<unknown> {
  return site.simulate('POST', `users/${steamid}/items`, { appId, marketHashName: name, count: 1 });
}

/** A member on the deposit page whose Steam account holds exactly these items; with a trade link unless `linked` is false. */
async function depositor(
  site: Site,
  member: (name: string, path: string) => Promise<Member>,
  name: string,
  given: readonly SteamItem[],
  withLink = true,
): Promise<Depositor> {
  const who = await member(name, '/faq');
  const { steamid } = await userOf(who.page);
  const { items: had } = await site.simulate<{ items: { assetId: string }[] }>('GET', `users/${steamid}`);
  for (const { assetId } of had) await site.simulate('DELETE', `users/${steamid}/items/${assetId}`);
  for (const item of given) await give(site, steamid, item);
  if (withLink)
    expect(await post(who.page, '/user/tradelink', { tradeLink: await linkOf(site, steamid) })).toMatchObject({
      status: 200,
    });
  await rates(who.page); // the page fetches them
  await who.page.goto('/deposit');
  await connected(who.page);
  return { ...who, steamid };
}

/** Orders a deposit of one item. Returns the order in the window that opens. */
async function order(page: Page, item: SteamItem): Promise<TradeOrder> {
  await tile(page, item).click();
  await cart(page)
    .getByRole('button', { name: /^Deposit \$/ })
    .click();
  // An offer that Steam refuses at once is refused before this poll.
  await expect(modal(page).getByText(/^You (give|keep)/)).toBeVisible();
  return newest(page);
}

async function newest(page: Page): Promise<TradeOrder> {
  const { orders } = await ask<CallOutput<typeof listTradeOrders>>(page, '/trades/list');
  const [first] = orders;
  if (!first) throw new Error('no order');
  return first;
}

/** The trade worker's wait after a call to Steam without an answer: it searches again when its claim expires, after two minutes. */
const SENT_MS = 180_000;

/** The offer's id, once it can be accepted. */
async function sent(page: Page): Promise<string> {
  await expect(modal(page).getByRole('link', { name: 'Open in browser' })).toBeVisible({ timeout: SENT_MS });
  const { offerId } = await newest(page);
  if (offerId === null) throw new Error('sent without a number');
  return offerId;
}

const heading = (page: Page, name: string | RegExp): Locator => modal(page).getByRole('heading', { name });

/** The open window in both widths. */
async function lookTwice(page: Page, name: string): Promise<void> {
  await look(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, `${name}-390`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('from no trade link to money on the balance', async ({ site, member }) => {
  test.slow(); // several screens are checked
  const anna = await depositor(site, member, 'anna', [CHEAP, DEAR], false);
  const { page } = anna;
  await expect(tile(page, DEAR)).toBeVisible();
  await lookTwice(page, 'deposit');

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/market/buy/steam')) asked.push(request.method());
  });
  // Without a trade link the press leads to its field in the cart, and no order is made.
  await tile(page, DEAR).click();
  await cart(page)
    .getByRole('button', { name: /^Deposit \$/ })
    .click();
  await nextToast(page, 'Need put tradelink!');
  await expect(page).toHaveURL('/deposit');
  const field = cart(page).getByLabel('Your trade link');
  await expect(field).toBeFocused();
  const save = page.getByRole('button', { name: 'Save' });
  await field.fill('https://steamcommunity.com/tradeoffer/new/?partner=1');
  await save.click();
  await expect(page.getByText('This is not a trade link.')).toBeVisible();
  await look(page, 'trade-link-bad');
  anna.expectTrouble(...refusedWith(403));
  await field.fill(await linkOf(site, ROOKBOLT));
  await save.click();
  await nextToast(page, 'This trade link belongs to another Steam account');
  expect((await userOf(page)).tradeToken).toBe('');
  const [steam] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Find your trade link' }).click(),
  ]);
  const own = await steam.getByText('https://steamcommunity.com/').innerText();
  await steam.close();
  await field.fill(own);
  await field.press('Enter');
  await nextToast(page, 'Your trade link is saved');
  // The item is still in the cart.
  await expect(field).toBeHidden();
  await expect(cart(page).getByRole('list', { name: 'In your cart' }).getByRole('listitem')).toHaveCount(1);
  await page.goto('/profile');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await lookTwice(page, 'trade-link-saved');

  // A sum below the minimum is refused with its text, and no offer is sent.
  await page.getByRole('link', { name: 'Deposit' }).first().click();
  await tile(page, CHEAP).click();
  await cart(page)
    .getByRole('button', { name: /^Deposit \$/ })
    .click();
  await nextToast(page, 'Min deposit: $5.00');
  expect(asked).toEqual([]);
  await cart(page).getByRole('button', { name: 'Clear' }).click();

  // Into the cart by keyboard; accepted on the offer's own page.
  const list = page.getByRole('listbox', { name: 'Your items' });
  await page.getByRole('searchbox', { name: 'Search' }).fill(DEAR.name);
  await expect(items(page)).toHaveCount(1);
  await list.press('Enter');
  await expect(cart(page).getByRole('list', { name: 'In your cart' }).getByRole('listitem')).toHaveCount(1);
  await look(page, 'deposit-cart');
  const before = (await userOf(page)).balanceUsd;
  await cart(page)
    .getByRole('button', { name: /^Deposit \$/ })
    .press('Enter');
  await sent(page);
  const { code, totalUsd } = await newest(page);
  await expect(modal(page)).toContainText(code);
  await expect(modal(page)).toContainText('Fairpot trade 1');
  await lookTwice(page, 'trade-sent');
  const [offer] = await Promise.all([
    page.context().waitForEvent('page'),
    modal(page).getByRole('link', { name: 'Open in browser' }).click(),
  ]);
  await expect(offer.getByText(`#${code}`)).toBeVisible();
  await offer.getByRole('button', { name: 'Accept the trade' }).click();
  await expect(offer.getByText('Accepted', { exact: true })).toBeVisible();
  await offer.close();
  await expect(heading(page, 'Deposited')).toBeVisible();
  await expect(modal(page)).toContainText(`$${totalUsd.toFixed(2)} is in your balance.`);
  await look(page, 'trade-deposited');
  expect(Math.round(((await userOf(page)).balanceUsd - before) * 100)).toBe(Math.round(totalUsd * 100));
  await modal(page).getByRole('button', { name: 'CLOSE', exact: true }).click();
  await expect(trades(page).first()).toContainText('Deposited');
  await expect(cart(page)).toContainText('Your cart is empty');
  await expect(items(page)).toHaveCount(0);
  await lookTwice(page, 'deposit-done');
});

test('to the site inventory; declined, expired, held, refused', async ({ site, member }) => {
  test.slow(); // several screens are checked
  const bela = await depositor(site, member, 'bela', [DEAR, DEAR]);
  const { page, steamid } = bela;
  const before = await inventoryOf(page);
  await cart(page).getByRole('radio', { name: 'Site inventory' }).check();
  await order(page, DEAR);
  await site.simulate('POST', `offers/${await sent(page)}/accept`);
  await expect(heading(page, 'Deposited')).toBeVisible();
  await expect(modal(page)).toContainText('Your items are in your site inventory.');
  expect((await inventoryOf(page)).length).toBe(before.length + 1);
  await modal(page).getByRole('button', { name: 'CLOSE', exact: true }).click();

  await order(page, DEAR);
  await sent(page);
  const [offer] = await Promise.all([
    page.context().waitForEvent('page'),
    modal(page).getByRole('link', { name: 'Open in browser' }).click(),
  ]);
  await offer.getByRole('button', { name: 'Decline' }).click();
  await expect(offer.getByText('You can close this page.')).toBeVisible();
  await offer.close();
  await expect(heading(page, 'Declined')).toBeVisible();
  await expect(modal(page)).toContainText('Your items are in your Steam inventory, untouched.');
  await look(page, 'trade-declined');
  await page.keyboard.press('Escape');

  // Closing the window does not stop the trade: it stays in the list, from where the window opens again.
  await order(page, DEAR);
  const expiring = await sent(page);
  await page.keyboard.press('Escape');
  await expect(tile(page, DEAR)).toContainText('In an open offer');
  await trades(page)
    .first()
    .getByRole('button', { name: /^CONFIRM TRADE/ })
    .click();
  await site.simulate('POST', `offers/${expiring}/expire`);
  await expect(heading(page, 'Expired')).toBeVisible();
  await modal(page).getByRole('button', { name: 'CLOSE', exact: true }).click();

  await order(page, DEAR);
  await site.simulate('POST', `offers/${await sent(page)}/hold`, { days: 15 });
  await expect(heading(page, 'Steam holds this trade')).toBeVisible();
  await look(page, 'trade-held');
  await page.keyboard.press('Escape');
  expect(await inventoryOf(page)).toHaveLength(before.length + 1);

  // An account without an authenticator: no offer is sent.
  await site.simulate('PATCH', `users/${steamid}`, { holdDays: 15 });
  await give(site, steamid, DEAR);
  await page.getByRole('button', { name: 'Reload from Steam' }).click();
  await nextToast(page, 'Items is refreshed!');
  await order(page, DEAR);
  await expect(heading(page, 'Not possible')).toBeVisible();
  await expect(modal(page)).toContainText('Steam would hold this trade');
});

test('a private inventory and an unreachable Steam say so; a closed game accepts nothing', async ({ site, member }) => {
  test.slow(); // several screens are checked
  const cara = await depositor(site, member, 'cara', [DEAR]);
  const { page, steamid } = cara;
  await expect(tile(page, DEAR)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['CS2', 'Dota 2', 'Rust not accepted now']);
  await page.getByRole('tab', { name: 'Rust' }).click();
  await expect(
    page.getByText('Rust items are not accepted right now. Deposit CS2 or Dota 2 items instead.'),
  ).toBeVisible();
  await expect(cart(page).getByRole('button', { name: /^Deposit/ })).toHaveCount(0);
  await look(page, 'deposit-other-game');
  await page.getByRole('tab', { name: 'Dota 2' }).click();

  cara.expectTrouble(...refusedWith(409, 503));
  await site.simulate('PATCH', `users/${steamid}`, { inventory: 'private' });
  await page.getByRole('button', { name: 'Reload from Steam' }).click();
  await nextToast(page, 'Your Steam inventory is private');
  await page.reload();
  await expect(page.getByText('set your inventory to Public, then reload.')).toBeVisible();
  await look(page, 'deposit-private');
  await site.simulate('PATCH', `users/${steamid}`, { inventory: 'public' });
  await page.getByRole('button', { name: 'Reload from Steam' }).last().click();
  await nextToast(page, 'Items is refreshed!');
  await expect(tile(page, DEAR)).toBeVisible();

  await site.simulate('POST', 'faults', { service: 'steam', fault: 'inventory-500' });
  await page.getByRole('tab', { name: 'CS2' }).click();
  await expect(page.getByText('Steam is not responding. Please try again in a minute.')).toBeVisible();
  await site.simulate('DELETE', 'faults?service=steam&fault=inventory-500');
  // The trading account's view of the trade page may arrive just now: the page reloads by itself, and there is no button to press.
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 });
    await expect(page.getByText('Your items are untouched.')).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});

test('items from a reversible trade are reserved until it is final', async ({ site, member }) => {
  await site.set('global.appid', RUST);
  const dora = await depositor(site, member, 'dora', [OTHER]);
  const { page } = dora;
  await order(page, OTHER);
  const offerId = await sent(page);
  await site.simulate('POST', `offers/${offerId}/accept`);
  await expect(heading(page, /^Received, reserved until/)).toBeVisible();
  await expect(modal(page)).toContainText('reserved for now');
  const { totalUsd } = await newest(page);
  expect((await userOf(page)).balanceUsdHold).toBe(totalUsd);
});
