/** How a browser reacts to a public log that shows two histories. late.test.ts covers an honest log. */
import type { LogHead } from '@fairpot/contract/log/schemas';
import { toBase64 } from '@fairpot/fairness/encoding/base64';
import { consistencyProof, rootOf } from '@fairpot/fairness/tree/merkle';
import { formatCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { formatVerifierKey, noteKey, publicKeyOf, signNote } from '@fairpot/fairness/tree/note';
import { LOG_NAME, makeLeaves, treeOf } from '@fairpot/fairness/testing/logs';
import type { Page } from '@playwright/test';
import { expect, test } from '../lib/journey.ts';
import { look } from '../lib/look.ts';

/** Secret keys of the logs. The browser pins the first one. */
const LOG_SEED = new Uint8Array(32).fill(9);
const OTHER_SEED = new Uint8Array(32).fill(10);

/** A log as a server might serve it: its leaves, signed with the key of this seed. */
interface ServedLog {
  readonly leaves: readonly string[];
  readonly seed?: Uint8Array;
}

/** Serves this log from the next page load on. Leaves the open page first, so that its own log checks do not see the new one. */
async function serve(page: Page, { leaves, seed = LOG_SEED }: ServedLog): Promise<void> {
  const { read } = treeOf(leaves);
  const size = leaves.length;
  const root = rootOf(read, size);
  const head: LogHead = {
    origin: LOG_NAME,
    size,
    root: toBase64(root),
    at: Date.now(),
    key: formatVerifierKey(noteKey(LOG_NAME, publicKeyOf(seed))),
    checkpoint: signNote(formatCheckpoint({ origin: LOG_NAME, size, root }), [{ name: LOG_NAME, secretKey: seed }]),
  };
  await page.goto('about:blank');
  await page.unrouteAll();
  await page.route('**/api/fair/log/head', (route) => route.fulfill({ json: { success: true, response: head } }));
  const noWitnesses = { policy: null, simulated: true, witnesses: [] };
  await page.route('**/api/fair/log/witnesses', (route) =>
    route.fulfill({ json: { success: true, response: noWitnesses } }),
  );
  await page.route('**/api/fair/log/consistency?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    // as the server answers for leaves that it does not have
    if (to > size) return route.fulfill({ status: 400, json: { success: false, message: 'ERR_BAD_INPUT' } });
    const path = consistencyProof(read, from, to).map(toBase64);
    return route.fulfill({ json: { success: true, response: { from, to, path } } });
  });
}

test('a log that is rewritten, truncated or signed by another key raises an alarm that stays', async ({ visitor }) => {
  const { page, expectTrouble } = await visitor();
  const honest = makeLeaves(4);
  const [terms = '', , ...rest] = honest;
  // One past leaf is changed; everything is signed again, and the log grows.
  const rewritten = [terms, honest[4] ?? '', ...rest, ...makeLeaves(6).slice(honest.length)];
  const alarm = page.getByRole('alert').filter({ hasText: 'MISMATCH: the public log shows two histories' });
  const replaced = page.getByRole('alert').filter({ hasText: 'The public log of this site was replaced' });
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'The public log' }) });

  await serve(page, { leaves: honest });
  await page.goto('/fairplay');
  await expect(panel.getByText(/pinned key and head/)).toBeVisible();
  await expect(panel.getByText(/^No witness watches this log/)).toBeVisible();
  await serve(page, { leaves: makeLeaves(5) });
  await page.goto('/fairplay');
  await expect(panel.getByText(/continues the one of 13 leaves .* It grew by 3\.$/)).toBeVisible();
  await expect(alarm).toHaveCount(0);

  await serve(page, { leaves: rewritten });
  await page.goto('/faq');
  await expect(alarm, 'on every page, without a click').toBeVisible();
  await expect(alarm).toContainText('Your browser found this by itself');
  await look(page, 'log-alarm');
  await alarm.getByRole('link', { name: 'See the log' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'Your browser found this by itself' })).toBeVisible();
  await page.reload();
  await expect(alarm, 'a contradicting head is never stored').toBeVisible();

  // Its past is unchanged, but its last leaves are missing.
  expectTrouble(/status of 400 .*consistency/, /^answer 400 to GET .*consistency/);
  await serve(page, { leaves: honest });
  await page.goto('/fairplay');
  await expect(alarm).toContainText(
    'It had 16 leaves when this browser last saw it, and has 13 now: it was truncated.',
  );

  // The same leaves, signed with another key.
  await serve(page, { leaves: makeLeaves(5), seed: OTHER_SEED });
  await page.goto('/fairplay');
  await expect(replaced).toContainText('no round counts as logged');
  await look(page, 'log-replaced');

  // The honest log again: the browser kept its record.
  await serve(page, { leaves: makeLeaves(6) });
  await page.goto('/fairplay');
  await expect(panel.getByText(/continues the one of 16 leaves/)).toBeVisible();
  await expect(alarm.or(replaced)).toHaveCount(0);
});
