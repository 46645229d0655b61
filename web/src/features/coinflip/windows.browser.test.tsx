/** The windows of the game on common laptops: the action is in view without scrolling; at 1440 x 900 the last row is, too. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { REVEAL_DELAY_MS } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { queryClient } from '../../platform/calls/query-client.ts';
import { closeModal, openModal } from '../../platform/page/modal.ts';
import { usePreferences } from '../../platform/page/preferences.ts';
import { toastError, useToasts } from '../../platform/page/toasts.ts';
import { ModalHost } from '../../shell/modal-host.tsx';
import { ToastHost } from '../../shell/toast-host.tsx';
import { overlap, partInView } from '../../testing/geometry.ts';
import { freshServer, OPEN_APP, siteItem, steamItem, type FixtureServer } from '../../trade-kit/server.fixture.tsx';
import { protectionOf } from '../../trade-kit/stops.fixture.ts';
import { lockedGame, settledGame, TEST_CHAIN, waitingGame } from './game.fixture.ts';
import { COIN_MS } from './stage.ts';
import './modals.ts';

const LAPTOPS = [
  { width: 1_440, height: 900, whole: true },
  { width: 1_366, height: 768, whole: false },
  { width: 1_280, height: 720, whole: false },
] as const;

let server: FixtureServer;

/** The window opens over this game for a player named `me`. */
async function show(game: CoinflipGame, me: string): Promise<void> {
  server = freshServer({ id: me });
  const items = Array.from({ length: 40 }, (_, at) => siteItem(at, 10.5));
  Object.assign(server.answers, {
    '/user/limits': protectionOf(),
    '/user/inventory/site': { items },
    '/user/inventory/steam': { items: items.map((_, at) => steamItem(at, 10.5)), hiddenCount: 0, looking: false },
    '/trades/list': { orders: [] },
    [`/coinflip/round/${game.id}`]: game,
    '/settings/list': {
      global: { appid: OPEN_APP, snow: false, mode: 'demo' },
      coinflip: { minbet: 5, feeBps: 500 },
      deposit: { mindep: 5, maxCount: 16, appIds: [OPEN_APP], stakeApp: OPEN_APP },
      beacon: { simulated: true, drand: TEST_CHAIN },
      paused: [],
    },
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ModalHost />
        <ToastHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  usePreferences.setState({ reduceMotion: true });
  useToasts.setState({ history: [], waiting: [], unseen: 0 });
});
afterEach(async () => {
  closeModal();
  vi.unstubAllGlobals();
  await page.viewport(1280, 800);
});

const settled = settledGame();
const winner = settled.winnerSide === settled.firstSide ? 'ply_ann' : 'ply_bob';
const loser = winner === 'ply_ann' ? 'ply_bob' : 'ply_ann';

/** Who watches which game, and the button that they came for. */
const VIEWS = [
  ['a game to join', waitingGame(), 'ply_cyd', 'JOIN'],
  ['an own game that waits', waitingGame(), 'ply_ann', 'Call a bot'],
  ['a game before its result', lockedGame(), 'ply_bob', null],
  ['a game that was won', settled, winner, 'Same stake again'],
  ['a game that was lost', settled, loser, 'Same stake again'],
  ['a result of others', settled, 'ply_cyd', null],
] as const;

test.each([...LAPTOPS, { width: 390, height: 844 }, { width: 1_920, height: 1_080 }])(
  'the coin is whole at the top of its toss, at $width x $height',
  async ({ width, height }) => {
    usePreferences.setState({ reduceMotion: false });
    await page.viewport(width, height);
    const game = { ...settled, settledAt: Date.now() - REVEAL_DELAY_MS, deadlineAt: 0 };
    await show(game, winner);
    openModal('coinflip.view', { gameId: game.id });
    const tossed = () => document.querySelector('.coin-lift');
    await expect.poll(tossed).not.toBeNull();
    const coin = tossed();
    const [toss] = coin?.getAnimations() ?? [];
    toss?.pause();
    if (toss) toss.currentTime = COIN_MS * 0.38;
    const topOf = (part: Element | null | undefined) => part?.getBoundingClientRect().top ?? Number.NaN;
    // Again, because the window is still opening.
    await expect
      .poll(() => topOf(coin?.querySelector('.coin-body')) - topOf(coin?.closest('.overflow-y-auto')))
      .toBeGreaterThanOrEqual(0);
  },
);

for (const { width, height, whole } of LAPTOPS) {
  test.each(VIEWS)(`the view at ${width} x ${height}: %s`, async (_, game, me, action) => {
    await page.viewport(width, height);
    await show(game, me);
    openModal('coinflip.view', { gameId: game.id });
    const last = page.getByRole('link', { name: 'FAIR PLAY' });
    await expect.element(last).toBeInTheDocument();
    if (action !== null) {
      const button = page.getByRole('button', { name: action });
      await expect.element(button).toBeInTheDocument();
      await expect.poll(() => partInView(button.element())).toBe('');
    }
    if (whole) await expect.poll(() => partInView(last.element())).toBe('');
  });

  test(`the stake windows at ${width} x ${height}`, async () => {
    await page.viewport(width, height);
    const game = waitingGame();
    await show(game, 'ply_cyd');
    const fee = page.getByText(/fee/i);
    for (const open of [
      () => openModal('coinflip.create', {}),
      () => openModal('coinflip.join', { gameId: game.id }),
      () => openModal('coinflip.createSteam', {}),
      () => openModal('coinflip.joinSteam', { gameId: game.id }),
    ]) {
      open();
      const button = page.getByRole('button', { name: /^(Create on|Join on|Send trade offer)/ });
      await expect.element(button).toBeInTheDocument();
      await page.getByRole('option', { name: 'Trapjaw' }).first().click();
      await expect.poll(() => partInView(button.element())).toBe('');
      if (whole) await expect.poll(() => partInView(fee.last().element())).toBe('');
      closeModal();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    }
  });
}

for (const [width, height] of [
  [1_440, 900],
  [1_024, 768],
  [768, 1_024],
  [390, 844],
] as const)
  test.each(VIEWS)(
    `toasts at ${width} x ${height} cover no player, action or close button: %s`,
    async (_, game, me) => {
      await page.viewport(width, height);
      await show(game, me);
      openModal('coinflip.view', { gameId: game.id });
      await expect.element(page.getByRole('link', { name: 'FAIR PLAY' })).toBeInTheDocument();
      for (const count of [1, 2]) {
        toastError(`message ${count}`, { durationMs: 60_000 });
        await expect.element(page.getByText(`message ${count}`)).toBeVisible();
        const kept = () => [...document.querySelectorAll('.modal :is([data-close], .btn-main, .coinflip-seat)')];
        expect(kept().length).toBeGreaterThan(1);
        await expect
          .poll(() =>
            kept()
              .filter(isUnderToast)
              .map(({ textContent }) => textContent),
          )
          .toEqual([]);
      }
    },
  );

function isUnderToast(part: Element): boolean {
  const box = part.getBoundingClientRect();
  return [...document.querySelectorAll('.Toastify__toast')].some((toast) =>
    overlap(toast.getBoundingClientRect(), box),
  );
}
