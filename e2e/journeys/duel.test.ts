/**
 * Two players, one coin, two browsers: from the stake to a proof that is verified without the site. The longest journey, and the promise of the
 * product.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import type { Page } from '@playwright/test';
import { createGame, gameOf, joinGame, landed } from '../lib/coinflip/page.ts';
import { checkOffline, downloadProof, expectAddsUp, verify } from '../lib/fairplay.ts';
import { expect, test, type Member } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { centsOf, ownResultText } from '../lib/own-result.ts';
import { closeModal, inventoryOf, itemsOf, modal } from '../lib/screen.ts';

const ids = (items: readonly { readonly id: string }[]) => items.map((item) => item.id).sort();

test('two players stake, both browsers see the same result and verify it, and the winner has the items', async ({
  member,
}, info) => {
  test.slow();
  const [anna, bela] = await Promise.all([member('anna', '/coinflip'), member('bela', '/coinflip')]);
  const annaHad = await inventoryOf(anna.page);
  const belaHad = await inventoryOf(bela.page);

  const id = await createGame(anna, 'Red', 45);
  await expect(modal(anna.page).getByText('Revealed with the result')).toBeVisible();
  await look(anna.page, 'view-waiting');
  await joinGame(bela.page, anna.name);

  const early = await gameOf(bela.page, id);
  expect([early.secret, early.winnerSide, early.fair.ticket, early.fair.drandSignature]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  await Promise.all([anna, bela].map(({ page }) => expectCountdown(page, early.hash)));
  await look(bela.page, 'view-countdown');

  const [annaSaw, belaSaw] = await Promise.all([landed(anna.page), landed(bela.page)]);
  expect(annaSaw, 'both browsers name one winner').toBe(belaSaw);
  const game = await gameOf(anna.page, id);
  expect(annaSaw).toBe(game.winnerSide === 1 ? anna.name : bela.name);
  await expectProven(anna.page, game.secret ?? 'no secret', game.winnerSide === 1 ? 'Red' : 'Blue');
  await expectProven(bela.page, game.secret ?? 'no secret', game.winnerSide === 1 ? 'Red' : 'Blue');
  await expectOwnResult(anna, game, 1);
  await expectOwnResult(bela, game, 2);

  const staked = ids([...game.firstItems, ...game.secondItems]);
  const won = new Set(staked.filter((item) => !game.feeItemIds.some((fee) => fee === item)));
  const annaHas = await inventoryOf(anna.page);
  const belaHas = await inventoryOf(bela.page);
  const [winner, winnerHas, loserHas] = annaSaw === anna.name ? [anna, annaHas, belaHas] : [bela, belaHas, annaHas];
  expect(winnerHas.filter((item) => won.has(item.id))).toHaveLength(won.size);
  expect(loserHas.filter((item) => staked.includes(item.id))).toEqual([]);
  expect(annaHas.length + belaHas.length + game.feeItemIds.length).toBe(annaHad.length + belaHad.length);

  await expectExperience(anna, Math.floor(game.firstTotalUsd * 10));
  await expectExperience(bela, Math.floor(game.secondTotalUsd * 10));
  const file = info.outputPath('ROUND.json');
  await checkOnFairplay(bela, game.hash, game.secret ?? '', file);
  await bela.page.getByRole('link', { name: 'coinflip', exact: true }).click();
  await expectInPicker(winner, winnerHas.length);
  await expectInHistory(anna, annaSaw, annaSaw === anna.name ? bela.name : anna.name);

  const verdict = await verify(file);
  expect(verdict.code, verdict.said).toBe(0);
  await checkOffline(bela, file, info.outputPath('TAMPERED.json'));
});

async function expectCountdown(page: Page, hash: string): Promise<void> {
  await expect(modal(page).getByRole('timer')).toBeVisible();
  await expect(modal(page).getByText(/^Revealed in \d+ s$/)).toBeVisible();
  await expect(modal(page).getByText(/Decided by simulated beacon round/)).toBeVisible();
  await expect(modal(page).getByTitle(hash)).toBeVisible();
  expect(await modal(page).innerHTML(), 'the secret is not in the page').not.toContain('fp2.coinflip.');
}

async function expectProven(page: Page, secret: string, side: 'Red' | 'Blue'): Promise<void> {
  await expect(modal(page).getByTitle(secret)).toBeVisible();
  await expect(modal(page).getByRole('img', { name: `The coin shows ${side.toLowerCase()}` })).toBeVisible();
  await expect(modal(page).getByText('WINNER')).toHaveCount(1);
  await expect(modal(page).getByText('Verified', { exact: true })).toBeVisible();
  await expect(modal(page).getByText(/^Your browser recomputed this result: all \d+ checks pass\./)).toBeVisible();
}

/** Each reads first what they won or lost, by the stakes and the fee of the game; the same is spoken. */
async function expectOwnResult({ page, name }: Member, game: CoinflipGame, side: 1 | 2): Promise<void> {
  const [first, second] = [centsOf(game.firstTotalUsd), centsOf(game.secondTotalUsd)];
  const fee = [...game.firstItems, ...game.secondItems]
    .filter(({ id }) => game.feeItemIds.some((taken) => taken === id))
    .reduce((sum, { item }) => sum + centsOf(item.priceUsd), 0);
  const won = game.winnerSide === side;
  const text = ownResultText(game.firstSide === side ? first : second, won ? first + second - fee : 0);
  await expect(modal(page).locator('[data-own-result]'), `${name}’s own result`).toHaveText(text);
  await expect(page.locator('[data-announcer="assertive"]')).toContainText(text);
  await expect(modal(page).getByRole('button', { name: 'Same stake again' })).toBeVisible();
  await look(page, won ? 'view-won' : 'view-lost');
}

/** 10 XP per dollar staked, shown beside the name without a reload, and on the profile. */
async function expectExperience({ page }: Member, experience: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Experience', includeHidden: true }).first();
  await expect(bar).toHaveAttribute('aria-valuetext', `${experience} XP, Level ${Math.floor(experience / 100)}`);
}

async function expectInPicker({ page }: Member, count: number): Promise<void> {
  await closeModal(page);
  await page.getByRole('button', { name: 'Create game' }).first().click();
  await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', String(count));
  await closeModal(page);
}

async function expectInHistory({ page }: Member, winner: string, loser: string): Promise<void> {
  await closeModal(page);
  await page.getByRole('tab', { name: 'History' }).click();
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: winner }).filter({ hasText: loser });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/Won, \$/);
  await expect(row).toContainText(/Lost, \$/);
  await expect(row, 'the history knows what this browser checked').toContainText('Verified');
  await look(page, 'history');
}

/** FAIR PLAY opens the Fairplay page with the round in the address. Every step passes; the proof is saved to `file`. */
async function checkOnFairplay({ page }: Member, hash: string, secret: string, file: string) {
  await modal(page).getByRole('link', { name: 'FAIR PLAY' }).click();
  await expect(page).toHaveURL(/^[^?]*\/fairplay\?/);
  await expect(modal(page), 'a route change closes the window').toHaveCount(0);
  const query = new URL(page.url()).searchParams;
  expect([query.get('game'), query.get('hash'), query.get('secret')]).toEqual(['coinflip', hash, secret]);
  await expect(page.getByText('The secret matches the hash')).toBeVisible();
  await expectAddsUp(page);
  await look(page, 'fairplay-round');
  await downloadProof(page, 'coinflip', file);
}
