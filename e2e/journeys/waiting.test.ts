/** What can happen to a game before another player joins: its creator cancels it, or a called bot joins. Other lists show both without a reload. */
import { createGame, gameOf, rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { inventoryOf, itemsOf, movePointerAway, modal } from '../lib/screen.ts';

const ids = (items: readonly { readonly id: string }[]) => items.map((item) => item.id).sort();

test('cancelling returns every item, and the game leaves every list', async ({ member, visitor }) => {
  const [creator, other] = await Promise.all([member('cancel', '/coinflip'), visitor()]);
  const { page, name } = creator;
  await other.page.goto('/coinflip');
  await connected(other.page);
  const had = ids(await inventoryOf(page));
  const id = await createGame(creator, 'Blue', 60);
  const staked = (await gameOf(page, id)).firstItems.length;
  await expect(rowOf(other.page, name)).toBeVisible();
  expect((await inventoryOf(page)).length, 'a stake is gone from the inventory').toBe(had.length - staked);

  // After the window is closed, the game is still in its creator's list.
  await page.keyboard.press('Escape');
  const row = rowOf(page, name);
  await expect(row.getByText('Your game')).toBeVisible();
  await row.getByRole('button', { name: `View ${name}’s game` }).click();
  await modal(page).getByRole('button', { name: 'Cancel game' }).click();
  await expect(modal(page).getByText('Cancelled. All items were returned.')).toBeVisible();
  await expect(modal(page).getByText('Not revealed: there was no draw')).toBeVisible();
  await look(page, 'view-cancelled');
  expect(ids(await inventoryOf(page))).toEqual(had);
  await page.keyboard.press('Escape');
  await movePointerAway(page);
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(rowOf(other.page, name)).toHaveCount(0);

  // The picker offers the items again without a reload.
  await page.getByRole('button', { name: 'Create game' }).first().click();
  await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', String(had.length));
});

test('a called bot joins and is marked as one; a visitor may watch but not join', async ({ member, visitor }) => {
  const [creator, onlooker] = await Promise.all([member('botcaller', '/coinflip'), visitor()]);
  const { page, name } = creator;
  await onlooker.page.goto('/coinflip');
  await connected(onlooker.page);
  const id = await createGame(creator, 'Red', 30);
  const row = rowOf(onlooker.page, name);
  await expect(row.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await modal(page).getByRole('button', { name: 'Call a bot' }).click();
  await row.getByRole('button', { name: `View ${name}’s game` }).click();
  for (const each of [page, onlooker.page]) await expect(modal(each).getByRole('timer')).toBeVisible();
  await expect(modal(onlooker.page).getByRole('button', { name: /JOIN|Cancel|bot/ })).toHaveCount(0);
  const bot = (await gameOf(page, id)).secondUser;
  expect(bot?.isFake).toBe(true);
  const side = modal(page).getByRole('region', { name: 'Blue side' });
  await expect(side).toContainText(bot?.name ?? 'a bot');
  await expect(side.getByText('BOT', { exact: true })).toBeVisible();
  await look(page, 'view-bot');
  await page.keyboard.press('Escape');
  await movePointerAway(page);
  await expect(rowOf(page, name).getByText('BOT', { exact: true })).toBeVisible();
});
