/**
 * Player protection and promo codes: a code accepted and refused, limits that stop a stake and a deposit on the button, a break, the reality check,
 * and self-exclusion in two browsers of one player.
 */
import type { Page } from '@playwright/test';
import { expect, connected, signInAs, test } from '../lib/journey.ts';
import { prepareGame } from '../lib/coinflip/page.ts';
import { openPicker } from '../lib/jackpot/page.ts';
import { look } from '../lib/look.ts';
import { Player } from '../lib/player.ts';
import { ask, closeModal, inventoryOf, modal, post } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

const ADMIN = '76561198000000202';
const userOf = async (page: Page) =>
  (await ask<{ user: { id: string; steamid: string; balanceUsd: number } }>(page, '/user')).user;

const tiles = (page: Page) => page.getByRole('listbox', { name: 'Your items' }).getByRole('option');
const limitOf = (page: Page, name: string) => page.getByRole('region', { name });

/** Checks what is shown in the usual widths. */
async function lookAtAll(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await look(page, `${name}-${width}`);
  }
  if (before) await page.setViewportSize(before);
}

test('a promo code pays once; limits stop a stake and a deposit on the button', async ({ member, baseURL }) => {
  test.slow();
  const { page, expectTrouble } = await member('careful', '/deposit', { unasked: true });
  // Before a first deposit the player chooses a limit or none. Deposits are disabled until then.
  const cart = page.getByRole('region', { name: 'Cart' });
  await expect(page.getByRole('heading', { name: 'Before your first deposit' })).toBeVisible();
  await expect(cart.getByRole('button', { name: 'Answer the limit question first' })).toBeDisabled();
  await lookAtAll(page, 'limit-question');
  await page.getByLabel('Limit in dollars').fill('a lot');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByText('Enter an amount in dollars, with up to two decimals')).toBeVisible();
  await page.getByLabel('Limit in dollars').fill('500');
  await page.getByLabel('Limit period').selectOption('in 30 days');
  await page.getByRole('button', { name: 'Set limit' }).click();
  await expect(page.getByRole('heading', { name: 'Before your first deposit' })).toBeHidden();
  await expect(cart.getByRole('button', { name: 'Answer the limit question first' })).toBeHidden();
  expect(await ask(page, '/user/limits')).toMatchObject({
    limitsAnswered: true,
    limits: [{ kind: 'deposit', span: 'month', limitUsd: 500 }],
  });
  await page.goto('/profile');
  const admin = new Player(baseURL ?? '', 'admin');
  await admin.signIn(ADMIN);
  await admin.post('/user/confirm-age', { adult: true });
  const made = await admin.post<{ code: string }>('/admin/promocodes/create', {
    amountUsd: 2.5,
    uses: 3,
    why: 'A code of the journeys',
  });
  expect(made).toMatchObject({ status: 200 });
  const code = made.response?.code ?? '';

  const field = page.getByLabel('Your code');
  const activate = page.getByRole('button', { name: 'Activate' });
  const { balanceUsd: before } = await userOf(page);
  await field.fill(code.toLowerCase());
  await activate.click();
  await expect(page.getByText('$2.50 added to your balance')).toBeVisible();
  await expect.poll(async () => (await userOf(page)).balanceUsd).toBe(before + 2.5);
  expectTrouble(...refusedWith(404, 409));
  await field.fill(code);
  await activate.click();
  await nextToast(page, "You can't activate the promocode more than 1 time!");
  await field.fill('NO SUCH CODE');
  await activate.click();
  await nextToast(page, 'Promocode not found');
  await expect(page.getByText('Promocode not found').last()).toBeVisible();
  await lookAtAll(page, 'promo-refused');
  // A prize item: in the inventory, and not stakeable.
  const [{ item: cheapest } = { item: { id: '' } }] = (await inventoryOf(page)).filter(
    ({ item }) => item.priceUsd >= 1,
  );
  const prize = await admin.post<{ code: string }>('/admin/promocodes/create', {
    itemType: cheapest.id,
    uses: 1,
    why: 'A prize of the journeys',
  });
  await field.fill(prize.response?.code ?? '');
  await activate.click();
  await expect(page.getByText(/is in your inventory. Prize items cannot be staked/)).toBeVisible();
  // Five tries an hour, which may restart in the meantime; then the page says how long to wait.
  expectTrouble(...refusedWith(429));
  let status = 404;
  for (let n = 0; status === 404 && n < 6; n += 1) {
    const answer = page.waitForResponse('**/api/promocode/activate');
    await field.fill(`NO SUCH CODE ${n}`);
    await activate.click();
    status = (await answer).status();
  }
  expect(status).toBe(429);
  await expect(page.getByText(/^Too many promo codes tried. Please wait \d+ min$/).last()).toBeVisible();
  await look(page, 'promo-tries');

  // A stake limit of 12 dollars, reached in two steps.
  await page.getByRole('tab', { name: 'Limits' }).click();
  await page.getByRole('button', { name: 'Set the stake limit in 24 hours' }).click();
  await page.getByLabel('Stake limit in 24 hours, in dollars').fill('12');
  await limitOf(page, 'Stake limit').getByRole('button', { name: 'Save' }).click();
  await expect(limitOf(page, 'Stake limit').getByText('$12.00 left')).toBeVisible();
  await page.getByRole('button', { name: 'Change the stake limit in 24 hours' }).click();
  await page.getByRole('button', { name: 'Remove limit' }).click();
  await expect(page.getByText(/Requested: no limit\. You can confirm it from/)).toBeVisible();
  await page.getByRole('button', { name: 'Set the deposit limit in 7 days' }).click();
  await page.getByLabel('Deposit limit in 7 days, in dollars').fill('0');
  await limitOf(page, 'Deposit limit').getByRole('button', { name: 'Save' }).click();
  await expect(limitOf(page, 'Deposit limit').getByText('$0.00 left')).toBeVisible();
  await lookAtAll(page, 'limits');

  await page.goto('/coinflip');
  await connected(page);
  await prepareGame(page, 'Red', 20);
  await expect(modal(page).getByRole('button', { name: 'Over your stake limit' })).toBeDisabled();
  await expect(modal(page).getByText(/Your stake limit is \$12.00 in 24 hours: \$12.00 left/)).toBeVisible();
  await expect(modal(page).getByText('Prize items cannot be staked').first(), 'on the prize itself').toBeAttached();
  await look(page, 'limit-on-the-button');
  // The server refuses a call that bypasses the button.
  const ids = (await inventoryOf(page))
    .filter(({ type, item }) => type !== 'PRIZE_PROMO' && item.priceUsd >= 1)
    .slice(0, 12)
    .map(({ id }) => id);
  expectTrouble(...refusedWith(409));
  expect(await post(page, '/coinflip/create/inventory', { inventoryIds: ids, side: 1 })).toMatchObject({
    status: 409,
    message: 'ERR_LIMIT_STAKE',
  });
  await closeModal(page);

  // No limit left: each game says so before anything is selected.
  expect(await post(page, '/user/limits/set', { kind: 'loss', span: 'week', limitUsd: 0 })).toMatchObject({
    status: 200,
  });
  await page.goto('/casebattles');
  await expect(page.getByRole('button', { name: 'Over your loss limit' })).toBeDisabled();
  await expect(page.getByText(/Your loss limit is \$0.00 in 7 days: \$0.00 left/)).toBeVisible();
  await look(page, 'limit-on-a-battle');
  await page.goto('/');
  await connected(page);
  await openPicker(page);
  await expect(modal(page).getByRole('button', { name: 'Over your loss limit' })).toBeDisabled();
  await expect(modal(page).getByText(/Your loss limit is \$0.00 in 7 days/), 'with nothing chosen').toBeVisible();
  await look(page, 'limit-on-the-pot');
  await closeModal(page);
  await page.goto('/deposit');
  await expect(cart.getByRole('button', { name: 'Over your deposit limit' })).toBeDisabled();
  await expect(page.getByText(/Your deposit limit is \$0.00 in 7 days/).first()).toBeVisible();
});

test('a break, the reality check, and self-exclusion: both browsers are signed out at once, and withdrawing stays possible', async ({
  member,
  visitor,
}) => {
  test.slow();
  const { page, expectTrouble } = await member('leaver', '/profile?tab=limits');
  await connected(page);
  const { steamid } = await userOf(page);
  const other = await visitor();
  await signInAs(other.page, steamid, '/coinflip');
  await connected(other.page);

  await page.getByLabel('Reality check interval').selectOption('15');
  await expect.poll(async () => (await ask<{ realityMinutes: number }>(page, '/user/limits')).realityMinutes).toBe(15);
  // Fifteen minutes later by the page's clock: the window closes only once it was read.
  await page.route(/\/api\/user\/limits(\/seen)?$/, async (route) => {
    const answer = await route.fetch();
    const { success, response } = (await answer.json()) as { success: boolean; response: { play: { readAt: number } } };
    const isRead = route.request().postData()?.includes('true') ?? false;
    const readAt = response.play.readAt - (isRead ? 0 : 15 * 60_000);
    await route.fulfill({ json: { success, response: { ...response, play: { ...response.play, readAt } } } });
    if (isRead) await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  await page.reload();
  const check = page.getByRole('dialog', { name: 'Reality check' });
  await expect(check).toBeVisible();
  await look(page, 'reality-check');
  await page.keyboard.press('Escape');
  await expect(check).toBeVisible();
  await check.getByRole('button', { name: 'I have read this' }).click();
  await expect(check).toBeHidden();

  await page.getByRole('button', { name: 'Take a break' }).click();
  await page.getByRole('button', { name: 'Start break' }).click();
  await expect(page.getByText(/You are taking a break until .*You can only extend it/)).toBeVisible();
  await page.goto('/casebattles');
  await expect(page.getByText(/^You are taking a break until/).first()).toBeVisible();

  await page.goto('/self-exclusion');
  await lookAtAll(page, 'self-exclusion');
  await page.getByLabel('Type EXCLUDE to confirm').fill('exclude');
  expectTrouble(/401/);
  other.expectTrouble(/401/);
  await page.getByRole('button', { name: 'Exclude me for 6 months' }).click();
  await expect(page.getByText('You are excluded from play, and signed out everywhere.')).toBeVisible();
  await expect(
    other.page
      .getByRole('link', { name: /log ?in/i })
      .or(other.page.getByRole('button', { name: /log ?in/i }))
      .first(),
  ).toBeVisible();

  // Signed in again to withdraw: no play, withdrawals as before.
  await signInAs(other.page, steamid, '/withdraw');
  await expect(tiles(other.page).first()).toBeVisible();
  await other.page.goto('/profile?tab=limits');
  await expect(other.page.getByRole('heading', { name: 'You are excluded' })).toBeVisible();
  await lookAtAll(other.page, 'excluded');
  await other.page.goto('/coinflip');
  await connected(other.page);
  await prepareGame(other.page, 'Red', 20);
  await expect(modal(other.page).getByRole('button', { name: 'Self-excluded' })).toBeDisabled();
});
