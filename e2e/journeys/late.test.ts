/**
 * A round does not depend on any tab: it survives a reload, late visitors see the same at the same moment, and afterwards it is in the public log for
 * everyone.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import type { LogHead } from '@fairpot/contract/log/schemas';
import type { Page } from '@playwright/test';
import { followChanges } from '../lib/changes.ts';
import { createGame, gameOf, joinGame, landed, rowOf } from '../lib/coinflip/page.ts';
import { checkWitnessed, expectAddsUp } from '../lib/fairplay.ts';
import { connected, expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { ask, closeModal, modal } from '../lib/screen.ts';

/** What the page showed of the result before the coin landed. Filled by `guardResult`, read at the end. */
interface CoinRecord {
  leaks: string[];
  turned: boolean;
  /** On a busy machine the site may publish late. Then the browser opens the seal itself and shows its result without a toss. */
  opened: boolean;
}

/** From now on records every moment at which the open view contains the result before its coin has landed. */
async function guardResult(page: Page): Promise<void> {
  await page.evaluate(() => {
    const guarded: CoinRecord = { leaks: [], turned: false, opened: false };
    const look = () => {
      for (const view of document.querySelectorAll<HTMLElement>('[data-stage]')) {
        const stage = view.dataset['stage'] ?? '';
        guarded.opened ||= view.innerHTML.includes('The site has not published this result');
        if (!['countdown', 'drawing', 'known', 'flipping'].includes(stage) || !view.closest('[data-modal]')) continue;
        const html = view.innerHTML;
        if (html.includes('fp2.coinflip.')) guarded.leaks.push(`${stage}: secret`);
        if (/WINNER|(Red|Blue) won|You (won|lost)|coinflip-lost| takes \d/.test(html))
          guarded.leaks.push(`${stage}: winner`);
        // In the air the coin has to know where to land; before that it must not.
        const coin = view.querySelector('.coin-body');
        if (coin && stage !== 'flipping') guarded.leaks.push(`${stage}: coin`);
        if (coin && coin.getAnimations().length > 0) guarded.turned = true;
      }
    };
    Object.assign(window, { guarded, guard: look });
  });
  await followChanges(page, 'guard');
}

async function guarded(page: Page): Promise<CoinRecord> {
  return page.evaluate(() => (window as unknown as { guarded: CoinRecord }).guarded);
}

test('a reload in the countdown, reduced motion, a visitor during and one after the round; then its entry in the log', async ({
  member,
  visitor,
}) => {
  test.slow();
  const [creator, joiner, still, late] = await Promise.all([
    member('reload', '/coinflip'),
    member('second', '/coinflip'),
    visitor({ reducedMotion: 'reduce' }),
    visitor(),
  ]);
  const view = (page: Page) =>
    rowOf(page, creator.name)
      .getByRole('button', { name: /^View .*’s game/ })
      .click();
  await still.page.goto('/coinflip');
  await connected(still.page);
  const id = await createGame(creator, 'Blue', 50);
  await joinGame(joiner.page, creator.name);
  await view(still.page);
  await Promise.all([joiner, still].map(({ page }) => guardResult(page)));

  // The creator reloads the list in the countdown and opens the game again; another visitor opens it for the first time.
  await Promise.all(
    [creator, late].map(async ({ page }) => {
      if (page === creator.page) {
        await closeModal(page);
        await page.reload();
      } else await page.goto('/coinflip');
      await view(page);
      await expect(modal(page).locator('[data-stage]').first()).toBeVisible();
      await guardResult(page);
    }),
  );
  const pages = [creator, joiner, still, late].map(({ page }) => page);
  const winners = await Promise.all(pages.map(landed));
  expect(new Set(winners).size, 'all pages saw the same').toBe(1);

  const saw = await Promise.all(pages.map(guarded));
  expect(saw.flatMap(({ leaks }) => leaks)).toEqual([]);
  const { turned, opened } = await guarded(joiner.page);
  expect(turned || opened, 'the coin turns').toBe(true);
  expect((await guarded(still.page)).turned, 'and does not with reduced motion').toBe(false);
  await expect(modal(still.page).getByText('Verified', { exact: true })).toBeVisible();
  // Whether it is in time for the lock depends on how fast this page loaded.
  await expect(modal(late.page).getByText(/^(Verified, joined late|Seen late)$/)).toBeVisible();

  // After the settlement the result is shown at once.
  const after = await visitor();
  await after.page.goto('/coinflip');
  await view(after.page);
  expect(await landed(after.page)).toBe(winners[0]);
  await expect(modal(after.page).getByText('Seen late')).toBeVisible();
  await expect(modal(after.page).getByText(/^Verified/)).toHaveCount(0);
  const game = await gameOf(after.page, id);
  expect(game.phase).toBe('SETTLED');
  await look(still.page, 'view-still');
  await expectInLog(joiner.page, game);
});

/** The round is found in the log by the page that watched it, by its number, and among the player's own games. */
async function expectInLog(page: Page, { id, fair }: CoinflipGame): Promise<void> {
  await expect(modal(page).getByText(/It found the round in the public log\./), 'without a click').toBeVisible({
    timeout: 30_000,
  });
  await closeModal(page);
  const { size } = await ask<LogHead>(page, '/fair/log/head');
  await page.getByRole('link', { name: 'Fairplay' }).click();
  const log = page.locator('section', { has: page.getByRole('heading', { name: 'The public log' }) });
  const leaves = log.locator('dd strong').first();
  await expect.poll(async () => Number((await leaves.innerText()).replaceAll(',', ''))).toBeGreaterThanOrEqual(size);
  await expect(log.getByText(/^Your browser checked the signature/)).toBeVisible();
  await expect(log.getByText(/^Cosigned just now by a simulated witness/)).toBeVisible();

  await log.getByLabel('Game').selectOption('coinflip');
  await log.getByLabel('Find a round by its number').fill(`#${fair.number}`);
  await expect(log.getByRole('button', { name: /^Check / })).toHaveCount(1);
  await look(page, 'fairplay-log');
  await log.getByRole('button', { name: `Check coinflip ${fair.number}` }).click();
  await expect(page).toHaveURL(`/fairplay?round=${id}`);
  await expectAddsUp(page);
  await expect(page.getByText(/^In the public log: leaves [\d,]+, [\d,]+, [\d,]+ of /)).toBeVisible();
  await checkWitnessed(page, 'coinflip', test.info().outputPath());
  await look(page, 'fairplay-witnessed');

  await log.getByRole('button', { name: 'Verify all my games' }).click();
  await expect(log.getByText('1 of 1 rounds add up and are in the log.')).toBeVisible();
  await look(page, 'fairplay-mine');

  // The browser's record of the log survives between visits.
  await page.reload();
  await expect(log.getByText(/that this log continues the one of [\d,]+ leaves/)).toBeVisible();
}
