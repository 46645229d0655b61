/** The list stays up to date: games appear and disappear without a reload, and a lost connection is shown and recovered from. */
import { createGame, rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { movePointerAway, modal } from '../lib/screen.ts';
import { CUT_OFF } from '../lib/trouble.ts';

test('rows stay still under the pointer; new games wait behind a button', async ({ member, visitor }) => {
  const [creator, { page }] = await Promise.all([member('held', '/coinflip'), visitor()]);
  await page.goto('/coinflip');
  await connected(page);
  const list = page.getByRole('list', { name: 'Games' });
  await expect(list.getByRole('listitem').first()).toBeVisible({ timeout: 30_000 });
  await list.getByRole('listitem').first().hover();
  await createGame(creator, 'Red', 60);
  const fresh = page.getByRole('button', { name: /^\d+ new games?$/ });
  await expect(fresh).toBeVisible();
  await expect(rowOf(page, creator.name)).toHaveCount(0);
  await movePointerAway(page);
  await expect(rowOf(page, creator.name)).toBeVisible();
  await modal(creator.page).getByRole('button', { name: 'Cancel game' }).click();
});

test('the connection is lost: the bar says so, and afterwards the list is right', async ({ member, visitor }) => {
  const [creator, cut] = await Promise.all([member('while-cut', '/coinflip'), visitor()]);
  const { page } = cut;
  cut.expectTrouble(...CUT_OFF);
  await page.goto('/coinflip');
  await connected(page);
  await expect(page.getByRole('list', { name: 'Games' })).toBeVisible();
  await page.context().setOffline(true);
  const bar = page.getByRole('status').filter({ hasText: 'Reconnecting, your stake is safe' });
  await expect(bar).toBeVisible();
  await look(page, 'reconnecting');
  await createGame(creator, 'Blue', 60);
  await expect(rowOf(page, creator.name)).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(bar).toHaveCount(0, { timeout: 30_000 });
  await expect(rowOf(page, creator.name)).toBeVisible();
  await modal(creator.page).getByRole('button', { name: 'Cancel game' }).click();
  await expect(rowOf(page, creator.name)).toHaveCount(0);
});
