/** The list stays up to date: games appear and disappear without a reload, and a lost connection is shown and recovered from. */
import { createGame, rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { movePointerAway, modal } from '../lib/screen.ts';
import { CUT_OFF, NO_CODE } from '../lib/trouble.ts';

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

test('the connection is lost: the bar says so, actions wait, a window can be tried again, and afterwards all is right', async ({
  member,
}) => {
  const [creator, cut, other] = await Promise.all([
    member('while-cut', '/coinflip'),
    member('cut-off', '/coinflip'),
    member('before-cut', '/coinflip'),
  ]);
  const { page } = cut;
  cut.expectTrouble(...CUT_OFF, ...NO_CODE);
  await createGame(other, 'Red', 60);
  const join = rowOf(page, other.name).getByRole('button', { name: /^Join / });
  await connected(page);
  await expect(join).toBeVisible();
  const server = page.getByRole('region', { name: 'Server' });
  await expect(server).toContainText(/\d ms/);
  await movePointerAway(page);

  await page.context().setOffline(true);
  const bar = page.getByRole('status').filter({ hasText: 'Reconnecting, your stake is safe' });
  await expect(bar).toBeVisible({ timeout: 3_000 });
  await expect(server).not.toContainText(/\d ms/);
  const waiting = rowOf(page, other.name).getByRole('button', { name: 'Waiting for the connection' });
  await expect(waiting).toHaveAttribute('aria-disabled', 'true');
  await waiting.click({ force: true });
  await expect(modal(page)).toHaveCount(0);
  await look(page, 'reconnecting');
  const history = page.getByRole('tab', { name: 'History' });
  await history.click();
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await page.keyboard.press('?');
  const window_ = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(window_).toContainText('Stakes, items and balances are safe.');
  await window_.getByRole('button', { name: 'Try again' }).click();
  await expect(window_.getByRole('alert')).toBeVisible();
  await look(page, 'reconnecting-window');

  await createGame(creator, 'Blue', 60);
  await page.context().setOffline(false);
  await expect(bar).toHaveCount(0, { timeout: 30_000 });
  await expect(window_.getByText('Close the open window')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tryAgain).toHaveCount(0);
  await page.getByRole('tab', { name: 'Live' }).click();
  await expect(rowOf(page, creator.name)).toBeVisible();
  await expect(join).toBeVisible();
  await expect(server).toContainText(/\d ms/);
  for (const { page: own } of [creator, other]) await modal(own).getByRole('button', { name: 'Cancel game' }).click();
  await expect(rowOf(page, creator.name)).toHaveCount(0);
});

test('the live channel is opened again if its code was lost on the way', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  expectTrouble(/net::ERR_FAILED/);
  let lost = 0;
  await page.route(/\/assets\/live-socket/, (route) => (lost++ === 0 ? route.abort() : route.continue()));
  await page.goto('/coinflip');
  await connected(page);
  expect(lost).toBeGreaterThan(1);
});
