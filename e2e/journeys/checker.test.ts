/** checker.html, opened from a disk, verifies a running site; it runs no other script and asks no server of ours. Statements: solvency.test.ts. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_CHECKER, check, flipBit, openChecker, siteField, verdict } from '../lib/checker.ts';
import { expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';

const MAX_BYTES = 300 * 1024;

async function settledRound(origin: string): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const answer = await fetch(`${origin}/api/fair/log/rounds`);
    const { response } = (await answer.json()) as { response: { rounds: { roundId: string; state: string }[] } };
    found = response.rounds.find(({ state }) => state === 'settled')?.roundId;
    expect(found).toBeDefined();
  }).toPass({ timeout: 90_000 });
  return found ?? '';
}

async function keyOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/fair/log/head`);
  return ((await answer.json()) as { response: { key: string } }).response.key;
}

test('is one file under 300 KB, in the manifest by its hash, and is saved instead of opened', async ({ request }) => {
  const bytes = readFileSync(BUILT_CHECKER);
  expect(bytes.length).toBeLessThan(MAX_BYTES);
  expect(bytes.toString().match(/(src|href|srcset)=|@import|url\(/g), 'loads nothing').toBe(null);
  const served = await request.get('/checker.html');
  expect(served.headers()['content-disposition']).toContain('fairpot-checker.html');
  const manifest = (await (await request.get('/client.json')).json()) as { files: { path: string; sha256: string }[] };
  const hash = createHash('sha256')
    .update(await served.body())
    .digest('hex');
  expect(manifest.files.find(({ path }) => path === 'checker.html')?.sha256).toBe(hash);
});

test('verifies a round and the whole log of a site, which answers with nothing else', async ({ browser, baseURL }) => {
  test.setTimeout(240_000);
  const site = baseURL ?? '';
  const id = await settledRound(site);
  const key = await keyOf(site);
  const { page, said, asked } = await openChecker(browser);
  await look(page, 'checker');
  await siteField(page).fill(site);
  await page.getByLabel('Round id').fill(id);
  await check(page, 'Check round');
  await expect(verdict(page).getByRole('heading')).toHaveText('Holds');
  await expect(verdict(page)).toContainText('Recomputed on this machine: all');
  await look(page, 'checker-round');

  await check(page, 'Check log');
  await expect(verdict(page).getByRole('heading')).toHaveText('Holds, under a key that you did not give', {
    timeout: 120_000,
  });
  await page.getByLabel('Log key').fill(key);
  await check(page, 'Check log');
  await expect(verdict(page).getByRole('heading')).toHaveText('Holds', { timeout: 120_000 });
  await expect(verdict(page)).toContainText('settled rounds recomputed');
  await look(page, 'checker-log');

  await page.getByLabel('Log key').fill(key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await check(page, 'Check log');
  await expect(verdict(page).getByRole('heading')).not.toHaveText('Holds');
  expect([...asked].filter((origin) => origin !== 'null')).toEqual([site]);
  expect(said).toEqual([]);
  await page.close();
});

test('names a changed round, a log that answers with other leaves, and a site that is away', async ({
  browser,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const id = await settledRound(site);
  const answer = await (await fetch(`${site}/api/fair/round/${id}`)).text();
  const folder = mkdtempSync(join(tmpdir(), 'fp-rounds-'));
  const saved = join(folder, 'round.json');
  writeFileSync(saved, answer);
  const changed = join(folder, 'changed.json');
  writeFileSync(changed, answer.replace(/"secret":"(fp2[^"]*)[0-9a-f]"/, '"secret":"$1x"'));
  const { page } = await openChecker(browser);

  await page.getByLabel('or a saved round').setInputFiles(saved);
  await check(page, 'Check round');
  await expect(verdict(page).getByRole('heading')).toHaveText('Holds');
  await page.getByLabel('or a saved round').setInputFiles(changed);
  await check(page, 'Check round');
  await expect(verdict(page).getByRole('heading')).toHaveText('Does not hold');
  await expect(verdict(page)).toContainText('First difference');
  await look(page, 'checker-broken');

  await siteField(page).fill(site);
  await flipBit(page, '**/tile/entries/**', 40);
  await check(page, 'Check log');
  await expect(verdict(page).getByRole('heading')).toHaveText('Does not hold', { timeout: 60_000 });
  await expect(verdict(page)).toContainText('Leaf 0: its hash is');

  await siteField(page).fill('http://127.0.0.1:9');
  await check(page, 'Check statement');
  await expect(verdict(page)).toContainText('did not answer');
  await page.close();
  rmSync(folder, { recursive: true });
});
