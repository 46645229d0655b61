/**
 * A round whose winner staff chose: its own picture says so, in every browser and every state; players can watch but not join; it ends as chosen; and
 * the Fairplay page says what it is.
 */
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import type { Page } from '@playwright/test';
import {
  battleOf,
  chooseCases,
  confirmCases,
  expectStage,
  openBattle,
  serverBattle,
  recordBattle,
  recordedBattle,
} from '../lib/casebattle/page.ts';
import { createGame, gameOf, landed, rowOf } from '../lib/coinflip/page.ts';
import { connected, expect, signInAs, type Member, type Visitor } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { test } from '../lib/moved/journey.ts';
import { ask, closeModal, inventoryOf, modal, post } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';
import { refusedWith } from '../lib/trouble.ts';

const ADMIN = '76561198000000202';
/** A demo case that anyone can afford. */
const CHEAP = 'Pocket Change';

/** Serial: both tests sign in as the same admin. */
test.describe.configure({ mode: 'default' });

/** The mark covers the whole coin: any crop of the picture contains the words. */
async function expectMarked(page: Page): Promise<void> {
  const coin = modal(page).locator('.coin-stage');
  await expect(coin.getByText(SCRIPTED_MARK, { exact: true })).toBeVisible();
  const [whole, marked] = await Promise.all([coin.boundingBox(), coin.locator('.scripted-mark').boundingBox()]);
  expect(marked?.width ?? 0).toBeGreaterThan(0.9 * (whole?.width ?? 1));
  expect(marked?.height ?? 0).toBeGreaterThan(0.9 * (whole?.height ?? 1));
}

test('staff choose the winner of their own game: it is marked for all, closed to players, and makes no claim', async ({
  pass,
  member,
  visitor,
}) => {
  test.slow();
  const [anna, staff] = await Promise.all([member('watcher', '/coinflip'), visitor()]);
  await signInAs(staff.page, ADMIN, '/coinflip');
  for (const page of [anna.page, staff.page]) await connected(page);
  const { user } = await ask<{ user: { id: string; name: string } }>(staff.page, '/user');
  const before = await inventoryOf(anna.page);

  const id = await createGame({ ...staff, name: user.name }, 'Red', 20);
  await modal(staff.page)
    .getByRole('button', { name: `Staff actions for ${user.name}` })
    .click();
  await look(staff.page, 'scripted-popover');
  await staff.page.getByRole('button', { name: 'Set as winner side' }).click();
  await nextToast(staff.page, `User: ${user.name} will win`);
  await expectMarked(staff.page);

  const row = rowOf(anna.page, user.name.replace(/[()]/g, '\\$&'));
  await expect(row.getByText(SCRIPTED_MARK)).toBeVisible();
  await expect(row.getByRole('button', { name: /^Join/ })).toHaveCount(0);
  await look(anna.page, 'scripted-row');
  await row.getByRole('button', { name: `View ${user.name}’s game` }).click();
  await expectMarked(anna.page);
  await expect(modal(anna.page).getByText('You can watch it, but not join')).toBeVisible();
  await expect(modal(anna.page).getByRole('button', { name: 'JOIN' })).toHaveCount(0);
  await expect(modal(anna.page).getByText('It makes no fairness claim')).toBeVisible();
  await look(anna.page, 'scripted-waiting');

  anna.expectTrouble(...refusedWith(409));
  const forced = { gameId: id, side: 2, inventoryIds: before.slice(0, 1).map((item) => item.id) };
  expect(await post(anna.page, '/coinflip/join/inventory', forced)).toEqual({
    status: 409,
    message: 'ERR_ROUND_SCRIPTED',
  });

  await modal(staff.page).getByRole('button', { name: 'Call a bot' }).click();
  for (const { page } of [anna, staff]) {
    await expect(modal(page).locator('[data-stage=countdown]')).toBeVisible();
    await expectMarked(page);
  }
  await look(anna.page, 'scripted-countdown');
  await pass(15_000);
  for (const { page } of [anna, staff]) {
    expect(await landed(page), 'staff wear their badge, also as winners').toBe(`${user.name} STAFF`);
    await expectMarked(page);
  }
  await look(anna.page, 'scripted-landed');

  const game = await gameOf(anna.page, id);
  expect(game).toMatchObject({ scripted: true, secret: null, feeItemIds: [], fair: { lock: null, ticket: null } });
  expect(await inventoryOf(anna.page)).toHaveLength(before.length);
  const { history } = await ask<{ history: readonly { readonly id: string }[] }>(anna.page, '/coinflip/history/all');
  expect(history.map((each) => each.id)).not.toContain(id);

  await modal(anna.page).getByRole('link', { name: 'FAIR PLAY' }).click();
  await expect(anna.page).toHaveURL(/\/fairplay/);
  await expect(anna.page.getByRole('main').getByText(SCRIPTED_MARK).first()).toBeVisible();
  await expect(anna.page.getByText('VERIFIED', { exact: true })).toHaveCount(0);
  await look(anna.page, 'scripted-fairplay');
});

test('a game with a player in it cannot be scripted; a battle of the house can, and says so in every reel', async ({
  pass,
  member,
  visitor,
}) => {
  test.slow();
  const [anna, staff] = await Promise.all([member('stays', '/coinflip'), visitor()]);
  await signInAs(staff.page, ADMIN, '/coinflip');
  for (const page of [anna.page, staff.page]) await connected(page);
  const { user } = await ask<{ user: { id: string; name: string } }>(staff.page, '/user');
  const game = await createGame(anna, 'Blue', 20);
  await expectNotScripted(anna, staff, game);

  await staff.page.goto('/casebattles');
  await chooseCases(staff.page, [CHEAP]);
  await confirmCases(staff.page);
  const id = await openBattle({ ...staff, name: user.name }, 'STANDARD_2');
  await anna.page.goto(`/casebattles/${id}`);
  await expect(anna.page.getByRole('button', { name: 'Join battle' })).toBeVisible();
  await battleOf(staff.page)
    .getByRole('button', { name: `Staff actions for ${user.name}` })
    .click();
  await staff.page.getByRole('button', { name: 'Set as winner' }).click();
  await nextToast(staff.page, `User: ${user.name} will win`);

  const marks = battleOf(anna.page).locator('.seat-window').getByText(SCRIPTED_MARK, { exact: true });
  await expect(marks, 'before anything turns').toHaveCount(1);
  await expect(anna.page.getByRole('button', { name: 'Join battle' })).toHaveCount(0);
  anna.expectTrouble(...refusedWith(409));
  expect(await post(anna.page, '/casebattle/join', { teamId: `${id}.1` })).toEqual({
    status: 409,
    message: 'ERR_ROUND_SCRIPTED',
  });
  await recordBattle(anna.page);
  await staff.page.getByRole('button', { name: 'Fill with bots' }).click();
  await expectStage(anna.page, 'awaiting');
  await pass(7_000);
  await expectStage(anna.page, 'over');
  const { ran, stages } = await recordedBattle(anna.page);
  expect([ran, stages.includes('rolling')]).toEqual([true, true]);
  await expect(marks, 'in every reel').toHaveCount(2);
  await expect(anna.page.locator('.team[data-won]')).toHaveAccessibleName('Seat 1');
  await expect(anna.page.getByText(/It makes no fairness claim/)).toBeVisible();
  await expect(anna.page.getByText('Verified', { exact: true })).toHaveCount(0);
  await look(anna.page, 'scripted-battle');

  const battle = await serverBattle(anna.page, id);
  expect(battle).toMatchObject({ scripted: true, secret: null });
  await anna.page.goto(`/fairplay?round=${id}`);
  await expect(anna.page.getByRole('main').getByText(SCRIPTED_MARK).first()).toBeVisible();
});

/** A player's own game: no page offers to choose its winner, and the call is refused for everyone. */
async function expectNotScripted(anna: Member, staff: Visitor, gameId: string): Promise<void> {
  await expect(modal(anna.page).getByRole('button', { name: /^Staff actions/ })).toHaveCount(0);
  await rowOf(staff.page, anna.name).getByRole('button').first().click();
  await expect(modal(staff.page)).toBeVisible();
  await closeModal(staff.page);
  staff.expectTrouble(...refusedWith(403));
  const { user } = await ask<{ user: { id: string } }>(anna.page, '/user');
  expect(await post(staff.page, '/admin/coinflip/setWinner', { gameId, userId: user.id })).toEqual({
    status: 403,
    message: 'Forbidden resource',
  });
  anna.expectTrouble(...refusedWith(403));
  expect((await post(anna.page, '/admin/coinflip/setWinner', { gameId, userId: user.id })).status).toBe(403);
  expect((await gameOf(anna.page, gameId)).scripted).toBe(false);
  await modal(anna.page).getByRole('button', { name: 'Cancel game' }).click();
  await expect(modal(anna.page).getByText('Cancelled. All items were returned.')).toBeVisible();
}
