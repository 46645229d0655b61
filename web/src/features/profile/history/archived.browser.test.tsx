/** Transactions that end at the archive say what is missing, and where to ask for it; money is all there. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { listSettings } from '@fairpot/contract/settings/calls';
import { keyOf, queryClient } from '../../../platform/calls/query-client.ts';
import { HistoryPanel } from './history-panel.tsx';

const DEPOSIT: Movement = {
  ...{ id: 'm.1', at: 1_700_000_000_000, kind: 'DEPOSIT', code: 'CRYPTO_DEPOSIT', held: null, item: null },
  balance: { changeUsd: 5, afterUsd: 5 },
  link: { kind: 'transaction', id: 'trf_1' },
};

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', (address: string) => {
    const { searchParams } = new URL(address, location.href);
    const isFirst = searchParams.get('before') === null;
    const response = { movements: [{ ...DEPOSIT, id: isFirst ? 'm.1' : 'm.2' }], next: isFirst ? '1.m.1.' : null };
    return Promise.resolve(Response.json({ success: true, response }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function show(archived: boolean): Promise<void> {
  queryClient.setQueryData(keyOf(listSettings, {}), { archived });
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <HistoryPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const line = () => page.getByText(/rounds of archived months are not listed/);
const older = () => page.getByRole('button', { name: 'Older transactions' });

test('the end of the list says which items are missing, and leads to support', async () => {
  await show(true);
  await expect.element(older()).toBeVisible();
  expect(line().elements()).toHaveLength(0);
  await older().click();
  await expect.element(line()).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Ask support for that list' }))
    .toHaveAttribute('href', '/support');
  await page.getByRole('combobox', { name: 'Money or items' }).selectOptions('Money');
  await expect.element(older()).toBeVisible();
  await older().click();
  await expect.element(older()).not.toBeInTheDocument();
  expect(line().elements()).toHaveLength(0);
});

test('without an archive nothing is missing', async () => {
  await show(false);
  await older().click();
  await expect.element(older()).not.toBeInTheDocument();
  expect(line().elements()).toHaveLength(0);
});
