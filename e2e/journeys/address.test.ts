/** A coinflip and a jackpot round have an address: shared, opened by a guest, reloaded in mid-countdown; 'back' closes a window before it leaves the page. */
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { createGame, joinGame, rowOf } from '../lib/coinflip/page.ts';
import { expect, test } from '../lib/journey.ts';
import { expectNoSideScroll, look } from '../lib/look.ts';
import { ask, modal, opened } from '../lib/screen.ts';
import { nextToast } from '../lib/toasts.ts';

const PHONE = { width: 390, height: 844 };

test('a coinflip is watched at its address from the stake to the result, across a reload', async ({
  member,
  visitor,
}) => {
  test.slow(); // a whole round
  const [anna, bela] = await Promise.all([member('anna', '/coinflip'), member('bela', '/coinflip')]);
  const id = await createGame(anna, 'Red', 40);
  await expect(anna.page).toHaveURL(`/coinflip/${id}`);
  await anna.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await modal(anna.page).getByRole('button', { name: 'Copy link' }).click();
  await nextToast(anna.page, 'Link was copied');
  const link = await anna.page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/coinflip/${id}`);

  // A guest opens the link: a page, not a window over a list.
  const { page: guest } = await visitor();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1, name: 'Coinflip' })).toBeVisible();
  const round = guest.getByRole('region', { name: 'Coinflip' });
  await expect(round.getByText('Waiting for a player').first()).toBeVisible();
  await expect(round.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await look(guest, 'round-waiting');

  await joinGame(bela.page, anna.name);
  await expect(bela.page).toHaveURL(`/coinflip/${id}`);
  await expect(round.getByRole('timer')).toBeVisible();
  await bela.page.reload();
  const reloaded = bela.page.getByRole('region', { name: 'Coinflip' });
  await expect(reloaded.locator('[data-stage]').first()).toHaveAttribute('data-stage', /countdown|drawing|known/);

  const seen = round.locator('[data-stage]').first();
  await expect(seen).toHaveAttribute('data-stage', 'landed', { timeout: 60_000 });
  await expect(round.getByText('Verified', { exact: true })).toBeVisible();
  await look(guest, 'round-landed');
  // A chat program reads the tags of the first HTML, and the picture that they name.
  const html = await (await guest.request.get(link)).text();
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? 'no picture';
  expect((await guest.request.get(picture)).headers()['content-type']).toBe('image/png');
  await guest.setViewportSize(PHONE);
  await expectNoSideScroll(guest, 'a coinflip at its address, 390 px');
  await look(guest, 'round-landed-390');
  await guest.getByRole('link', { name: 'All coinflips' }).click();
  await expect(guest).toHaveURL('/coinflip');
});

test('an address without a game says so', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  await page.goto('/coinflip/nonsense');
  await expect(page.getByText('Coinflip not found')).toBeVisible();
  await look(page, 'round-missing');
  const unknown = `rnd_${'0'.repeat(26)}`;
  expectTrouble(/status of 404 .*coinflip\/round/, /^answer 404 to GET .*coinflip\/round/);
  await page.goto(`/coinflip/${unknown}`);
  await expect(page.getByText('Coinflip not found')).toBeVisible();
  await page.getByRole('link', { name: 'All coinflips' }).click();
  await expect(page).toHaveURL('/coinflip');
});

test('back closes the window first, then leaves the page; forward and back keep their order', async ({ member }) => {
  const anna = await member('anna', '/faq');
  const { page } = anna;
  await page.getByRole('link', { name: 'coinflip', exact: true }).click();
  await expect(page).toHaveURL('/coinflip');
  const id = await createGame(anna, 'Blue', 30);
  await opened(page, 'coinflip.view');
  await page.goBack();
  await expect(modal(page)).toHaveCount(0);
  await expect(page).toHaveURL('/coinflip');

  await rowOf(page, anna.name).getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveURL(`/coinflip/${id}`);
  await modal(page).getByRole('link', { name: 'FAIR PLAY' }).click();
  await expect(page).toHaveURL(/\/fairplay/);
  // The window that the link left opens again.
  await page.goBack();
  await opened(page, 'coinflip.view');
  await expect(page).toHaveURL(`/coinflip/${id}`);
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await expect(page).toHaveURL('/coinflip');
  await page.goBack();
  await expect(page).toHaveURL('/faq');

  await page.setViewportSize(PHONE);
  await page.goto('/coinflip');
  await rowOf(page, anna.name).getByRole('button', { name: 'View' }).click();
  await opened(page, 'coinflip.view');
  await look(page, 'window-390');
  await page.goBack();
  await expect(modal(page)).toHaveCount(0);
  await expect(page).toHaveURL('/coinflip');
});

test('a jackpot round is watched at its address, open and over; the history leads there', async ({ visitor }) => {
  test.slow(); // a round of the bots
  const { page, expectTrouble } = await visitor();
  const { game } = await ask<JackpotState>(page, '/jackpot');
  const id = game?.id ?? 'no round';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('region', { name: 'Proof' }).getByRole('button', { name: 'Copy link' }).click();
  await nextToast(page, 'Link was copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/jackpot\/rnd_/);

  await page.goto(`/jackpot/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Jackpot round' })).toBeVisible();
  const round = page.locator('main section[data-stage]');
  await expect(round).toHaveAttribute('data-stage', 'landed', { timeout: 240_000 });
  await expect(round.getByText('Verified', { exact: true })).toBeVisible();
  const html = await (await page.request.get(`/jackpot/${id}`)).text();
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? 'no picture';
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/png');
  await page.reload();
  await expect(round).toHaveAttribute('data-stage', 'landed');

  await page.getByRole('link', { name: 'Current pot' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('tab', { name: 'History' }).click();
  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: /^#\d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/jackpot\/rnd_/);
  await expect(round).toHaveAttribute('data-stage', 'landed');

  const unknown = `rnd_${'0'.repeat(26)}`;
  expectTrouble(/status of 404 .*jackpot\/round/, /^answer 404 to GET .*jackpot\/round/);
  await page.goto(`/jackpot/${unknown}`);
  await expect(page.getByText('Round not found')).toBeVisible();
});
