/** The page in a real browser, in the whole client, against a server that answers like ours. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from 'vitest-browser-react';
import { MemoryRouter } from 'react-router';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { byGame } from '@fairpot/contract/games/games';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import { App } from '../../app.tsx';
import { queryClient } from '../../platform/calls/query-client.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { setPreference } from '../../platform/page/preferences.ts';
import { lockedDuel, waitingDuel } from './duel.fixture.ts';

const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
const cleo = {
  ...waitingDuel().firstUser,
  id: 'ply_cleo',
  name: 'cleo',
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

async function visit(games: readonly DiceduelGame[], me: typeof cleo | null): Promise<void> {
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=${me ? 60 : 0}`;
  const answers: Record<string, unknown> = {
    '/api/user': me && { user: me, statistics: { games: byGame(() => none), netUsd: 0 } },
    '/api/settings/list': settings,
    '/api/diceduel': { games, minbet: 1, feeBps: 500, paused: false },
    '/api/user/inventory/site': { items: [], totalUsd: 0 },
  };
  vi.stubGlobal('fetch', async (url: string) =>
    answers[url]
      ? Response.json({ success: true, response: answers[url] })
      : Response.json({ success: false, message: 'Unauthorized' }, { status: 401 }),
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/diceduel']}>
        <App />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dice duel' })).toBeVisible();
}

beforeEach(() => {
  queryClient.clear();
  setPreference('reduceMotion', true);
});
afterEach(() => {
  closeModal();
  vi.unstubAllGlobals();
});

const rows = page.getByRole('list', { name: 'Duels' }).getByRole('listitem');

test('a visitor sees the waiting players and their stakes, and must log in to join', async () => {
  await visit([waitingDuel()], null);
  await expect.element(rows).toHaveAttribute('aria-label', 'ann against an open seat, pot $10.00');
  await expect.element(rows.getByRole('button', { name: 'LOGIN' })).toBeVisible();
});

test('a player can join a waiting duel, in a window that shows the range, and can only watch a running one', async () => {
  const running = { ...lockedDuel(2), deadlineAt: Date.now() + 9_000 };
  await visit([waitingDuel(), running], cleo);
  await expect.element(rows.nth(1).getByRole('timer')).toBeVisible();
  await expect.element(rows.nth(1).getByRole('button', { name: 'View ann’s duel' })).toBeVisible();
  await rows
    .first()
    .getByRole('button', { name: /^Join ann’s duel, / })
    .click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('without duels the page offers to open one', async () => {
  await visit([], cleo);
  await expect.element(page.getByText('No open duels')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Open a duel' }).first().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
