/** The page itself: its first HTML names the bytes of everything it loads, and the build is the one that the public log names. */
import { createHash } from 'node:crypto';
import { expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { runVerifierOf } from '../lib/soak/verifier.ts';
import { root } from '../../scripts/processes.ts';

const LOADED = /<(script|link)\b[^>]*"(\/assets\/[^"]+[.](?:js|css))"[^>]*>/g;

test('a page names the bytes of every script and style sheet that it loads', async ({ request }) => {
  for (const path of ['/', '/coinflip', '/fairplay/solvency', '/profile']) {
    const page = await (await request.get(path)).text();
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? [];
    const { integrity } = JSON.parse(map) as { integrity: Record<string, string> };
    const loaded = [...page.matchAll(LOADED)];
    expect(loaded.length, path).toBeGreaterThan(5);
    for (const [tag, , file = ''] of loaded) {
      const hash = createHash('sha256')
        .update(await (await request.get(file)).body())
        .digest('base64');
      expect(tag).toContain(`integrity="sha256-${hash}"`);
      if (file.endsWith('.js')) expect(integrity[file], file).toBe(`sha256-${hash}`);
    }
  }
});

for (const kind of ['index', 'kit', 'faq-page'])
  test(`a browser runs no other ${kind} script`, async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()));
    let isChanged = false;
    await page.route(new RegExp(`/assets/${kind}-[^/]*[.]js$`), async (route) => {
      const answer = await route.fetch();
      isChanged = true;
      await route.fulfill({ response: answer, body: `${await answer.text()};window.changed = true` });
    });
    await page.goto('/faq');
    await refused;
    expect(isChanged).toBe(true);
    // Until everything that the page loads has come: a second fetch of the file must not run either.
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
    await page.close();
  });

test('without the hashes it would: they are what stops it', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await page.route('**/faq', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(/ integrity="[^"]*"|<script type="importmap">.*?<\/script>/g, '');
    await route.fulfill({ response: answer, body: text });
  });
  await page.route(/\/assets\/kit-[^/]*[.]js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()};window.changed = true` });
  });
  await page.goto('/faq');
  await page.waitForFunction(() => 'changed' in window);
  await page.close();
});

test('fairpot-verify --client compares the served client with the log and with this checkout', async ({ baseURL }) => {
  const { status, out } = await runVerifierOf('--client', baseURL ?? '', '--from-source', root, '--accept-unpinned');
  expect(out).toContain('are served the build that the log names');
  expect(out).toContain('the same bytes as the build in');
  expect(status).toBe(0);
});

test('the Fairplay page shows the command, and gives out the checker', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/fairplay');
  await expect(page.getByText(/^npm run verify -- --client http/)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the checker' }).click();
  expect((await saving).suggestedFilename()).toBe('fairpot-checker.html');
  await page.getByText(/^npm run verify -- --client http/).scrollIntoViewIfNeeded();
  await look(page, 'fairplay-client');
});

test('a text becomes neither HTML nor script, and no script of another address starts', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  expectTrouble(/Trusted(HTML|ScriptURL)/);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const refused = await page.evaluate(() =>
    [
      () => (document.createElement('div').innerHTML = '<img src=x>'),
      () => document.body.insertAdjacentHTML('beforeend', '<p>'),
      () => (document.createElement('script').src = '/art/ak.webp'),
      () => new Worker('/api/fair/round/rnd_1'),
      () => new Worker('https://elsewhere.example/assets/x.js'),
    ].map((act) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    }),
  );
  expect(refused).toEqual(Array(5).fill('TypeError'));
});
