/** /developers: the reference of all calls from the site's own document, tried with an API key that the player makes and revokes on the profile. */
import type { Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import { expect } from '../lib/journey.ts';
import { look, lookTwice } from '../lib/look.ts';
import { test } from '../lib/trading.ts';

const callNamed = (page: Page, path: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(path, { exact: true }) });

test('a visitor finds a call and tries it', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  expectTrouble(/404/);
  await page.goto('/developers');
  await expect(page.getByRole('heading', { name: 'Reference' })).toBeVisible();
  await expect(page.getByText(/^\d\d calls$/)).toBeVisible();
  await lookTwice(page, 'developers');
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('coinflip round');
  await expect(page.getByText('1 call', { exact: true })).toBeVisible();
  const call = callNamed(page, '/api/coinflip/round/{id}');
  await call.getByText('/api/coinflip/round/{id}').click();
  await expect(call.getByLabel('Answer: response')).toContainText('phase: "WAITING"');
  await call.getByRole('textbox', { name: 'id (required)' }).fill('rnd_00000000000000000000000000');
  await call.getByRole('button', { name: 'Send' }).click();
  await expect(call.getByRole('status')).toContainText('ERR_NO_GAME');
  await lookTwice(page, 'developers-call', call);
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('zebra');
  await expect(page.getByText('No call matches')).toBeVisible();
});

test('a player creates a key, uses it, sees where it was used, and revokes it', async ({ member, site }) => {
  const { page, expectTrouble } = await member('builder', '/profile?tab=account');
  expectTrouble(/401/);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('Enter a name and allow at least one thing')).toBeVisible();
  await name.fill('coinflip bot');
  await page.getByRole('switch', { name: /^Play/ }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const made = page.getByRole('status').filter({ hasText: 'New API key' });
  const key = (await made.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^fp_[\w-]{43}$/);
  await lookTwice(page, 'api-key-made', made);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const keys = page.getByRole('list', { name: 'Your API keys' }).getByRole('listitem');
  await expect(keys).toContainText(['coinflip botReadPlay']);

  await page.getByRole('link', { name: 'How to use a key' }).click();
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('user.get');
  const call = callNamed(page, '/api/user');
  await call.getByText('/api/user', { exact: true }).click();
  const send = call.getByRole('button', { name: 'Send' });
  // Without a key it is a stranger's call, though this browser is signed in.
  await send.click();
  await expect(call.getByRole('status')).toContainText('· 401');
  await call.getByLabel('API key').fill(key);
  await send.click();
  await expect(call.getByRole('status')).toContainText('builder');
  await look(page, 'developers-tried');

  // As if a second machine had used it a minute ago.
  const db = site.openDatabase();
  await db.run(sql`update api_keys set other_hash = 'x', other_at = last_used_at - 60000 where name = 'coinflip bot'`);
  await db.close();
  await page.goto('/profile?tab=account');
  await expect(keys).toContainText([/last used .* from the same IP address/]);
  await expect(keys).toContainText([/Also used from a second IP address/]);
  await lookTwice(page, 'api-keys', keys.first());
  await page.getByRole('button', { name: 'Revoke coinflip bot' }).click();
  await expect(page.getByText('You have no API keys.')).toBeVisible();
  const headers = { authorization: `Bearer ${key}` };
  expect((await page.request.get('/api/user', { headers })).status()).toBe(401);
});
