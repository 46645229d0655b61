/** The nightly reports on the page: each verdict, the alarm, and the states before the first report. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { LogReport } from '@fairpot/contract/log/schemas';
import { queryClient } from '../../platform/calls/query-client.ts';
import { ReportsPanel } from './reports-panel.tsx';

const NIGHT = 24 * 3_600_000;
const now = Date.now();

const report = (id: number, over: Partial<LogReport> = {}): LogReport => ({
  id,
  startedAt: now - (9 - id) * NIGHT - 42_000,
  endedAt: now - (9 - id) * NIGHT,
  verdict: 'holds',
  head: { size: 18_829, root: 'AAAA' },
  rounds: { settled: 6_281, cancelled: 12, voided: 0, scripted: 0, running: 3 },
  simulated: false,
  found: 0,
  findings: [],
  why: null,
  ...over,
});
const failed: Partial<LogReport> = {
  verdict: 'failed',
  head: null,
  rounds: { settled: 0, cancelled: 0, voided: 0, scripted: 0, running: 0 },
  why: 'the thread that verifies the log ended',
};
const faulty: Partial<LogReport> = {
  verdict: 'findings',
  found: 61,
  findings: Array.from({ length: 50 }, (_, n) => ({ leaf: n, problem: `not a leaf of fp/2: ${n}` })),
};

let answer: () => Response;
const answers = (reports: readonly LogReport[], next: number | null = null) => {
  answer = () => Response.json({ success: true, response: { reports, next } });
};
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
});
afterEach(() => vi.unstubAllGlobals());

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <ReportsPanel />
    </QueryClientProvider>,
  );

test('a log without findings: date, size, duration, and no alarm', async () => {
  answers([report(9), report(8, failed)]);
  await show();
  const rows = page.getByRole('listitem');
  await expect
    .element(rows.first())
    .toHaveTextContent('18,829 leaves, 6,281 rounds settled, 12 cancelled, 3 running, in 42 s');
  await expect.element(rows.last()).toHaveTextContent('could not be checked');
  await expect.element(rows.last()).toHaveTextContent('stopped: the thread that verifies the log ended');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByText('the site checking itself', { exact: false })).toBeVisible();
});

test('findings raise an alarm and are listed below the report, all on demand', async () => {
  answers([report(9, faulty)]);
  await show();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The site found 61 faults in its own log');
  await expect.element(page.getByText('leaf 2: not a leaf of fp/2: 2')).toBeVisible();
  await expect.element(page.getByText('leaf 3: not a leaf of fp/2: 3')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show 47 more' }).click();
  await expect.element(page.getByText('leaf 49: not a leaf of fp/2: 49')).toBeVisible();
  await expect.element(page.getByText('and 11 more', { exact: false })).toBeVisible();
});

test('an older report with findings is red in its row; only the newest report raises the alarm', async () => {
  answers([report(9), report(8, faulty)]);
  await show();
  await expect.element(page.getByText('faults found')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('missing reports are shown', async () => {
  answers([report(7)]);
  await show();
  await expect.element(page.getByRole('alert')).toHaveTextContent('no report for more than a day');
});

test('loads older reports on demand', async () => {
  answers([report(9)], 9);
  await show();
  await expect.element(page.getByText('holds')).toBeVisible();
  answers([report(5, { ...failed, why: 'older' })]);
  await page.getByRole('button', { name: 'Older reports' }).click();
  await expect.element(page.getByText('stopped: older')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Older reports' })).toBeDisabled();
  await page.getByRole('button', { name: 'Newer reports' }).click();
  await expect.element(page.getByText('stopped: older')).not.toBeInTheDocument();
});

test('before the first report, and when the server cannot be reached', async () => {
  answers([]);
  const shown = await show();
  await expect.element(page.getByText('No report yet', { exact: false })).toBeVisible();
  await shown.unmount();
  queryClient.clear();
  answer = () => Response.json({ success: false, message: 'Not now', code: 'NOT_FOUND' }, { status: 404 });
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('No report yet', { exact: false })).not.toBeInTheDocument();
});
