/** Every mistake a player can make at coinflip, with the exact text of the refusal. */
import { JOIN_WINDOW_BPS } from '@fairpot/contract/coinflip/calls';
import type { Page } from '@playwright/test';
import { createGame, gameOf, prepareJoin, rowOf } from '../lib/coinflip/page.ts';
import { expect, test } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { chooseSixteen, inventoryOf, itemsOf, modal, opened, post, stakeableOf } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

/**
 * Holds each page's call to `url` until every page has sent its own, then releases them together. Otherwise the faster player could close the other's
 * window before its button was pressed.
 */
async function holdUntilAllSent(pages: readonly Page[], url: string): Promise<void> {
  let sent = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const page of pages) {
    await page.route(url, async (route) => {
      sent += 1;
      if (sent === pages.length) release();
      await all;
      await route.continue();
    });
  }
}

test('a stake that is too small is refused by its text', async ({ member }) => {
  const { page, expectTrouble } = await member('small', '/coinflip');
  await page.getByRole('button', { name: 'Create game' }).first().click();
  await opened(page, 'coinflip.create');
  const create = modal(page);
  await expect(create.getByRole('button', { name: 'Create on red' }), 'nothing chosen').toBeDisabled();
  await create.getByLabel('Sort').selectOption('Low to high');
  await stakeableOf(page)
    .filter({ hasText: /\$[5-9]\.\d\d/ })
    .first()
    .click();
  await expect(create.getByRole('status')).toHaveText('Min bet is 10.00$');
  await create.getByRole('button', { name: 'Create on red' }).click();
  await nextToast(page, 'Min bet is 10.00$');
  await lookAtWidths(page, 'coinflip.create');

  // The server also refuses a call that bypasses the page.
  expectTrouble(...refusedWith(422));
  const cheap = (await inventoryOf(page)).find((item) => item.item.priceUsd < 10 && item.type !== 'PRIZE_PROMO');
  const answer = await post(page, '/coinflip/create/inventory', { inventoryIds: [cheap?.id], side: 1 });
  expect(answer).toMatchObject({ status: 422, message: 'ERR_AMOUNT_TOOLESS' });
});

test('a prize cannot be selected, nor can a sixteenth item', async ({ member }) => {
  const { page, expectTrouble } = await member('greedy', '/coinflip');
  await page.getByRole('button', { name: 'Create game' }).first().click();
  const create = modal(page);
  const options = itemsOf(page);
  await expect(options.first()).toBeVisible();
  const prize = create.locator('[role=option][aria-disabled=true]');
  await create.getByRole('listbox').press('End');
  for (let tries = 0; tries < 3 && (await prize.count()) === 0; tries += 1)
    await create.getByRole('listbox').press('Home');
  await prize.first().click({ force: true });
  await expect(create.getByText(/^0 of 15 selected$/)).toBeVisible();

  await chooseSixteen(page);
  await expect(create.getByText(/^15 of 15 selected$/)).toBeVisible();
  await expect(create.getByRole('status')).toHaveText('You cant add more than 15 items to your bet');
  await look(page, 'create-too-many');

  expectTrouble(...refusedWith(422));
  const inventory = (await inventoryOf(page)).filter((item) => item.type !== 'PRIZE_PROMO');
  const sixteen = inventory.slice(0, 16).map((item) => item.id);
  const answer = await post(page, '/coinflip/create/inventory', { inventoryIds: sixteen, side: 1 });
  expect(answer).toMatchObject({ status: 422, message: 'ERR_ITEMS_LIMIT' });
});

test('a stake outside the range is refused, players cannot join their own game, the slower joiner is refused', async ({
  member,
}) => {
  const [creator, quick, slow] = await Promise.all([
    member('creator', '/coinflip'),
    member('quick', '/coinflip'),
    member('slow', '/coinflip'),
  ]);
  const id = await createGame(creator, 'Red', 60);
  const game = await gameOf(creator.page, id);
  const least = (Math.floor((game.firstTotalUsd * 100 * JOIN_WINDOW_BPS.min) / 10_000) + 1) / 100;
  const most = (Math.ceil((game.firstTotalUsd * 100 * JOIN_WINDOW_BPS.max) / 10_000) - 1) / 100;

  // The slower player selects fitting items first, then the faster one.
  await prepareJoin(slow.page, creator.name);
  await rowOf(quick.page, creator.name)
    .getByRole('button', { name: /’s game, / })
    .click();
  const join = modal(quick.page);
  await join.getByLabel('Sort').selectOption('Low to high');
  await stakeableOf(quick.page).first().click();
  const words = `Min bet is ${least.toFixed(2)}$, max bet is ${most.toFixed(2)}$`;
  await expect(join.getByRole('status')).toHaveText(words);
  await join.getByRole('button', { name: 'Join on blue' }).click();
  await nextToast(quick.page, words);
  await look(quick.page, 'join-outside');

  creator.expectTrouble(...refusedWith(409));
  const own = (await inventoryOf(creator.page)).filter((item) => item.type !== 'PRIZE_PROMO');
  const mine = await post(creator.page, '/coinflip/join/inventory', {
    inventoryIds: [own[0]?.id],
    side: 2,
    gameId: id,
  });
  expect(mine).toMatchObject({ status: 409, message: 'ERR_OWN_GAME' });

  await join.getByRole('button', { name: 'Auto-select' }).click();
  await join.getByRole('button', { name: 'Join on blue' }).click();
  await nextToast(quick.page, 'You successfully joined coinflip!');
  await nextToast(slow.page, 'This coinflip is started');
  await expect(modal(slow.page), 'the window closes').toHaveCount(0);
  const untouched = (await inventoryOf(slow.page)).length;
  expect(untouched).toBe(24);
});

test('two players press join at the same moment: one plays, the other sees why not', async ({ member }) => {
  const [creator, one, two] = await Promise.all([
    member('race', '/coinflip'),
    member('racer-a', '/coinflip'),
    member('racer-b', '/coinflip'),
  ]);
  await createGame(creator, 'Blue', 60);
  await opened(creator.page, 'coinflip.view');
  await lookAtWidths(creator.page, 'coinflip.view');
  await Promise.all([prepareJoin(one.page, creator.name), prepareJoin(two.page, creator.name)]);
  await opened(one.page, 'coinflip.join');
  await lookAtWidths(one.page, 'coinflip.join');
  one.expectTrouble(...refusedWith(409));
  two.expectTrouble(...refusedWith(409));
  await holdUntilAllSent([one.page, two.page], '**/api/coinflip/join/inventory');
  const press = ({ page }: { readonly page: Page }) => modal(page).getByRole('button', { name: 'Join on red' }).click();
  await Promise.all([press(one), press(two)]);
  const texts = await Promise.all(
    [one, two].map(async ({ page }) => {
      return nextToast(page, 'You successfully joined coinflip!', 'This coinflip is started');
    }),
  );
  expect(texts.sort()).toEqual(['This coinflip is started', 'You successfully joined coinflip!']);
});

test('signed out, every stake is refused', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  expectTrouble(...refusedWith(401));
  await page.goto('/coinflip');
  await expect(page.getByRole('button', { name: 'Create game' })).toHaveCount(0);
  const answer = await post(page, '/coinflip/create/inventory', { inventoryIds: ['itm_1'], side: 1 });
  expect(answer.status).toBe(401);
});
