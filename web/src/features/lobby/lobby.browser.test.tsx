/** The head of the first page: results, totals, the game under way, an empty site, an outage; its frame keeps its height. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MemoryRouter } from 'react-router';
import { render } from 'vitest-browser-react';
import { listCasebattles } from '@fairpot/contract/casebattle/calls';
import { listCoinflips } from '@fairpot/contract/coinflip/calls';
import { getJackpot } from '@fairpot/contract/jackpot/calls';
import { recentResults } from '@fairpot/contract/results/calls';
import type { RecentResults } from '@fairpot/contract/results/schemas';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { useVerdicts } from '../../results-kit/verdicts.ts';
import { collisions, cutTexts, WINDOWS } from '../../testing/geometry.ts';
import { waitingGame } from '../coinflip/game.fixture.ts';
import { Lobby } from './lobby.tsx';

const bot = { id: 'ply_bot', steamid: '', name: 'Orla', avatar: '', level: 0, experience: 0 };
const anna = { ...bot, id: 'ply_anna', name: 'a player with a long name', isFake: false, badge: null };
const FULL: RecentResults = {
  results: [
    {
      roundId: 'rnd_1',
      game: 'casebattle',
      at: 3,
      winners: [
        { user: anna, stakedUsd: 10, wonUsd: 12.5 },
        { user: { ...bot, isFake: true, badge: 'BOT' }, stakedUsd: 10, wonUsd: 12.5 },
      ],
    },
    {
      roundId: 'rnd_2',
      game: 'coinflip',
      at: 2,
      winners: [{ user: { ...bot, isFake: true, badge: 'BOT' }, stakedUsd: 14.6, wonUsd: 30.7 }],
    },
  ],
  totals: { rounds: 1_234, paidUsd: 98_765.4 },
};

beforeEach(() => {
  // Every answer is put into the cache; a request that is made still finds no server.
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.reject(new TypeError('no server')));
  useVerdicts.setState({}, true);
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

function show(answer: RecentResults | null) {
  if (answer) queryClient.setQueryData(keyOf(recentResults, {}), answer);
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Lobby />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

// First: later tests find the code of the strip loaded.
test('the names of the totals stand in a row while the code of the strip is on its way', async () => {
  await show(FULL);
  const tops = [...document.querySelectorAll('.lobby-totals dt')].map((name) => name.getBoundingClientRect().top);
  expect(tops).toEqual([tops[0], tops[0], tops[0]]);
  await expect.element(page.getByRole('link', { name: /Coinflip/ })).toBeVisible();
});

test('a result says who won how much, with the badge of a bot, and leads to its proof', async () => {
  await show(FULL);
  const card = page.getByRole('link', { name: /Coinflip/ });
  await expect.element(card).toHaveAttribute('href', '/fairplay?round=rnd_2');
  await expect.element(card).toHaveTextContent(/Orla\s*BOT\s*won \$30\.70/);
  await expect.element(page.getByRole('link', { name: /Case battle/ })).toHaveTextContent('and 1 otherwon $25.00');
  expect(document.body.textContent).toContain('1,234');
  expect(document.body.textContent).toContain('$98,765.40');
});

test('a result is marked verified only when this browser has recomputed it, and the count says how many', async () => {
  await show(FULL);
  const verified = page.getByRole('definition').last();
  await expect.element(verified).toHaveTextContent(/^0$/);
  expect(document.querySelectorAll('[data-verdict="none"]')).toHaveLength(2);
  useVerdicts.setState({ rnd_2: 'right' });
  await expect.element(verified).toHaveTextContent(/^1$/);
  useVerdicts.setState({ rnd_1: 'wrong' });
  await expect.element(verified).toHaveTextContent('1 wrong');
  expect([...document.querySelectorAll('[data-verdict]')].map((mark) => mark.getAttribute('data-verdict'))).toEqual([
    'wrong',
    'right',
  ]);
});

test('an empty site says so and shows how a round works', async () => {
  await show({ results: [], totals: { rounds: 0, paidUsd: 0 } });
  const steps = page.getByRole('list', { name: /No round has finished yet/ });
  await expect.element(steps).toBeVisible();
  expect(steps.getByRole('listitem').elements()).toHaveLength(3);
  // It scrolls on narrow windows, and has nothing else that takes the focus.
  expect(steps.element()).toHaveProperty('tabIndex', 0);
});

test('while the pot is empty a game under way comes first', async () => {
  const game = waitingGame();
  queryClient.setQueryData(keyOf(getJackpot, {}), { game: { entries: [] } });
  queryClient.setQueryData(keyOf(listCoinflips, {}), { games: [game] });
  queryClient.setQueryData(keyOf(listCasebattles, {}), []);
  await show(FULL);
  const first = page.getByRole('listitem').first();
  await expect.element(first).toHaveTextContent('Waiting for a player');
  await expect.element(first.getByRole('link')).toHaveAttribute('href', `/coinflip/${game.id}`);
  queryClient.setQueryData(keyOf(getJackpot, {}), { game: { entries: [{}] } });
  await expect.element(page.getByText('Waiting for a player')).not.toBeInTheDocument();
});

test('without a server it says so and offers another try', async () => {
  const refusal = { success: false, message: 'x', text: 'x', details: {}, requestId: 'x' };
  vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(Response.json(refusal, { status: 400 })));
  await show(null);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

for (const { window: width, content } of WINDOWS)
  test(`at ${width} px nothing overlaps, and the frame keeps its height when the answer arrives`, async () => {
    await page.viewport(width, 800);
    const screen = await show(null);
    const frame = screen.container;
    frame.style.width = `${content}px`;
    const before = frame.getBoundingClientRect().height;
    queryClient.setQueryData(keyOf(recentResults, {}), FULL);
    await expect.element(page.getByText('$98,765.40')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /Coinflip/ })).toBeInTheDocument();
    expect(frame.getBoundingClientRect().height).toBe(before);
    const head = document.querySelector('section > div');
    expect(head && collisions(head, [...head.querySelectorAll('p, dt, dd')])).toEqual([]);
    for (const card of document.querySelectorAll('.lobby-card a'))
      expect(cutTexts(card).filter((text) => !text.includes('long name'))).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
