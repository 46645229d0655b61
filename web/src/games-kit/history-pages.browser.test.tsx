/** A history that ends at the archive says so; one that goes on, or has no archive below it, does not. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { listSettings } from '@fairpot/contract/settings/calls';
import { keyOf, queryClient } from '../platform/calls/query-client.ts';
import { HistoryPages, HistoryRows } from './history-pages.tsx';

beforeEach(() => queryClient.clear());

interface Shown {
  readonly archived: boolean;
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** The first page has `ids`; a second one, if any, has one row and is the last. */
async function show({ archived, ids, next }: Shown): Promise<void> {
  queryClient.setQueryData(keyOf(listSettings, {}), { archived });
  const answerOf = (before: string | null) => ({
    data: before === null ? { history: ids.map((id) => ({ id })), next } : { history: [{ id: 'oldest' }], next: null },
    error: null,
    refetch: () => Promise.resolve(),
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <HistoryPages
          page={(props) => (
            <HistoryRows
              {...props}
              answer={answerOf(props.before)}
              empty="Nothing yet"
              older="Older"
              className=""
              render={({ id }) => <li key={id}>{id}</li>}
            />
          )}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const line = () => page.getByText(/^Older rounds are archived/);

test('the last page says that older rounds are archived, and leads to the check', async () => {
  await show({ archived: true, ids: ['a', 'b'], next: 'b' });
  await expect.element(page.getByRole('listitem')).toHaveLength(2);
  expect(line().elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect.element(page.getByText('oldest')).toBeVisible();
  expect(line().elements()).toHaveLength(1);
  await expect.element(page.getByRole('link', { name: 'check a round' })).toHaveAttribute('href', '/fairplay');
});

test('so does an empty history', async () => {
  await show({ archived: true, ids: [], next: null });
  await expect.element(line()).toBeVisible();
  await expect.element(page.getByText('Nothing yet')).toBeVisible();
});

test('without an archive the list just ends', async () => {
  await show({ archived: false, ids: ['a'], next: null });
  await expect.element(page.getByText('a', { exact: true })).toBeVisible();
  expect(line().elements()).toHaveLength(0);
});
