/**
 * The operator serves a changed client to one browser, in which the service worker of an earlier visit runs: it is blocked before it runs, and without a
 * worker `fairpot-verify --client` names it. The site is the product's own build behind the operator's proxy.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect as expectOf, type Browser, type Page } from '@playwright/test';
import { canon } from '@fairpot/fairness/encoding/canon';
import { buildStatementBody } from '@fairpot/fairness/client/build-statement';
import { parseManifest } from '@fairpot/fairness/client/manifest';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../../scripts/processes.ts';
import { writeManifest } from '../../server/src/platform/http/client-build.ts';
import { untilChecked, workerState } from '../lib/checked-browser.ts';
import { Operator } from '../lib/operator.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { runVerifierOf } from '../lib/soak/verifier.ts';
import config from '../playwright.config.ts';
import { serveChangedClient, type ChangedClient } from './changed-client.ts';

const expectPage = expectOf.configure({ timeout: 20_000 });
const BUILT = join(root, 'web', 'dist');
const VICTIM = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const honest = (text: string): string => text;
const MARK = 'window.changed = true;';

let site: FastSite;
let operator: Operator;
let browser: Browser;
let proxy: ChangedClient;
let page: Page;

beforeAll(async () => {
  site = await FastSite.start();
  operator = await Operator.of(site);
  browser = await chromium.launch(config.use?.launchOptions ?? {});
}, 180_000);

afterAll(async () => {
  await browser.close();
  await site.stop();
}, 60_000);

/** A browser of the victim's kind, after an honest first visit. */
beforeEach(async () => {
  proxy = await serveChangedClient(site.origin, /Android/, honest);
  const context = await browser.newContext({ userAgent: VICTIM, baseURL: proxy.origin });
  page = await context.newPage();
  await page.goto('/coinflip');
  await untilChecked(page);
}, 60_000);

afterEach(async () => {
  await page.context().close();
  await proxy.stop();
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hasRun = () => page.evaluate(() => 'changed' in window);
const blocked = () => page.getByRole('heading', { name: 'This browser blocked the page' });
const chunk = (name: string): string => {
  const { files } = parseManifest(readFileSync(join(BUILT, 'client.json'), 'utf8'));
  const found = files.find(({ path }) => path.startsWith(`assets/${name}-`) && path.endsWith('.js'));
  if (found === undefined) throw new Error(`no chunk ${name}`);
  return `/${found.path}`;
};

test('a changed chunk is blocked before it runs, and the page says so; the outside check names it', async () => {
  const file = chunk('faq-page');
  proxy.change((text, path) => (path === file ? `${text};${MARK}` : text));
  await page.goto('/faq');
  await expectPage(blocked()).toBeVisible();
  expect(await hasRun()).toBe(false);
  await expectPage(page.getByText(`The file ${file.slice(1)} came with bytes`)).toBeVisible();
  await expectPage(page.getByText(`npm run verify -- --client ${proxy.origin} --log-key '`)).toBeVisible();

  const { status, out } = await runVerifierOf('--client', proxy.origin, '--log-key', operator.logKey);
  expect(out).toContain(`${file} as Chrome on Android, Chinese`);
  expect(status).toBe(1);

  // Every page is blocked while the site serves it, and none after.
  await page.goto('/coinflip');
  await expectPage(blocked()).toBeVisible();
  proxy.change(honest);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expectPage(page.getByRole('heading', { level: 1, name: 'Coinflip' })).toBeVisible();
});

test('two changed chunks load the page once more, not twice: the reader keeps the place', async () => {
  const changed = [chunk('faq-page'), chunk('coinflip-texts')];
  proxy.change((text, path) => (changed.includes(path) ? `${text};${MARK}` : text));
  let pages = 0;
  page.on('request', (request) => void (pages += Number(request.isNavigationRequest())));
  await page.goto('/faq');
  await expectPage(blocked()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(pages).toBe(2);
});

test('one flipped byte in one chunk', async () => {
  const file = chunk('faq-page');
  proxy.change((text, path) =>
    path === file ? `${text.slice(0, -2)}${text.at(-2) === ' ' ? '\t' : ' '}${text.slice(-1)}` : text,
  );
  await page.goto('/faq');
  await expectPage(blocked()).toBeVisible();
});

test('a changed page, which could leave out every hash', async () => {
  proxy.change((text, path) =>
    path === '/faq' ? '<!doctype html><title>x</title><script src="/api/evil.js"></script>' : text,
  );
  await page.goto('/faq');
  await expectPage(blocked()).toBeVisible();
  await expectPage(page.getByText('The file first/faq.html came with bytes')).toBeVisible();
});

test('an answer of the server that is HTML runs no script', async () => {
  proxy.change((text, path) =>
    path.startsWith('/api/auth/logout') ? `<!doctype html><script>${MARK}</script><p>Log out?` : text,
  );
  await page.goto('/api/auth/logout');
  await expectPage(page.getByText('Log out?')).toBeVisible();
  expect(await hasRun()).toBe(false);
});

/** Another manifest and page, which the log does not name. */
function unloggedBuild() {
  const manifest = readFileSync(join(BUILT, 'client.json'), 'utf8');
  const shell = readFileSync(join(BUILT, 'first', 'faq.html'), 'utf8');
  const changed = shell.replace('</title>', '</title><!-- other -->');
  const text = manifest
    .replace(sha256(shell), sha256(changed))
    .replace(
      `"bytes":${Buffer.byteLength(shell)},"path":"first/faq.html"`,
      `"bytes":${Buffer.byteLength(changed)},"path":"first/faq.html"`,
    );
  return { text, hash: sha256(text), page: changed };
}

test('a whole build that is not in the log', async () => {
  const build = unloggedBuild();
  proxy.change((text, path) => (path === '/faq' ? build.page : path === '/client.json' ? build.text : text));
  await page.goto('/faq');
  await expectPage(blocked()).toBeVisible();
  await expectPage(page.getByText(/which it did not announce in the public log/)).toBeVisible();
});

test('a leaf of another build: its proof does not help', async () => {
  const build = unloggedBuild();
  const hash = sha256(readFileSync(join(BUILT, 'client.json'), 'utf8'));
  const proof = await (await fetch(`${site.origin}/api/fair/client/proof?manifest=${hash}`)).text();
  expect(proof).toContain('checkpoint');
  proxy.change((text, path) =>
    path === '/faq' ? build.page : path === '/client.json' ? build.text : path.includes('/client/proof') ? proof : text,
  );
  await page.goto('/faq');
  await expectPage(page.getByText(`names build ${hash}, not ${build.hash}`)).toBeVisible();
});

test('a head that the operator signed for one browser: no witness signed it', async () => {
  const build = unloggedBuild();
  const says = buildStatementBody(build.hash, parseManifest(build.text));
  const body = canon({ v: 'fp/2', type: 'statement', at: Date.now(), about: 'client-build', says });
  const proof = JSON.stringify({ response: { index: 0, body, path: [], checkpoint: await operator.signHead([body]) } });
  proxy.change((text, path) =>
    path === '/faq' ? build.page : path === '/client.json' ? build.text : path.includes('/client/proof') ? proof : text,
  );
  await page.goto('/faq');
  await expectPage(page.getByRole('heading', { name: 'This version is not confirmed yet' })).toBeVisible();
});

test('a new build is named as new, a return to the old one as older', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fp-next-'));
  try {
    cpSync(BUILT, folder, { recursive: true, filter: (from) => !from.endsWith('/art') });
    for (const name of ['index.html', 'first/faq.html', 'first/coinflip.html']) {
      const file = join(folder, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace('</title>', '</title><!-- next -->'));
    }
    await writeManifest(folder, { commit: null, lockFile: 'de'.repeat(32) });
    const next = await site.startNode(0, folder);
    try {
      proxy.lead(next.origin);
      await page.goto('/faq');
      await expectPage(page.getByText('A new version. Its files are in the public log.')).toBeVisible();
      await page.goto('/coinflip');
      await expectPage(page.getByRole('heading', { level: 1, name: 'Coinflip' })).toBeVisible();
      expect((await workerState(page)).builds).toHaveLength(2);
      proxy.lead(site.origin);
      await page.goto('/faq');
      await expectPage(page.getByText('The site went back to an older version.')).toBeVisible();
    } finally {
      await next.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a worker of an older version is replaced by the newer one, which keeps what it pinned', async () => {
  // Of any kind of browser: the script of a worker is fetched by the browser itself.
  const older = await serveChangedClient(site.origin, /./, (text, path) =>
    path === '/sw.js' ? `${text}\n// older` : text,
  );
  const context = await browser.newContext({ baseURL: older.origin });
  const other = await context.newPage();
  await other.goto('/coinflip');
  await untilChecked(other);
  const before = await workerState(other);
  older.change(honest);
  const replaced = other.evaluate(
    () =>
      new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
        void navigator.serviceWorker.getRegistration().then((found) => found?.update());
      }),
  );
  await replaced;
  await other.goto('/faq');
  await expectPage(other.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await workerState(other)).toMatchObject({ since: before.since, builds: [{}] });
  await context.close();
  await older.stop();
});

test('the site is gone: the page says so, with what this browser last saw, marked as not live', async () => {
  await page.goto('/coinflip');
  const hasSeen = () => page.evaluate(async () => (await caches.match('/client-check/last-seen')) !== undefined);
  await expect.poll(hasSeen, { timeout: 20_000 }).toBe(true);
  await proxy.stop();
  await page.goto('/coinflip');
  await expectPage(page.getByRole('heading', { name: 'The site cannot be reached' })).toBeVisible();
  await expectPage(page.getByText('Not live.')).toBeVisible();
  await expectPage(page.getByText(/open or running games?/)).toBeVisible();
});
