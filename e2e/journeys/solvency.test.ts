/** What the site owes and holds: a player's browser finds its own balance in the published tree, and raises the alarm about a false one. */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { getMySolvency, listSolvency } from '@fairpot/contract/solvency/schemas';
import type { getUser } from '@fairpot/contract/user/schemas';
import type { Page } from '@playwright/test';
import { check, flipBit, openChecker, siteField, verdict } from '../lib/checker.ts';
import { expect } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { test } from '../lib/moved/journey.ts';
import { ask } from '../lib/screen.ts';

const HOUR = 3_600_000;

type OwnBalance = NonNullable<CallOutput<typeof getMySolvency>>;
type Statements = CallOutput<typeof listSolvency>;

/** Whether the newest statement in the log includes the player on this page. */
async function isCounted(page: Page): Promise<boolean> {
  const answer = await page.request.get('/api/fair/solvency/mine');
  if (!answer.ok()) return false;
  const { response } = (await answer.json()) as { response: OwnBalance | null };
  return (response?.own ?? null) !== null;
}

/** From the next load on, changes the site's answer to this call. */
async function serveChanged<T>(page: Page, path: string, change: (response: T) => T): Promise<void> {
  await page.route(`**/api/fair/solvency/${path}*`, async (route) => {
    const answer = await route.fetch();
    const { response } = (await answer.json()) as { response: T };
    await route.fulfill({ response: answer, json: { success: true, response: change(response) } });
  });
}

test('my balance is counted, and the browser detects when it is not', async ({ member, visitor, pass }) => {
  test.slow();
  const { page } = await member('counted', '/fairplay');
  await pass(HOUR);
  await expect.poll(() => isCounted(page), { timeout: 30_000 }).toBe(true);
  await page.getByRole('link', { name: 'What we owe and hold' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What we owe and what we hold' })).toBeFocused();
  await expect(page.getByText('Your balance is counted.')).toBeVisible();
  await expect(page.getByText(/found exactly these figures in the public log, leaf/)).toBeVisible();
  const { user } = await ask<CallOutput<typeof getUser>>(page, '/user');
  const money = user.balanceUsd + user.balanceUsdHold;
  await expect(page.getByText('Money counted').locator('..')).toContainText(`$${money.toFixed(2)}`);
  await expect(page.getByRole('heading', { name: 'The bots’ books' })).toBeVisible();
  // The site of the journeys has no record of its trading account.
  await expect(page.getByRole('alert').filter({ hasText: 'The site holds less than it owes' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Where it is held' })).toBeVisible();
  await expect(
    page.getByText('No address is named yet: for all coins held there is only the site’s word.'),
  ).toBeVisible();
  await look(page, 'solvency');

  const mismatch = page.getByRole('alert').filter({ hasText: 'MISMATCH: your balance is not counted as it should be' });
  await serveChanged<OwnBalance>(page, 'mine', ({ own, ...rest }) => ({
    ...rest,
    own: own && { ...own, sums: { ...own.sums, cents: own.sums.cents - 1 } },
  }));
  await page.reload();
  await expect(mismatch).toContainText('Your browser found this by itself: the path sums to');
  await look(page, 'solvency-mismatch');

  // A negative figure in a neighbour leaf, which would reduce the sum.
  await page.unrouteAll();
  await serveChanged<OwnBalance>(page, 'mine', ({ own, ...rest }) => ({
    ...rest,
    own: own && { ...own, path: own.path.map((each, i) => (i === 0 ? { ...each, cents: -1 } : each)) },
  }));
  await page.reload();
  await expect(mismatch).toContainText('not between 0 and');

  // The player is left out of a tree whose moment this browser recorded a balance for.
  await page.unrouteAll();
  const { statements } = await ask<Statements>(page, '/fair/solvency/list');
  await page.evaluate(
    ([player, at, cents]) => {
      const notes = [{ cents, from: at - 60_000, until: at + 60_000 }];
      localStorage.setItem('fairpot.balance', JSON.stringify({ player, notes }));
    },
    [user.id, statements[0]?.at ?? 0, Math.round(money * 100)] as const,
  );
  await serveChanged<OwnBalance>(page, 'mine', (rest) => ({ ...rest, own: null }));
  await page.reload();
  await expect(mismatch).toContainText(
    `this browser saw ${money} USD on your account at that moment, the tree counts 0`,
  );

  // A total on the page that differs from the log.
  await page.unrouteAll();
  await serveChanged<Statements>(page, 'list', (all) => ({
    ...all,
    statements: all.statements.map((each) => ({ ...each, owed: { ...each.owed, balanceUsd: 1 } })),
  }));
  await page.reload();
  const other = page.getByRole('alert').filter({ hasText: 'MISMATCH: the public log says something else' });
  await expect(other).toContainText('money owed: the page shows 1, the log says');
  await expect(page.getByText('Your balance is counted.')).toBeVisible();

  const stranger = await visitor();
  await stranger.page.goto('/fairplay/solvency');
  await expect(stranger.page.getByText(/found exactly these figures in the public log, leaf/)).toBeVisible();
  await expect(
    stranger.page.getByText('Sign in, and your browser looks for you in the tree', { exact: false }),
  ).toBeVisible();
});

test('the checker, opened from a disk, adds up the whole tree of the newest statement', async ({
  browser,
  movableSite: site,
  pass,
}) => {
  test.slow();
  await pass(HOUR);
  const { page, said } = await openChecker(browser);
  await siteField(page).fill(site.origin);
  await expect(async () => {
    await check(page, 'Check statement');
    await expect(verdict(page)).toContainText('with a balance, sum to what the log states', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(verdict(page)).toContainText('Owed to players: $');
  await look(page, 'checker-solvency');

  // One figure of a leaf, in a tree whose statement is in the log.
  await flipBit(page, '**/api/fair/solvency/tile/**', 55);
  await check(page, 'Check statement');
  await expect(verdict(page).getByRole('heading')).toHaveText('Does not hold');
  expect(said).toEqual([]);
  await page.close();
});
