/**
 * Two players, one coin, in two browsers: from the stake to a proof that is checked without the site. The longest of the
 * journeys, and the promise of the product.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/processes.ts';
import { createGame, gameOf, inventoryOf, joinGame, landed, letGo, modal, rowOf, itemsOf } from '../lib/coinflip.ts';
import { expect, test, type Member } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { CUT_OFF } from '../lib/trouble.ts';

const VERIFIER = join(root, 'fairness', 'bin', 'fairpot-verify.mjs');

/** Runs the open verifier as anyone would. */
function verify(file: string): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFIER, file], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

const ids = (items: readonly { readonly id: string }[]) => items.map((item) => item.id).sort();

test('two players stake, both browsers see the same result and verify it, and the winner has the items', async ({
  member,
}, info) => {
  test.slow();
  const [anna, bela] = await Promise.all([member('anna'), member('bela')]);
  const annaHad = await inventoryOf(anna.page);
  const belaHad = await inventoryOf(bela.page);

  const id = await createGame(anna, 'Red', 45);
  await expect(modal(anna.page).getByText('Revealed with the result')).toBeVisible();
  await look(anna.page, 'view-waiting');
  await joinGame(bela.page, anna.name);

  for (const { page } of [anna, bela]) await expectCountdown(page);
  const hash = (await gameOf(anna.page, id)).hash;
  for (const { page } of [anna, bela]) await expect(modal(page).getByTitle(hash)).toBeVisible();
  const early = await gameOf(bela.page, id);
  expect([early.secret, early.winnerSide, early.fair.ticket, early.fair.drandSignature]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  await look(bela.page, 'view-countdown');

  const [annaSaw, belaSaw] = await Promise.all([landed(anna.page), landed(bela.page)]);
  expect(annaSaw, 'both browsers name one winner').toBe(belaSaw);
  const game = await gameOf(anna.page, id);
  expect(annaSaw).toBe(game.winnerSide === 1 ? anna.name : bela.name);
  await expectProven(anna.page, game.secret ?? 'no secret', game.winnerSide === 1 ? 'Red' : 'Blue');
  await expectProven(bela.page, game.secret ?? 'no secret', game.winnerSide === 1 ? 'Red' : 'Blue');
  await look(anna.page, 'view-landed');

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
  await expectInPicker(winner, winnerHas.length);
  await expectInHistory(anna, annaSaw, annaSaw === anna.name ? bela.name : anna.name);

  const file = info.outputPath('ROUND.json');
  await checkOnFairplay(bela, anna.name, game.hash, game.secret ?? '', file);
  const verdict = await verify(file);
  expect(verdict.code, verdict.said).toBe(0);
  await checkOffline(bela, file, info.outputPath('TAMPERED.json'));
});

async function expectCountdown(page: Page): Promise<void> {
  await expect(modal(page).getByRole('timer')).toBeVisible();
  await expect(modal(page).getByText(/^Revealed in \d+ s$/)).toBeVisible();
  await expect(modal(page).getByText(/Decided by simulated beacon round/)).toBeVisible();
  expect(await modal(page).innerHTML(), 'the secret is not in the page').not.toContain('fp1.coinflip.');
}

async function expectProven(page: Page, secret: string, side: 'Red' | 'Blue'): Promise<void> {
  await expect(modal(page).getByTitle(secret)).toBeVisible();
  await expect(modal(page).getByRole('img', { name: `The coin shows ${side.toLowerCase()}` })).toBeVisible();
  await expect(modal(page).getByText('WINNER')).toHaveCount(1);
  await expect(modal(page).getByText('Verified', { exact: true })).toBeVisible();
  await expect(modal(page).getByText(/^Your browser recomputed this result, \d+ checks hold\./)).toBeVisible();
}

/** 10 per dollar staked, beside the name without a reload, and on the profile. */
async function expectExperience({ page }: Member, experience: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Experience', includeHidden: true }).first();
  await expect(bar).toHaveAttribute('aria-valuetext', `${experience} XP, Level ${Math.floor(experience / 100)}`);
}

async function expectInPicker({ page }: Member, count: number): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Create game' }).first().click();
  await expect(itemsOf(page).first()).toHaveAttribute('aria-setsize', String(count));
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
}

async function expectInHistory({ page }: Member, winner: string, loser: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await page.getByRole('tab', { name: 'History' }).click();
  const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: winner }).filter({ hasText: loser });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/Won, \$/);
  await expect(row).toContainText(/Lost, \$/);
  await expect(row, 'the history knows what this browser checked').toContainText('Verified');
  await look(page, 'history');
}

/** FAIR PLAY leads there with everything in the address; every step holds; the proof is saved to `file`. */
async function checkOnFairplay({ page }: Member, creator: string, hash: string, secret: string, file: string) {
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await letGo(page);
  await rowOf(page, creator)
    .getByRole('button', { name: `View the game of ${creator}` })
    .click();
  await modal(page).getByRole('link', { name: 'FAIR PLAY' }).click();
  await expect(page).toHaveURL(/^[^?]*\/fairplay\?/);
  await expect(modal(page), 'a route change closes the window').toHaveCount(0);
  const query = new URL(page.url()).searchParams;
  expect([query.get('game'), query.get('hash'), query.get('secret')]).toEqual(['coinflip', hash, secret]);
  await expect(page.getByText('The secret opens the hash')).toBeVisible();
  await expectAddsUp(page);
  await look(page, 'fairplay-round');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the proof' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^ROUND-coinflip-\d+\.json$/);
  await download.saveAs(file);
}

async function expectAddsUp(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'This round adds up' })).toContainText('checks hold');
  const marks = page.locator('main details');
  await expect(marks).toHaveCount(5);
  for (const mark of await marks.all()) {
    const [, held, of] = /(\d+) of (\d+) hold/.exec(await mark.innerText()) ?? [];
    expect(held).toBe(of);
  }
}

/** With the network cut, the page judges a file: an honest one holds, one with a changed cent is refused loudly. */
async function checkOffline({ page, expectTrouble }: Member, file: string, tampered: string): Promise<void> {
  expectTrouble(...CUT_OFF);
  await page.goto('/fairplay');
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible();
  await expect.poll(() => page.workers().length, { message: 'the verifier is loaded' }).toBe(1);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByLabel('Open a file').setInputFiles(file);
  await expectAddsUp(page);

  const proof = JSON.parse(readFileSync(file, 'utf8')) as { lock: { entries: { cents: number }[] } };
  const [first] = proof.lock.entries;
  if (first) first.cents += 1;
  writeFileSync(tampered, JSON.stringify(proof));
  await drop(page, tampered);
  const alarm = page.getByRole('alert').filter({ hasText: 'MISMATCH' });
  await expect(alarm).toContainText('This does not hold');
  await expect(page.getByText('This round adds up')).toHaveCount(0);
  await look(page, 'fairplay-tampered');
  expect((await verify(tampered)).code).toBe(1);
  await page.context().setOffline(false);
}

/** Drops a file on the field, as from a folder on the desk. */
async function drop(page: Page, file: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'ROUND.json', { type: 'application/json' }));
      return data;
    },
    readFileSync(file, 'utf8'),
  );
  await page
    .locator('form', { has: page.getByLabel('Check any round') })
    .dispatchEvent('drop', { dataTransfer: transfer });
}
