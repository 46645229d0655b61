/**
 * The site goes silent once the stakes are locked. A player and a visitor still get the result: each browser opens the seal itself. Once the site is
 * back it must publish that same result.
 */
import type { Page } from '@playwright/test';
import { createGame, gameOf, joinGame, landed, rowOf } from '../lib/coinflip/page.ts';
import { connected, expect } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { test } from '../lib/moved/journey.ts';
import { modal } from '../lib/screen.ts';
import { SILENT } from '../lib/trouble.ts';

test.setTimeout(240_000);

/** The beacon is due 15 to 18 s after the lock, and the browser gives the site ten more. */
const OPENED_AFTER_MS = 28_000;

/** Winner and ticket as this browser computed them. */
async function openedIn(page: Page): Promise<string> {
  const note = modal(page).getByRole('status').filter({ hasText: 'Opened by your browser' });
  await expect(note).toBeVisible();
  await expect(note).toContainText('The site has not published this result.');
  return (await note.innerText()).replace(/\s+/g, ' ');
}

test('two browsers open the same result while the site is silent, and the site publishes it later', async ({
  movableSite: site,
  pass,
  member,
  visitor,
}) => {
  const anna = await member('silent-anna', '/coinflip');
  const bela = await member('silent-bela', '/coinflip');
  const onlooker = await visitor();
  await onlooker.page.goto('/coinflip');
  for (const { page } of [anna, bela, onlooker]) await connected(page);
  const id = await createGame(anna, 'Red', 40);
  await joinGame(bela.page, anna.name);
  await rowOf(onlooker.page, anna.name)
    .getByRole('button', { name: `View ${anna.name}’s game` })
    .click();
  for (const { page } of [anna, onlooker]) await expect(modal(page).getByRole('timer')).toBeVisible();
  expect((await gameOf(anna.page, id)).fair.drandSignature, 'the beacon has not spoken').toBeNull();

  for (const each of [anna, bela, onlooker]) each.expectTrouble(...SILENT);
  await site.silence();
  await pass(OPENED_AFTER_MS);
  const said = await Promise.all([openedIn(anna.page), openedIn(onlooker.page)]);
  expect(said[0]).toBe(said[1]);
  expect(said[0]).toMatch(/(Red|Blue) won: .* Ticket [\d,]+ of [\d,]+\./);
  await expect(modal(anna.page).getByText(/^The site did not publish this result in time\./)).toBeVisible();
  await look(anna.page, 'opened-by-your-browser');

  await site.speak();
  const winner = await landed(anna.page);
  expect(said[0]).toContain(`won: ${winner} `);
  expect(await landed(onlooker.page)).toBe(winner);
  for (const { page } of [anna, onlooker]) {
    await expect(modal(page).getByText(/^Your browser recomputed this result: all \d+ checks pass\./)).toBeVisible();
    await expect(page.getByText(/MISMATCH/)).toHaveCount(0);
  }
});
