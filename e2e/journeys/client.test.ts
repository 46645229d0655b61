/** The page itself: its first HTML names the bytes of everything it loads, and the build is the one that the public log names. */
import { createHash } from 'node:crypto';
import { expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';
import { runVerifierOf } from '../lib/soak/verifier.ts';
import { root } from '../../scripts/processes.ts';

const LOADED = /<(?:script|link)\b[^>]*"(\/assets\/[^"]+[.](?:js|css))"[^>]*>/g;

test('every script, style sheet and preload of a page carries the hash of its bytes', async ({ request }) => {
  for (const path of ['/', '/coinflip', '/fairplay/solvency', '/profile']) {
    const loaded = [...(await (await request.get(path)).text()).matchAll(LOADED)];
    expect(loaded.length, path).toBeGreaterThan(5);
    for (const [tag, file = ''] of loaded) {
      const hash = createHash('sha256')
        .update(await (await request.get(file)).body())
        .digest('base64');
      expect(tag).toContain(`integrity="sha256-${hash}"`);
    }
  }
});

for (const kind of ['index', 'kit'])
  test(`a browser does not start the app with another ${kind} script`, async ({ browser, baseURL }) => {
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
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
    await expect(page.locator('#root > [inert]'), 'the first HTML is still there, and nothing answers').toBeAttached();
    await page.close();
  });

test('fairpot-verify --client compares the served client with the log and with this checkout', async ({ baseURL }) => {
  const { status, out } = await runVerifierOf('--client', baseURL ?? '', '--from-source', root, '--accept-unpinned');
  expect(out).toContain('are served the build that the log names');
  expect(out).toContain('the same bytes as the build in');
  expect(status).toBe(0);
});

test('the fair-play page shows the command, and gives out the checker', async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto('/fairplay');
  await expect(page.getByText(/^npx fairpot-verify --client http/)).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the checker' }).click();
  expect((await saving).suggestedFilename()).toBe('fairpot-checker.html');
  await page.getByText(/^npx fairpot-verify --client http/).scrollIntoViewIfNeeded();
  await look(page, 'fairplay-client');
});
