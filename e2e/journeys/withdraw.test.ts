/**
 * Withdrawals: the Level 10 rule before the click, what can be withdrawn below it, a declined offer, an accepted one, and the page of an item for its
 * owner and for a stranger.
 */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { WithdrawItem, withdrawItems } from '@fairpot/contract/trades/schemas';
import type { Locator, Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import { connected, expect, freshName } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { Player } from '../lib/player.ts';
import { ask, closeModal, modal } from '../lib/screen.ts';
import { test } from '../lib/trading.ts';

const BOT = '76561198000000301';
const NEED_LEVEL = 'Users need to be at least Level 10 to get the winnings';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const cart = (page: Page): Locator => page.getByRole('region', { name: 'Cart' });
const order = (page: Page): Locator => cart(page).getByRole('button', { name: /^Withdraw/ });
const list = async (page: Page): Promise<readonly WithdrawItem[]> =>
  (await ask<CallOutput<typeof withdrawItems>>(page, '/withdraw/items')).items;
const nameOf = ({ item }: WithdrawItem) => `${item.name} | ${item.itemName}`;
const tile = (page: Page, item: WithdrawItem): Locator =>
  page.getByRole('listbox', { name: 'Your items' }).getByRole('option', { name: item.item.itemName }).first();

async function lookAtBoth(page: Page, name: string): Promise<void> {
  await look(page, name);
  await page.setViewportSize(PHONE);
  await look(page, `${name}-390`);
  await page.setViewportSize(DESKTOP);
}

/** Answers the offer of the open window on the simulated Steam's own page. */
async function answer(page: Page, button: RegExp): Promise<void> {
  const way = modal(page).getByRole('link', { name: 'Open in browser' });
  await expect(way).toBeVisible({ timeout: 30_000 });
  const [offer] = await Promise.all([page.context().waitForEvent('page'), way.click()]);
  await offer.getByRole('button', { name: button }).click();
  // Closed while its navigation is under way, this page can freeze the one that opened it: they share a renderer.
  await expect(offer.getByText('You can close this page.')).toBeVisible();
  await offer.close();
}

test('below Level 10 deposits, from Level 10 everything; a declined offer returns items; each item shows its path', async ({
  site,
  member,
}) => {
  test.slow(); // several screens are checked
  const db = site.openDatabase();
  try {
    const { page, expectTrouble } = await member('taker', '/withdraw');
    await connected(page);
    const { user } = await ask<{ user: { id: string; steamid: string } }>(page, '/user');
    const { tradeLink } = await site.simulate<{ tradeLink: string }>('GET', `users/${user.steamid}/credentials`);

    // Two CS2 items that the site can serve from its stock, and all others that it cannot.
    const served = (await list(page)).filter(({ item }) => item.appId === 730 && item.itemName && item.itemType);
    const [dear] = served;
    const cheap = served.find(({ item }) => item.priceUsd < (dear?.item.priceUsd ?? 0));
    if (!cheap || !dear) throw new Error('the greeting holds no two CS2 items');
    for (const each of [cheap, dear]) {
      const marketHashName = `${nameOf(each)} (${each.item.itemType})`;
      await site.simulate('POST', `users/${BOT}/items`, { appId: 730, marketHashName, count: 1 });
    }
    await expect
      .poll(async () => (await list(page)).find(({ id }) => id === dear.id)?.inStock, { timeout: 60_000 })
      .toBe(1);
    await page.reload();
    await page.getByRole('tab', { name: 'CS2' }).click();
    await expect(order(page)).toBeDisabled();
    await expect(page.getByText('Not in stock').first()).toBeVisible();

    // The rule is beside the button before any click. Items are selected by keyboard.
    await tile(page, dear).click();
    await expect(cart(page).getByText(NEED_LEVEL)).toBeVisible();
    await expect(order(page)).toBeDisabled();
    await expect(page.getByText('Refundable now').locator('..')).toContainText('$0.00');
    await lookAtBoth(page, 'withdraw-below');
    await tile(page, dear).click();

    // Deposits count to the cent: exactly the price of the cheap item.
    const cents = Math.round(cheap.item.priceUsd * 100);
    await db.run(sql`insert into trade_sums (player_id, deposited_cents) values (${user.id}, ${cents})`);
    await page.reload();
    await page.getByRole('tab', { name: 'CS2' }).click();
    await tile(page, cheap).click();
    await expect(cart(page).getByText('You need a trade link for this')).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/withdraw/steam')) asked.push(request.method());
    });
    await order(page).click();
    await expect(page.getByText('Need put tradelink!').first()).toBeVisible();
    await expect(cart(page).getByLabel('Your trade link')).toBeFocused();
    expect(asked).toEqual([]);
    await page.evaluate(async (link) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      await fetch('/api/user/tradelink', { method: 'POST', headers, body: JSON.stringify({ tradeLink: link }) });
    }, tradeLink);
    await page.goto('/withdraw');
    await page.getByRole('tab', { name: 'CS2' }).click();
    await tile(page, dear).click();
    await expect(order(page)).toBeDisabled();
    await tile(page, dear).click();
    await tile(page, cheap).click();
    await order(page).focus();
    await page.keyboard.press('Enter');

    // Declined in Steam: the item is returned, and the page says so.
    await answer(page, /^Decline/);
    await expect(modal(page).getByText('Declined', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await expect(modal(page).getByText('Your items are in your site inventory again.')).toBeVisible({
      timeout: 30_000,
    });
    await closeModal(page);
    expect((await list(page)).some(({ id }) => id === cheap.id)).toBe(true);

    // From Level 10 on the rule is not shown, and the trade goes through.
    await db.run(sql`insert into player_game_stats
        (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
      values (${user.id}, 'coinflip', 1, 0, 10000, 0, 0, 100000)`);
    await page.reload();
    await page.getByRole('tab', { name: 'CS2' }).click();
    await tile(page, dear).click();
    await expect(cart(page).getByText(NEED_LEVEL)).toHaveCount(0);
    await lookAtBoth(page, 'withdraw-chosen');
    await order(page).click();
    await answer(page, /^Accept/);
    await expect(
      modal(page)
        .getByText(/^Received, final from/)
        .first(),
    ).toBeVisible({ timeout: 30_000 });
    const { items } = await site.simulate<{ items: { marketHashName: string }[] }>('GET', `users/${user.steamid}`);
    expect(items.some((each) => each.marketHashName === `${nameOf(dear)} (${dear.item.itemType})`)).toBe(true);
    await lookAtBoth(page, 'withdraw-received');
    await closeModal(page);
    expect((await list(page)).some(({ id }) => id === dear.id)).toBe(false);
    await lookAtBoth(page, 'withdraw-orders');

    // The item's page: its owner sees every step; a stranger sees that it does not exist.
    await page
      .getByRole('link', { name: new RegExp(`${dear.item.itemName}.*view history`) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: nameOf(dear) })).toBeVisible();
    const steps = page.getByRole('list', { name: 'Movements, oldest first' }).getByRole('listitem');
    await expect(steps.first()).toContainText('Added to a site inventory');
    await expect(steps.last()).toContainText('Reserved for a withdrawal');
    await expect(steps.last()).toContainText(/Asset \d+/);
    await expect(page.getByText('In your Steam inventory', { exact: true })).toBeVisible();
    await lookAtBoth(page, 'item');
    // Staff find it by the asset id that was sent, and see the same steps.
    const { asset_id: out } = await db.one<{ asset_id: string }>(
      sql`select asset_id from trade_moves where direction = 'OUT' and order_id = any(
        select order_id from trade_order_items where item_id = ${dear.id})`,
    );
    const helper = await member('helper', '/faq');
    await db.run(sql`update players set status = 'SUPPORT' where name = ${helper.name}`);
    await helper.page.goto('/staff/trades');
    await helper.page.getByRole('searchbox', { name: 'Search trades' }).fill(out);
    await helper.page.getByRole('searchbox', { name: 'Search trades' }).press('Enter');
    const found = helper.page.getByRole('table', { name: 'Trade orders' }).getByRole('row').nth(1);
    await expect(found).toContainText(out);
    await expect(found).toContainText('sent');
    await lookAtBoth(helper.page, 'desk-trades');
    await found.getByRole('link', { name: nameOf(dear) }).click();
    await expect(helper.page.getByRole('list', { name: 'Movements, oldest first' }).getByRole('listitem')).toHaveCount(
      await steps.count(),
    );
    const stranger = new Player(site.origin, freshName('stranger'));
    await stranger.signUp();
    expect((await stranger.get(`/items/${dear.id}/trace`)).status, 'for a stranger').toBe(404);
    expectTrouble(/404/);
    await page.goto(`/item/itm_${'0'.repeat(26)}`);
    await expect(page.getByText('Item not found')).toBeVisible();
    await look(page, 'item-none');
  } finally {
    await db.close();
  }
});
