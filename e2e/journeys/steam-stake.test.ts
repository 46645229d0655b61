/**
 * Stakes straight from Steam: a pot joined, a game created and joined with items that are on Steam when the button is pressed. Items that could not
 * be staked on arrival stay in the site inventory, and the player sees why.
 */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { listTradeOrders } from '@fairpot/contract/trades/schemas';
import type { Page } from '@playwright/test';
import { landed, rowOf } from '../lib/coinflip/page.ts';
import { potOf, roundOf } from '../lib/jackpot/page.ts';
import { connected, expect, type Member } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { ask, closeModal, inventoryOf, itemsOf, modal, opened, post } from '../lib/screen.ts';
import type { Site } from '../lib/site.ts';
import { nextToast } from '../lib/toasts.ts';
import { test } from '../lib/trading.ts';

/** A game whose trades cannot be reversed: Dota 2. */
const UNPROTECTED = 570;

test.beforeAll(async ({ site }) => {
  await site.set('global.appid', UNPROTECTED);
  // More than bots ever stake, so that the pot waits for these players; and new accounts may deposit that much.
  await site.set('jackpot.minbetCents', 200_000);
  await site.set('deposit.firstDayCents', 10_000_000);
  // They deposit several items of one expensive type, which would trip its circuit breaker.
  await site.set('breaker.typeDayCents', 10_000_000);
});

async function steamidOf(page: Page): Promise<string> {
  return (await ask<{ user: { steamid: string } }>(page, '/user')).user.steamid;
}

async function tradeLinkOf(site: Site, page: Page): Promise<string> {
  const path = `users/${await steamidOf(page)}/credentials?platform=web`;
  return (await site.simulate<{ tradeLink: string }>('GET', path)).tradeLink;
}

async function setTradeLink(site: Site, { page }: Member): Promise<void> {
  const tradeLink = await tradeLinkOf(site, page);
  expect(await post(page, '/user/tradelink', { tradeLink })).toMatchObject({ status: 200 });
  await page.reload();
  await connected(page);
}

/** 'Make deposit': stake from Steam. */
async function chooseSteam(page: Page, title: string): Promise<void> {
  await opened(page, 'bet.source');
  await expect(page.getByRole('dialog', { name: 'Make deposit' })).toBeVisible();
  await modal(page)
    .getByRole('button', { name: /^Steam inventory/ })
    .click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
}

/**
 * Selects that many of the most expensive items, which come first. An item that an earlier trade took disappears when the list reloads; then the next
 * one counts.
 */
async function selectMostExpensive(page: Page, count: number): Promise<void> {
  await expect(async () => {
    const isChosen = await itemsOf(page).evaluateAll((all) => all.map((each) => each.ariaSelected === 'true'));
    const chosen = isChosen.filter(Boolean).length;
    // -1 before the list is loaded: nth(-1) would wait for it and press the last item, the cheapest.
    const next = isChosen.indexOf(false);
    if (chosen < count && next !== -1) await itemsOf(page).nth(next).click({ timeout: 2_000 });
    expect(chosen).toBe(count);
  }).toPass({ intervals: [100] });
}

/** Sends the offer with that many of the most expensive items. The list may reload just before the click and drop a selected item. */
async function sendMostExpensive(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await selectMostExpensive(page, count);
    await sendButton(page).click({ timeout: 2_000 });
  }).toPass({ intervals: [100] });
}

const sendButton = (page: Page) => modal(page).getByRole('button', { name: /^Send trade offer/ });

/** Accepts the offer on Steam's page. */
async function accept(page: Page, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  await opened(page, 'trade.confirm');
  await expect(page.getByRole('dialog', { name: 'CONFIRM TRADE' })).toBeVisible();
  const open = modal(page).getByRole('link', { name: 'Open in browser' });
  await expect(open).toBeVisible({ timeout: 30_000 });
  await meanwhile();
  const [offer] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
  await offer.getByRole('button', { name: 'Accept the trade' }).click();
  await expect(offer.getByText(/complete|accepted/i).first()).toBeVisible();
  await offer.close();
}

test('a pot joined, a game created and joined with items on Steam; items that cannot be staked stay on the site', async ({
  site,
  member,
}) => {
  test.setTimeout(360_000); // several trades in sequence
  const [first, second] = [await member('steamer', '/', { unasked: true }), await member('joiner', '/coinflip')];

  for (const [{ page }, count] of [[first, 3] as const, [second, 5] as const]) {
    const to = `users/${await steamidOf(page)}/items`;
    await site.simulate('POST', to, { appId: UNPROTECTED, marketHashName: 'Golden Baby Roshan', count });
  }

  // A bet from Steam is a deposit: a player who has not answered the limit question sees that on the button, and the question.
  await connected(first.page);
  await first.page.getByRole('button', { name: 'Join with items' }).click();
  await expect(first.page.getByRole('dialog', { name: 'Make deposit' })).toBeVisible();
  await lookAtWidths(first.page, 'bet.source');
  await chooseSteam(first.page, 'Jackpot steam deposit');
  await opened(first.page, 'jackpot.joinSteam');
  await expect(modal(first.page).getByRole('button', { name: 'Answer the limit question first' })).toBeDisabled();
  await look(first.page, 'jackpot-steam-question');
  await first.page.getByRole('button', { name: 'No limit for now' }).click();
  await expect(first.page.getByRole('heading', { name: 'Before your first deposit' })).toBeHidden();

  // Without a trade link no order is made: the press leads to its field in the window.
  await selectMostExpensive(first.page, 2);
  await lookAtWidths(first.page, 'jackpot.joinSteam');
  await modal(first.page).getByRole('button', { name: 'Send trade offer' }).click();
  await nextToast(first.page, 'Need put tradelink!');
  const field = modal(first.page).getByLabel('Your trade link');
  await expect(field).toBeFocused();
  await field.fill(await tradeLinkOf(site, first.page));
  await modal(first.page).getByRole('button', { name: 'Save' }).click();
  await expect(field).toBeHidden();
  await expect(modal(first.page).getByRole('list', { name: 'Selected items' }).getByRole('listitem')).toHaveCount(2);
  await setTradeLink(site, second);

  await connected(first.page);
  const before = await inventoryOf(first.page);
  await sendMostExpensive(first.page, 2);
  await accept(first.page);
  await nextToast(first.page, 'You successfully joined jackpot!');
  const entry = (await potOf(first.page)).game?.entries.find(({ user }) => user.name === first.name);
  expect(entry?.totalUsd).toBeGreaterThan(2_000);
  expect(await inventoryOf(first.page)).toHaveLength(before.length);

  await first.page.goto('/coinflip');
  await connected(first.page);
  await first.page.getByRole('button', { name: 'Create game' }).first().click();
  await chooseSteam(first.page, 'Create steam coinflip');
  await opened(first.page, 'coinflip.createSteam');
  await modal(first.page).getByText('Blue', { exact: true }).click();
  await selectMostExpensive(first.page, 1);
  await lookAtWidths(first.page, 'coinflip.createSteam');
  await sendMostExpensive(first.page, 1);
  await accept(first.page);
  await expect(modal(first.page).getByText('Waiting for a player').first()).toBeVisible();

  const join = rowOf(second.page, first.name).getByRole('button', { name: /’s game, / });
  await join.click();
  await chooseSteam(second.page, 'Join steam coinflip');
  await opened(second.page, 'coinflip.joinSteam');
  await modal(second.page).getByRole('button', { name: 'Auto-select' }).click();
  await expect(modal(second.page).getByRole('list', { name: 'Selected items' })).toBeVisible();
  await lookAtWidths(second.page, 'coinflip.joinSteam');
  await sendButton(second.page).click();
  await accept(second.page, () => lookAtWidths(second.page, 'trade.confirm'));
  await nextToast(second.page, 'You successfully joined coinflip!');
  for (const { page } of [first, second]) await expect(modal(page).getByRole('timer')).toBeVisible();
  // The coin's payout is in the winner's inventory before items are counted.
  await landed(second.page);

  // A refused bet leaves its arrived items on the site: here the game was paused in the meantime.
  const { page } = second;
  await page.goto('/');
  await connected(page);
  const had = (await inventoryOf(page)).length;
  await page.getByRole('button', { name: 'Join with items' }).click();
  await chooseSteam(page, 'Jackpot steam deposit');

  // Steam would hold the trade: no offer is sent, and the window says why.
  await site.simulate('PATCH', `users/${await steamidOf(page)}`, { holdDays: 3 });
  await sendMostExpensive(page, 2);
  await nextToast(page, 'Something went wrong');
  await expect(modal(page).getByText(/^Steam would hold this trade/)).toBeVisible();
  await site.simulate('PATCH', `users/${await steamidOf(page)}`, { holdDays: 0 });
  await closeModal(page);

  await page.getByRole('button', { name: 'Join with items' }).click();
  await chooseSteam(page, 'Jackpot steam deposit');
  await sendMostExpensive(page, 2);
  await accept(page, () => site.set('jackpot.paused', true));
  const bet = page.getByRole('dialog', { name: 'Bet from Steam' });
  await expect(bet.getByText('The game is paused. Items go to your inventory')).toBeVisible({
    timeout: 30_000,
  });
  await look(page, 'bet-left');
  expect(await inventoryOf(page)).toHaveLength(had + 2);
  await closeModal(page);

  // Accepted after the round is over: the items are in the site inventory, none is staked, and the player sees why.
  await site.set('jackpot.paused', false);
  const { game: meant } = await potOf(page);
  if (meant === null) throw new Error('no pot');
  await page.getByRole('button', { name: 'Join with items' }).click();
  await chooseSteam(page, 'Jackpot steam deposit');
  const kept = await inventoryOf(page);
  await sendMostExpensive(page, 2);
  await accept(page, async () => {
    // Earlier items are staked meanwhile, so two players are in, and their minute passes.
    const dear = kept.filter(({ item }) => item.priceUsd > 1_000).map(({ id }) => id);
    expect(await post(page, '/jackpot/join/inventory', { inventoryIds: dear })).toMatchObject({ status: 200 });
    await site.advance(60_000);
    await expect.poll(async () => (await potOf(page)).last?.id, { timeout: 60_000 }).toBe(meant.id);
  });
  const text = 'Jackpot is in finish state, try later. Items go to your inventory';
  await expect(bet.getByText(text)).toBeVisible({ timeout: 30_000 });
  await look(page, 'bet-too-late');
  const now = await potOf(page);
  const staked = [await roundOf(page, meant.id), now.game].flatMap((round) => round?.entries ?? []);
  expect(staked.filter(({ user }) => user.name === second.name)).toHaveLength(1);
  const { orders } = await ask<CallOutput<typeof listTradeOrders>>(page, '/trades/list');
  expect(orders[0]?.bet?.state).toBe('LEFT');
  const here = (await inventoryOf(page)).map(({ id }) => id);
  expect(here).toEqual(expect.arrayContaining(orders[0]?.items.map(({ itemId }) => itemId) ?? []));
  expect(orders[0]?.items).toHaveLength(2);
  await closeModal(page);
});
