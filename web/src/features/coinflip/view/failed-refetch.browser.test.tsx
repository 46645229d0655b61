/** A failed refetch behind an open window removes nothing: selected items stay selected, the game stays visible. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ReactNode } from 'react';
import { getCoinflip } from '@fairpot/contract/coinflip/calls';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { queryClient, refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { waitingGame } from '../game.fixture.ts';
import { JoinModal } from '../stake/join-modal.tsx';
import { ViewModal } from './view-modal.tsx';

const game = waitingGame();
const item = { ...game.firstItems[0]?.item, priceUsd: 10 } as SiteItem['item'];
const items: readonly SiteItem[] = [{ id: `itm_${'0'.repeat(26)}`, type: 'DEPOSIT', item, doubt: null }];

let cut = false;
beforeEach(() => {
  cut = false;
  queryClient.clear();
  vi.stubGlobal('fetch', (address: string) => {
    const isGame = address.startsWith('/api/coinflip/round/');
    const response = isGame && !cut ? game : address.includes('/inventory/') ? { items } : null;
    if (response !== null) return Promise.resolve(Response.json({ success: true, response }));
    return Promise.resolve(Response.json({ success: false, message: 'Not now', code: 'NO_GAME' }, { status: 404 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Prints the cache's status: once it shows a status, all other components have received it too. */
function Probe() {
  const { status } = useAsk(getCoinflip, { id: game.id });
  return <output>{status}</output>;
}

const show = (view: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        {view}
        <Probe />
      </MemoryRouter>
    </QueryClientProvider>,
  );

const option = () => page.getByRole('listbox', { name: 'Your items' }).getByRole('option');

async function failRefetch(): Promise<void> {
  cut = true;
  await refetchAll(getCoinflip);
  await expect.element(page.getByRole('status').filter({ hasText: 'error' })).toBeVisible();
}

test('the join form keeps its selection', async () => {
  await show(<JoinModal gameId={game.id} />);
  await option().click();
  const join = page.getByRole('button', { name: /^Join on / });
  await expect.element(join).toBeEnabled();
  await failRefetch();
  await expect.element(option()).toHaveAttribute('aria-selected', 'true');
  await expect.element(join).toBeEnabled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('the view of a game keeps showing it', async () => {
  await show(<ViewModal gameId={game.id} />);
  await expect.element(page.getByText(game.firstUser.name).first()).toBeVisible();
  await failRefetch();
  await expect.element(page.getByText(game.firstUser.name).first()).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a game that never loaded shows why, and can be requested again', async () => {
  cut = true;
  await show(<JoinModal gameId={game.id} />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  cut = false;
  await page.getByRole('alert').getByRole('button').click();
  await expect.element(page.getByRole('button', { name: /^Join on / })).toBeVisible();
});
