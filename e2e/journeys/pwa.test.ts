/** The installed app: the worker that checks the client, the site without a network, what makes it installable. */
import type { Page } from '@playwright/test';
import { untilChecked, workerState } from '../lib/checked-browser.ts';
import { connected, expect, test, type Member } from '../lib/journey.ts';
import { look, lookTwice } from '../lib/look.ts';
import { CUT_OFF, refusedWith } from '../lib/trouble.ts';

const WITH_WORKER = { serviceWorkers: 'allow' } as const;
// A worker stays in its browser.
test.use({ keptBrowsers: false });

async function open(visitor: (options: object) => Promise<{ page: Page }>, path: string): Promise<Page> {
  const { page } = await visitor(WITH_WORKER);
  await page.goto(path);
  await untilChecked(page);
  return page;
}

test('the worker starts with the first visit, lets the whole client in, and says what it verified', async ({
  visitor,
}) => {
  const page = await open(visitor, '/');
  for (const [path, name] of [
    ['/coinflip', 'Coinflip'],
    ['/faq', 'FAQ'],
    ['/profile', /./],
    ['/marketplace', 'Marketplace'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name }).first()).toBeVisible();
  }
  await connected(page);
  await page.goto('/fairplay');
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'The code of this page' }) });
  await expect(panel.getByText(/^Active since .*compared with the public log/)).toBeVisible();
  await expect(panel.getByText('this page', { exact: true })).toBeVisible();
  await expect(panel.getByText(/cosigned by/)).toBeVisible();
  await lookTwice(page, 'fairplay-client-check', panel);
  expect((await workerState(page)).builds).toHaveLength(1);
  // The page that explains how to check the client is the worker's own.
  await page.goto('/check-the-client.html');
  await expect(page.getByText(/^npm run verify -- --client http.* --log-key '/).first()).toBeVisible();
  await look(page, 'check-the-client');
});

test('a player signs in and out by the worker; without a network the page shows what was last seen', async ({
  member,
}) => {
  const { page, name, expectTrouble }: Member = await member('Ada', '/coinflip', WITH_WORKER);
  await untilChecked(page);
  await page.goto('/coinflip');
  await connected(page);
  const seen = () => page.evaluate(async () => (await (await caches.match('/client-check/last-seen'))?.text()) ?? '');
  await expect.poll(seen).toContain(name);
  expectTrouble(...CUT_OFF, /status of 503/, /answer 503/, /ERR_FAILED/);
  await page.context().setOffline(true);
  await page.goto('/marketplace');
  await expect(page.getByRole('heading', { name: 'The site cannot be reached' })).toBeVisible();
  await expect(page.getByText('Not live. This browser saw it before the connection was lost.')).toBeVisible();
  await expect(page.getByText(new RegExp(`^[$][0-9.]+, ${name}`))).toBeVisible();
  // In the client's own font, from what the browser keeps.
  const faces = () =>
    page.evaluate(async () => [...(await document.fonts.ready)].map(({ family, status }) => `${family} ${status}`));
  await expect.poll(faces).toEqual(['Archivo loaded']);
  await lookTwice(page, 'offline');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible();
  expectTrouble(...refusedWith(401), /^answer 401 to GET/); // what the left page still asked and reported
  await page.goto('/api/auth/logout');
  await expect.poll(seen).not.toContain(name);
});

interface AppManifest {
  readonly url: string;
  readonly errors: readonly unknown[];
  readonly data: string;
}

test('Chromium calls the site installable', async ({ visitor }) => {
  const page = await open(visitor, '/');
  const devtools = await page.context().newCDPSession(page);
  const manifest = (await devtools.send('Page.getAppManifest')) as AppManifest;
  expect(manifest.errors).toEqual([]);
  expect(new URL(manifest.url).pathname).toBe('/manifest.webmanifest');
  const { name, start_url, scope, display, icons } = JSON.parse(manifest.data) as {
    readonly name: string;
    readonly start_url: string;
    readonly scope: string;
    readonly display: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
  };
  expect([name, start_url, scope, display]).toEqual(['Fairpot', '/', '/', 'standalone']);
  const sizes = icons.filter(({ src }) => src.endsWith('.png'));
  expect(sizes.map(({ sizes: size, purpose = 'any' }) => `${size} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes: stated } of sizes) {
    const drawn = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(drawn, src).toBe(stated);
  }
  // The whole browser knows what it would refuse; its shell without windows does not.
  const known = await devtools.send('Page.getInstallabilityErrors').catch(() => null);
  const reasons = (known?.installabilityErrors ?? []).map(({ errorId }) => errorId);
  expect(reasons.filter((id) => id !== 'in-incognito')).toEqual([]);
});
