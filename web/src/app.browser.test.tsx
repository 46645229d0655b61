/** The whole client with a mock server: frame, routes, session, and route changes. */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReactNode } from 'react';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MemoryRouter } from 'react-router';
import type { CoinflipList } from '@fairpot/contract/coinflip/schemas';
import type { Settings } from '@fairpot/contract/settings/schemas';
import { byGame } from '@fairpot/contract/games/games';
import { SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import type { Statistics, User } from '@fairpot/contract/user/schemas';
import { App } from './app.tsx';
import { battleOf } from './features/casebattles/battle.fixture.ts';
import { reportedNow, useLive } from './platform/live/live.ts';
import { closeModal, openModal } from './platform/page/modal.ts';
import { setPreference } from './platform/page/preferences.ts';
import { queryClient } from './platform/calls/query-client.ts';
import { useToasts } from './platform/page/toasts.ts';
import { closePanels, openPanel } from './shell/shell-store.ts';
import { Link } from './ui/controls/link.tsx';

const user: User = {
  id: 'ply_00000000000000000000000000',
  steamid: '76561198000000001',
  name: 'rookbolt',
  avatar: '',
  level: 14,
  experience: 1462,
  isFake: false,
  badge: null,
  status: 'USER',
  tradeToken: '',
  balanceUsd: 1284.5,
  balanceUsdHold: 40,
  steamInventoryBalanceUsd: 0,
  items: 3,
  ageConfirmed: true,
};
const none = { played: 0, won: 0, stakedUsd: 0, wonUsd: 0, feeUsd: 0 };
const statistics: Statistics = { games: byGame(() => none), netUsd: -22.25 };
const settings: Settings = {
  global: { appid: 252490, snow: false, mode: 'demo' },
  deposit: { mindep: 5, maxCount: 15, appIds: [252490], stakeApp: null },
  paused: [],
  ...byGame(() => ({ minbet: 1, feeBps: 500 })),
  casebattle: { paused: false, modes: ['NORMAL'], mostCases: 50, mostUsd: 25_000 },
  beacon: {
    simulated: true,
    url: 'http://127.0.0.1:9',
    drand: { chainHash: '', publicKey: '', genesisMs: 0, periodMs: 3000, scheme: '' },
  },
};
const table: CoinflipList = { games: [], minbet: 1, feeBps: 500, paused: false };

/** Answers by path; null is a 401. */
let signedIn: User | null;
const answers = (): Record<string, unknown> => ({
  '/api/user': signedIn && { user: signedIn, statistics },
  '/api/settings/list': settings,
  '/api/coinflip': table,
  '/api/user/confirm-age': { ageConfirmed: true },
});

async function visit(path: string, beside?: ReactNode): Promise<void> {
  // The server sets it with the session cookie; without it the client does not ask for the user.
  document.cookie = `${SIGNED_IN_MARK}=1; Path=/; Max-Age=${signedIn ? 60 : 0}`;
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <App />
        {beside}
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Demo: play money', { exact: true })).toBeVisible();
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const nav = page.getByRole('navigation', { name: 'Main' });

/** Clicks a navigation link behind an open window, like a route change by the browser's back button. */
function press(name: string): void {
  const link = [...document.querySelectorAll<HTMLElement>('nav a')].find((a) => a.textContent === name);
  link?.click();
}

beforeEach(() => {
  signedIn = null;
  queryClient.clear();
  setPreference('reduceMotion', true);
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
  useLive.setState({ status: 'online', online: 37 });
  vi.stubGlobal('fetch', async (url: string) => {
    const response = answers()[url] ?? null;
    if (response === null) return Response.json({ success: false, message: 'Unauthorized' }, { status: 401 });
    return Response.json({ success: true, response });
  });
});
afterEach(async () => {
  closeModal();
  closePanels();
  vi.unstubAllGlobals();
  await page.viewport(1280, 800);
});

describe('the frame', () => {
  test('sound comes first in tab order, then the way to the content', async () => {
    await visit('/');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Sound' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  });

  test('a visitor sees LOGIN, the games, Fairplay and FAQ, and no link that needs an account', async () => {
    await visit('/');
    await expect.element(page.getByRole('link', { name: 'LOGIN' })).toHaveAttribute('href', '/api/auth');
    const names = nav
      .getByRole('link')
      .elements()
      .map((link) => link.textContent);
    expect(names).toEqual(['jackpot', 'coinflip', 'case battles', 'Fairplay', 'FAQ']);
    await expect.element(page.getByPlaceholder('Please sign in to write message')).toBeDisabled();
  });

  test('a player sees name, balance, held balance, level, and every page', async () => {
    signedIn = user;
    await visit('/faq');
    const block = page.getByRole('button', { name: 'Account menu' });
    await expect.element(block).toBeVisible();
    expect(block.element().textContent).toContain('$1,284.50');
    expect(block.element().textContent).toContain('$40.00');
    expect(nav.getByRole('link').elements()).toHaveLength(9);
    await block.click();
    await expect.element(page.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/api/auth/logout');
    await expect.element(page.getByText('-$22.25')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(block).toHaveFocus();
  });

  test('game names are upper case by CSS only, and the current page is marked', async () => {
    await visit('/casebattles');
    const current = nav.getByRole('link', { name: 'case battles' });
    await expect.element(current).toHaveAttribute('aria-current', 'page');
    expect(getComputedStyle(current.element()).textTransform).toBe('uppercase');
    await expect.element(nav.getByRole('link', { name: 'jackpot' })).not.toHaveAttribute('aria-current');
  });

  test('the online number is live; a lost connection shows that the stake is safe', async () => {
    await visit('/faq');
    await expect.element(page.getByText('37 online')).toBeVisible();
    useLive.setState({ online: 1204 });
    await expect.element(page.getByText('1,204 online')).toBeVisible();
    useLive.setState({ status: 'reconnecting' });
    await expect.element(page.getByText('Reconnecting, your stake is safe')).toBeVisible();
    await expect.element(page.getByText('Demo: play money', { exact: true })).toBeVisible();
    expect(document.body.textContent, 'a stale number').not.toContain('1,204');
  });
});

describe('a route change', () => {
  test('sets the title, moves focus to the heading, reports the path with (main)', async () => {
    await visit('/');
    expect(reportedNow()).toBe('/');
    await expect.poll(() => document.title).toBe('Jackpot · Fairpot');
    await nav.getByRole('link', { name: 'FAQ' }).click();
    await expect.element(heading('FAQ')).toHaveFocus();
    expect(document.title).toBe('FAQ · Fairpot');
    expect(reportedNow()).toBe('/faq (main)');
  });

  test('focus stays on the heading when the page has loaded', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const others = fetch;
    const { battle } = battleOf({ status: 'PENDING' });
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.endsWith(`/casebattle/details/${battle.id}`)) return others(url);
      await arrived;
      return Response.json({ success: true, response: battle });
    });
    await visit('/faq', <Link to={`/casebattles/${battle.id}`}>The battle</Link>);
    await page.getByRole('link', { name: 'The battle' }).click();
    await expect.element(heading('Case battle')).toHaveFocus();
    const loading = heading('Case battle').element();
    arrive();
    await expect.element(page.getByText(`Battle ${battle.fair.number}`, { exact: true })).toBeVisible();
    expect(loading.isConnected).toBe(false);
    await expect.element(heading('Case battle')).toHaveFocus();
  });

  test('closes the modal without its close action, and the open panel', async () => {
    await visit('/');
    const onClose = vi.fn();
    openModal('notification', { header: 'News', text: 'Something happened' }, { onClose });
    await expect.element(page.getByText('Something happened')).toBeVisible();
    press('FAQ');
    await expect.element(page.getByText('Something happened')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    openPanel('messages');
    await expect.element(page.getByRole('dialog', { name: 'Messages' })).toBeVisible();
    press('jackpot');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('pages', () => {
  test.each([
    ['/', 'Jackpot'],
    ['/jackpot', 'Jackpot'],
    ['/battles', 'Case battles'],
    ['/cases', 'Case battles'],
    ['/market', 'Marketplace'],
    ['/withdrawals', 'Withdraw'],
    ['/help', 'FAQ'],
    ['/account', 'Profile'],
    ['/solvency', 'What we owe and what we hold'],
    ['/login', 'Jackpot'],
    ['/casebattles', 'Case battles'],
    ['/casebattles/12', 'Case battle'],
    ['/marketplace', 'Marketplace'],
    ['/deposit', 'Deposit'],
    ['/withdraw', 'Withdraw'],
    ['/support', 'Support'],
    ['/faq', 'FAQ'],
    ['/profile', 'Profile'],
    ['/no/such/page', 'Page not found'],
  ])('%s has the heading %s', async (path, name) => {
    signedIn = user;
    await visit(path);
    await expect.element(heading(name)).toBeVisible();
  });

  test('an invalid battle address shows an error without a request', async () => {
    const asked = vi.fn(fetch);
    vi.stubGlobal('fetch', asked);
    await visit('/casebattles/12');
    await expect.element(page.getByText('Battle not found')).toBeVisible();
    expect(asked.mock.calls.map(([url]) => url)).not.toContainEqual(expect.stringContaining('/casebattle/'));
  });

  test.each(['/marketplace', '/deposit', '/withdraw', '/support', '/profile'])(
    '%s asks a visitor to log in',
    async (path) => {
      await visit(path);
      await expect.element(page.getByRole('main').getByRole('link', { name: 'LOGIN' })).toBeVisible();
    },
  );

  test('the deposit page shows the payout rule before any deposit', async () => {
    signedIn = { ...user, level: 3, experience: 340 };
    await visit('/deposit');
    await expect.element(page.getByText('Users need to be at least Level 10 to get the winnings.')).toBeVisible();
    await expect.element(page.getByText(/^660 XP to Level 10/)).toBeVisible();
  });

  test('a failed sign-in shows the reason once and cleans the address', async () => {
    await visit('/?signin=unavailable');
    const text = 'Steam is not responding. Please try again in a minute.';
    await expect.element(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    expect(useToasts.getState().history).toHaveLength(1);
  });
});

describe('the 18+ question', () => {
  test('cannot be dismissed, and closes when confirmed', async () => {
    signedIn = { ...user, ageConfirmed: false };
    await visit('/faq');
    const question = page.getByRole('dialog', { name: 'Are you 18 or older?' });
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Escape}');
    await expect.element(question).toBeVisible();
    await expect.element(page.getByRole('link', { name: /log out/ })).toHaveAttribute('href', '/api/auth/logout');
    signedIn = user;
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await expect.element(question).not.toBeInTheDocument();
  });
});

describe('shortcuts', () => {
  test('g b goes to case battles, ? lists them, and they can be turned off', async () => {
    setPreference('shortcuts', true);
    await visit('/faq');
    await userEvent.keyboard('gb');
    await expect.element(heading('Case battles')).toHaveFocus();
    await userEvent.keyboard('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(list).toBeVisible();
    await page.getByRole('switch').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await userEvent.keyboard('gj?');
    await expect.element(heading('Case battles')).toBeVisible();
    setPreference('shortcuts', true);
  });
});

describe('on a phone', () => {
  test('menu and profile are drawers, chat fills the screen, nothing is wider than it', async () => {
    await page.viewport(390, 844);
    signedIn = user;
    await visit('/faq');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect
      .element(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Marketplace' }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Menu' })).toHaveFocus();
    await page.getByRole('button', { name: 'Profile' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Profile' }).getByRole('progressbar')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Chat' }).click();
    const chat = page.getByRole('dialog', { name: 'Chat' });
    await expect.element(chat).toBeVisible();
    expect(chat.element().getBoundingClientRect().width).toBe(390);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
