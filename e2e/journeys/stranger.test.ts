/**
 * A stranger's first five minutes on a phone with a slow line: open, look, sign in, stake, win or lose, see why, stake again. No step leads to a dead end.
 */
import { expect, freshName, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { modal } from '../lib/screen.ts';

/** 400 ms to the server and back, 50 KiB in a second. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

test('a stranger looks, signs in, stakes, sees the result and why, and stakes again', async ({ visitor }) => {
  test.slow();
  const { page } = await visitor({ viewport: { width: 390, height: 844 } });
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', SLOW_LINE);

  await page.goto('/coinflip');
  await expect(page.getByRole('heading', { level: 1, name: 'Coinflip' })).toBeVisible({ timeout: 30_000 });
  const games = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
  await expect(games.first()).toBeVisible({ timeout: 60_000 });
  await look(page, 'stranger-looks');

  await games.getByRole('button', { name: 'LOGIN' }).first().click();
  await page.getByLabel('Name').fill(freshName('stranger'));
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.getByRole('button', { name: 'I am 18 or older' }).click({ timeout: 60_000 });
  await expect(page).toHaveURL('/coinflip');

  // A stake: the button says what is missing until items are selected.
  await page.getByRole('button', { name: 'Create game' }).first().click();
  await expect(modal(page).getByText('Select items to stake')).toBeVisible({ timeout: 60_000 });
  await look(page, 'stranger-stakes');
  await modal(page).getByRole('button', { name: 'Auto-select' }).click();
  await modal(page)
    .getByRole('button', { name: /^Create on/ })
    .click();
  await expect(page).toHaveURL(/\/coinflip\/rnd_/, { timeout: 30_000 });
  await modal(page).getByRole('button', { name: 'Call a bot' }).click();

  // The result is theirs, in words, and why: the ticket and the proof.
  const view = modal(page).locator('[data-stage]').first();
  await expect(view).toHaveAttribute('data-stage', 'landed', { timeout: 90_000 });
  await expect(
    modal(page)
      .getByText(/^You (won|lost)/)
      .first(),
  ).toBeVisible();
  await expect(modal(page).getByText('Verified', { exact: true })).toBeVisible({ timeout: 60_000 });
  await look(page, 'stranger-result');
  await modal(page).getByRole('link', { name: 'FAIR PLAY' }).click();
  await expect(page).toHaveURL(/\/fairplay/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
  await page.goBack();

  // Back at the result; the next game is one press away.
  await modal(page).getByRole('button', { name: 'Same stake again' }).click({ timeout: 30_000 });
  await expect(modal(page).getByRole('button', { name: /^Create on/ })).toBeVisible({ timeout: 30_000 });
  await look(page, 'stranger-again');
  await line.detach();
});

test('an account with nothing gets demo items where it would stake, and plays with them', async ({ visitor }) => {
  const { page } = await visitor();
  // A demo account that owns nothing; other journeys do not use it.
  await page.goto('/api/auth?hint=76561198000000106&next=/coinflip');
  await page.locator('.hint').getByRole('button').click();
  await page.waitForURL('/coinflip');
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.getByRole('button', { name: 'Create game' }).first().click();
  const get = modal(page).getByRole('button', { name: 'Get demo items' });
  await expect(get).toBeVisible();
  await look(page, 'demo-items');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'demo-items-390');
  await get.click();
  await expect(modal(page).getByRole('option')).toHaveCount(12);
  await modal(page).getByRole('button', { name: 'Auto-select' }).click();
  await modal(page)
    .getByRole('button', { name: /^Create on/ })
    .click();
  await expect(modal(page).getByText('Waiting for a player').first()).toBeVisible();
});
