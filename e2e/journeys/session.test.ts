/** Sessions: one for all tabs of a browser, ended in all of them, and never by another site. */
import type { Page } from '@playwright/test';
import { connected, expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';

const block = (page: Page) => page.getByRole('button', { name: 'Account menu' });
const login = (page: Page) => page.getByRole('link', { name: 'LOGIN' });

test('logging out in one tab ends the other', async ({ member }) => {
  const { page, name, expectTrouble } = await member('tabs', '/coinflip');
  // The other tab fetches its user when its connection ends: the answer may arrive before the cookie is gone.
  // The same holds for the player data that it shows.
  const own = String.raw`\/api\/(user|user\/limits|notifications)`;
  expectTrouble(new RegExp(`status of 401 .*${own}`), new RegExp(`^answer 401 to GET .*${own}$`));
  const other = await page.context().newPage();
  await other.goto('/coinflip');
  await expect(block(other)).toContainText(name);
  await connected(other);
  await block(page).click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(login(page)).toBeVisible();
  await expect(login(other), 'the other tab knows without a reload').toBeVisible();
  await expect(block(other)).toHaveCount(0);
});

test('another site cannot log a player out: it takes a click here', async ({ member, baseURL }) => {
  const { page, name } = await member('lured', '/coinflip');
  const lure = `<a href="${baseURL}/api/auth/logout">a kitten</a>`;
  await page.route('http://elsewhere.test/', (route) => route.fulfill({ contentType: 'text/html', body: lure }));
  await page.goto('http://elsewhere.test/');
  await page.getByRole('link', { name: 'a kitten' }).click();
  await expect(page.getByRole('heading', { name: 'Log out of Fairpot?' })).toBeVisible();
  await look(page, 'logout-question');
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(block(page)).toContainText(name);

  await page.goto('http://elsewhere.test/');
  await page.getByRole('link', { name: 'a kitten' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(login(page)).toBeVisible();
});
