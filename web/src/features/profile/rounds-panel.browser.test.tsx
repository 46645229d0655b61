/** The player's rounds on the profile: each with its outcome and a link to its proof, and as many as the statistics count. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PlayedRound } from '@fairpot/contract/log/schemas';
import { getUser } from '@fairpot/contract/user/calls';
import { serverNow } from '../../platform/live/clock.ts';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { RoundsPanel } from './rounds-panel.tsx';

const MINUTE = 60_000;
const idOf = (n: number) => `rnd_${String(n).padStart(26, '0')}`;

function played(n: number, over: Partial<PlayedRound>): PlayedRound {
  const at = serverNow() - n * MINUTE;
  return { roundId: idOf(n), game: 'jackpot', at, won: false, stakedUsd: 5, wonUsd: 0, feeUsd: 0, ...over };
}

/** The server's pages, by the last round of the previous page. */
let pages: Record<string, { rounds: PlayedRound[]; next: string | null }>;
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', (address: string) => {
    const { searchParams } = new URL(address, location.href);
    return Promise.resolve(Response.json({ success: true, response: pages[searchParams.get('before') ?? ''] }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function show(): Promise<void> {
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RoundsPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => [row.querySelector('p')?.textContent, row.querySelector('a')?.getAttribute('href')]);

test('each round links to its proof; older ones load on a click', async () => {
  pages = {
    '': { rounds: [played(1, { game: 'coinflip', won: true, wonUsd: 9.75 }), played(2, {})], next: idOf(2) },
    [idOf(2)]: { rounds: [played(3, { game: 'casebattle' })], next: null },
  };
  await show();
  const first = [
    ['Coinflip', `/fairplay?round=${idOf(1)}`],
    ['Jackpot', `/fairplay?round=${idOf(2)}`],
  ];
  await expect.poll(rows).toEqual(first);
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(/Won \$9\.75\s*staked \$5\.00/);
  await expect.element(page.getByRole('listitem').last()).toHaveTextContent(/Lost \$5\.00/);
  await page.getByRole('button', { name: 'Older rounds' }).click();
  await expect.poll(rows).toEqual([...first, ['Case battle', `/fairplay?round=${idOf(3)}`]]);
  await expect.element(page.getByRole('button', { name: 'Older rounds' })).not.toBeInTheDocument();
});

/** Makes the player's statistics count this many battles. */
function countedBattles(played: number): void {
  const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
  const games = { coinflip: none, jackpot: none, casebattle: { ...none, played } };
  const statistics = { games, netUsd: 0 };
  queryClient.setQueryData(keyOf(getUser, {}), { user: {}, statistics });
}

test('a round that the statistics count appears in the list', async () => {
  countedBattles(1);
  pages = { '': { rounds: [played(2, { game: 'casebattle' })], next: null } };
  await show();
  const first = ['Case battle', `/fairplay?round=${idOf(2)}`];
  await expect.poll(rows).toEqual([first]);
  pages = { '': { rounds: [played(1, { game: 'casebattle', at: serverNow() }), ...pages['']!.rounds], next: null } };
  countedBattles(2);
  await expect.poll(rows).toEqual([['Case battle', `/fairplay?round=${idOf(1)}`], first]);
});
