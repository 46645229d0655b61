/** The own rounds on the profile: each game's with what it was and the way to its proof, and nothing before its picture. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { PlayedRound } from '@fairpot/contract/log';
import { SIGNED_IN_MARK } from '@fairpot/contract/user';
import { serverNow, useClock } from '../../platform/clock.ts';
import { queryClient } from '../../platform/query-client.ts';
import { refreshUser, SIGNED_OUT_USER } from '../../platform/session.ts';
import { RoundsPanel } from './rounds-panel.tsx';

const MINUTE = 60_000;
const idOf = (n: number) => `rnd_${String(n).padStart(26, '0')}`;

function played(n: number, over: Partial<PlayedRound>): PlayedRound {
  const at = serverNow() - n * MINUTE;
  return { roundId: idOf(n), game: 'jackpot', at, won: false, stakedUsd: 5, wonUsd: 0, feeUsd: 0, ...over };
}

const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
const ofBattles = (n: number) => ({ coinflip: none, jackpot: none, casebattle: { ...none, played: n }, netUsd: n });
let account = { user: SIGNED_OUT_USER, statistics: ofBattles(0) };

/** What the server has, by the round that the page before ended with. */
let pages: Record<string, { rounds: PlayedRound[]; next: string | null }>;
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', (address: string) => {
    const { searchParams, pathname } = new URL(address, location.href);
    const response = pathname === '/api/user' ? account : pages[searchParams.get('before') ?? ''];
    return Promise.resolve(Response.json({ success: true, response }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = `${SIGNED_IN_MARK}=; Path=/; Max-Age=0`;
  useClock.setState({ offsetMs: 0 });
});

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

test('each round of each game leads to its proof; older ones follow on a press', async () => {
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

test('a result whose picture may still be running is not told', async () => {
  pages = { '': { rounds: [played(0, { at: serverNow() - 5_000 }), played(1, {})], next: null } };
  await show();
  await expect.poll(rows).toEqual([['Jackpot', `/fairplay?round=${idOf(1)}`]]);
});

test('a result appears by itself when its picture has landed', async () => {
  const landing = 30 * MINUTE;
  pages = { '': { rounds: [played(0, { at: serverNow() + landing }), played(1, {})], next: null } };
  await show();
  await expect.poll(rows).toHaveLength(1);
  useClock.setState({ offsetMs: landing + MINUTE });
  await expect.poll(rows).toHaveLength(2);
});

test('a round that the statistics begin to count is listed with them', async () => {
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=60`;
  account = { user: SIGNED_OUT_USER, statistics: ofBattles(1) };
  pages = { '': { rounds: [played(9, { game: 'casebattle' })], next: null } };
  await show();
  await expect.poll(rows).toEqual([['Case battle', `/fairplay?round=${idOf(9)}`]]);
  pages = { '': { rounds: [played(3, { game: 'casebattle' }), played(9, { game: 'casebattle' })], next: null } };
  await refreshUser();
  await expect.poll(rows, { message: 'nothing is new: nothing is asked' }).toHaveLength(1);
  account = { user: SIGNED_OUT_USER, statistics: ofBattles(2) };
  await refreshUser();
  await expect.poll(rows).toHaveLength(2);
});
