/** The site on a phone of 390 px: two drawers, full-screen chat, a game from stake to result; and 320 px. */
import type { Page } from '@playwright/test';
import { createGame, joinGame, landed, rowOf } from '../lib/coinflip/page.ts';
import { expect, test } from '../lib/journey.ts';
import { expectNoSideScroll, look } from '../lib/look.ts';
import { itemsOf, modal } from '../lib/screen.ts';

test('the drawers and the chat on a phone', async ({ member }) => {
  const { page, name } = await member('phone', '/coinflip');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Marketplace' })).toBeVisible();
  await look(page, 'menu');
  await menu.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Profile' }).click();
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await expect(profile).toContainText(name);
  await expect(profile).toContainText('$0.00');
  await expect(profile.getByRole('progressbar', { name: 'Experience' })).toBeVisible();
  await expect(profile.getByRole('link', { name: 'Logout' })).toBeVisible();
  await look(page, 'profile-drawer');
  await profile.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Chat' }).click();
  const chat = page.getByRole('dialog', { name: 'Chat' });
  await expect(chat).toBeVisible();
  await look(page, 'chat');
  const box = await chat.boundingBox();
  expect([box?.width, box?.height]).toEqual([390, 844]);
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(chat).toHaveCount(0);
});

test('two phones: create, join, and the same winner on both', async ({ member }) => {
  const [one, two] = await Promise.all([member('thumb-a', '/coinflip'), member('thumb-b', '/coinflip')]);
  await createGame(one, 'Blue', 50);
  await look(one.page, 'view-waiting');
  await joinGame(two.page, one.name);
  await expect(modal(two.page).getByRole('timer')).toBeVisible();
  await look(two.page, 'view-countdown');
  const [first, second] = await Promise.all([landed(one.page), landed(two.page)]);
  expect(first).toBe(second);
  await expect(modal(one.page).getByText('Verified', { exact: true })).toBeVisible();
  await look(one.page, 'view-landed');
  for (const { page } of [one, two]) await page.getByRole('button', { name: 'Close', exact: true }).click();
  // Each reads their own result in the row: one won, the other lost.
  const resultIn = async (page: Page) => /You (won|lost) /.exec(await rowOf(page, one.name).innerText())?.[1];
  await expect
    .poll(async () => (await Promise.all([resultIn(one.page), resultIn(two.page)])).toSorted())
    .toEqual(['lost', 'won']);
  await look(one.page, 'coinflip');
});

const PATHS = [
  '/',
  '/coinflip',
  '/casebattles',
  '/fairplay',
  '/faq',
  '/developers',
  '/marketplace',
  '/deposit',
  '/withdraw',
  '/support',
  '/profile',
];

async function walk(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 });
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSideScroll(page, `${path} at ${width} px`);
  }
}

test('signed out, nothing scrolls sideways at 360 and 320 px', async ({ visitor }) => {
  const { page } = await visitor();
  for (const width of [360, 320]) await walk(page, width);
});

test('nothing scrolls sideways at 320 px, including the window of a new game', async ({ member }) => {
  const { page } = await member('narrower', '/coinflip');
  await walk(page, 320);
  await page.goto('/coinflip');
  await page.getByRole('button', { name: 'Create game' }).first().click();
  await expect(itemsOf(page).first()).toBeVisible();
  await expectNoSideScroll(page, 'the window of a new game at 320 px');
  const inside = await modal(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(inside).toBeLessThanOrEqual(0);
  await look(page, 'create-320');
});
