/**
 * A stranger's first five minutes on a phone with a slow line: open, look, sign in, stake, win or lose, see why, stake again. No step leads to a dead end.
 * Then the same by keyboard alone, with Chromium's accessibility tree read in order at each step.
 */
import type { Locator, Page } from '@playwright/test';
import { connected, expect, freshName, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { itemsOf, modal } from '../lib/screen.ts';
import { expectSpoken } from '../lib/spoken.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** 400 ms to the server and back, 50 KiB in a second. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

test('a stranger looks, signs in, stakes, sees the result and why, and stakes again', async ({ visitor }) => {
  test.slow();
  const { page } = await visitor(PHONE);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', SLOW_LINE);

  // Within one screen: what this is, that it is played now, and where to go.
  await page.goto('/');
  await expect(page.getByText('Stake skins against each other.')).toBeInViewport({ timeout: 30_000 });
  const strip = page.getByRole('region', { name: 'Fairpot now' }).getByRole('listitem').first();
  await expect(strip).toBeInViewport({ timeout: 60_000 });
  await look(page, 'stranger-opens');
  await page.getByRole('link', { name: 'coinflip', exact: true }).click({ timeout: 30_000 });
  await expect(page).toHaveURL('/coinflip');
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

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  await expect(what).toBeVisible({ timeout: 60_000 });
  const isFocused = () => what.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(what).toBeFocused();
}

async function press(page: Page, what: Locator): Promise<void> {
  await tabTo(page, what);
  await page.keyboard.press('Enter');
}

test('the same by keyboard alone, read in order', async ({ visitor }) => {
  test.slow();
  const { page } = await visitor(PHONE);
  await page.goto('/');
  await connected(page); // the first HTML takes no key
  await expectSpoken(page, 'the first page', [
    'button: Menu',
    /^link: LOGIN$/,
    'region: Fairpot now',
    'Stake skins against each other.',
    'Every result is checkable in your browser.',
    'heading: Jackpot',
    /^region: Round \d+$/,
    'link: Coinflip',
  ]);
  await press(page, page.getByRole('link', { name: 'coinflip', exact: true }));
  await expect(page).toHaveURL('/coinflip');
  const games = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
  await expect(games.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible({ timeout: 60_000 });
  await expectSpoken(page, 'the list', ['heading: Coinflip', 'list: Games', 'button: LOGIN']);

  await press(page, page.getByRole('banner').getByRole('link', { name: 'LOGIN' }));
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type(freshName('keys'));
  await press(page, page.getByRole('button', { name: 'Create and sign in' }));
  await press(page, page.getByRole('button', { name: 'I am 18 or older' }));
  await expect(page).toHaveURL('/coinflip');

  await press(page, page.getByRole('button', { name: 'Create game' }).first());
  const window = modal(page);
  const create = window.getByRole('button', { name: /^Create on/ });
  await press(page, window.getByRole('button', { name: 'Auto-select' }));
  await expect(create).toBeEnabled();
  await expectSpoken(page, 'the stake', [
    /^dialog: /,
    /^radio: 1 Red/,
    /^listbox: Your items$/,
    /^option: /,
    'list: Selected items',
    /^button: Create on /,
    /^Fee: at most/,
  ]);
  await press(page, create);
  await expect(page).toHaveURL(/\/coinflip\/rnd_/);
  await press(page, window.getByRole('button', { name: 'Call a bot' }));

  const view = window.locator('[data-stage]').first();
  await expect(view).toHaveAttribute('data-stage', 'landed', { timeout: 90_000 });
  await expect(window.getByText('Verified', { exact: true })).toBeVisible({ timeout: 60_000 });
  // First what happened to the reader, then who won, the fee, the next game, and why.
  await expectSpoken(page, 'the result', [
    /^dialog: /,
    /^image: /,
    /^You (won|lost)$/,
    /^\$[\d.]+$/,
    /^(Red|Blue) won$/,
    /takes/,
    'button: Same stake again',
    'Verified',
    'link: FAIR PLAY',
  ]);
  await press(page, window.getByRole('link', { name: 'FAIR PLAY' }));
  await expect(page).toHaveURL(/\/fairplay/);
  await expect(page.getByText('This round adds up')).toBeVisible({ timeout: 60_000 });
  await expectSpoken(page, 'the proof', ['heading: Fairplay', 'This round adds up']);
  await page.goBack(); // Alt+Left belongs to a browser's window, which a headless one lacks

  await press(page, window.getByRole('button', { name: 'Same stake again' }));
  await expect(window.getByRole('button', { name: /^Create on/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
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
  // the grid is virtual: its options say how many there are
  await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', '12');
  await modal(page).getByRole('button', { name: 'Auto-select' }).click();
  await modal(page)
    .getByRole('button', { name: /^Create on/ })
    .click();
  await expect(modal(page).getByText('Waiting for a player').first()).toBeVisible();
});
