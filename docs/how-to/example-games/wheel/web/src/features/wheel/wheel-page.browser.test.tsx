/** The page in a real browser, in the whole client, against a server that answers like ours. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from 'vitest-browser-react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { byGame } from '@fairpot/contract/games/games';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import { App } from '../../app.tsx';
import { queryClient } from '../../platform/calls/query-client.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { setPreference } from '../../platform/page/preferences.ts';
import { settledWheel, waitingWheel } from './wheel.fixture.ts';

const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
const eve = {
  ...waitingWheel().entries[0]?.user,
  id: 'ply_eve',
  name: 'eve',
  status: 'USER',
  tradeToken: '',
  balanceUsd: 0,
  balanceUsdHold: 0,
  items: 0,
  steamInventoryBalanceUsd: 0,
  ageConfirmed: true,
};
const settings = {
  global: { appid: 252490, snow: false, mode: 'demo' },
  deposit: { mindep: 5, maxCount: 15 },
  paused: [],
  ...byGame(() => ({ minbet: 1, feeBps: 500 })),
  casebattle: { paused: false, modes: ['NORMAL'], mostCases: 50, mostUsd: 25_000 },
  beacon: {
    simulated: true,
    url: 'http://127.0.0.1:9',
    drand: { chainHash: '', publicKey: '', genesisMs: 0, periodMs: 3000, scheme: '' },
  },
};

async function visit(me: typeof eve | null): Promise<void> {
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=${me ? 60 : 0}`;
  const games = [waitingWheel(), { ...settledWheel(2), id: 'rnd_2' }];
  const answers: Record<string, unknown> = {
    '/api/user': me && { user: me, statistics: { games: byGame(() => none), netUsd: 0 } },
    '/api/settings/list': settings,
    '/api/wheel': { games, minbet: 1, feeBps: 500, paused: false },
    '/api/user/inventory/site': { items: [], totalUsd: 0 },
  };
  vi.stubGlobal('fetch', async (url: string) =>
    answers[url]
      ? Response.json({ success: true, response: answers[url] })
      : Response.json({ success: false, message: 'Unauthorized' }, { status: 401 }),
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/wheel']}>
        <App />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wheel' })).toBeVisible();
}

beforeEach(() => {
  queryClient.clear();
  setPreference('reduceMotion', true);
});
afterEach(() => {
  closeModal();
  vi.unstubAllGlobals();
});

const rows = page.getByRole('list', { name: 'Wheels' }).getByRole('listitem', { name: /^Wheel of / });

test('a visitor sees players and winner, and must log in to take a seat', async () => {
  await visit(null);
  await expect.element(rows.first()).toHaveAttribute('aria-label', 'Wheel of ann, pot $30.90');
  await expect.element(rows.first().getByText('Free seat')).toBeVisible();
  await expect.element(rows.first().getByRole('button', { name: 'LOGIN' })).toBeVisible();
  await expect.element(rows.nth(1).getByText('Won')).toBeVisible();
});

test('a player takes a seat and opens a wheel in windows that show the range', async () => {
  await visit(eve);
  await rows.first().getByRole('button', { name: 'Take a seat with ann, $9.00 to $11.00' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Take a seat' })).toBeVisible();
  closeModal();
  await page.getByRole('main').getByRole('button', { name: 'Open a wheel' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Open a wheel' })).toBeVisible();
});
