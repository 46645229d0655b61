/** The site-wide alarms: none while everything verifies; the log's and a round's can show together. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useWatch } from '../fairness/watcher.ts';
import { useLog } from '../features/log-check/log-watch.ts';
import { queryClient } from '../platform/calls/query-client.ts';
import { SiteAlarms } from './site-alarms.tsx';

beforeEach(() => {
  useWatch.setState({ seals: {}, mismatches: [], beaconAlarm: null });
  useLog.setState({ alarm: null });
});

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SiteAlarms />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test('take no space while everything verifies', async () => {
  const { container } = await show();
  expect(container.firstElementChild?.getBoundingClientRect().height ?? 0).toBe(0);
});

test('shows a contradicting log together with a round that does not verify', async () => {
  await show();
  useLog.setState({ alarm: { text: 'Size 12 has two roots.', newKey: false } });
  await expect.element(page.getByRole('alert')).toHaveTextContent('MISMATCH: the public log shows two histories');
  useWatch.setState({ mismatches: [{ roundId: 'rnd_1', game: 'coinflip', reason: 'Another winner.' }] });
  await expect.element(page.getByRole('alert').nth(1)).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(2);
});
