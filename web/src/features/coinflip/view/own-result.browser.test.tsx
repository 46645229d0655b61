/** The end of an own game in a real browser: what the player won or lost comes first, spectators see what they always saw. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { cents, formatUsd, usd } from '@fairpot/contract/wire/money';
import { sumItems } from '../../../games-kit/item-payouts.ts';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { useModal } from '../../../platform/page/modal.ts';
import { collisions } from '../../../testing/geometry.ts';
import { lockedGame, settledGame, waitingGame } from '../game.fixture.ts';
import { ownSide } from '../prize.ts';
import { CreateModal } from '../stake/create-modal.tsx';
import type { CoinflipStage } from '../stage.ts';
import { ViewCentre } from './view-centre.tsx';

const game = settledGame(1);
const winner = game.winnerSide === game.firstSide ? 'ply_ann' : 'ply_bob';
const loser = winner === 'ply_ann' ? 'ply_bob' : 'ply_ann';
let items: readonly SiteItem[] = [];

beforeEach(() => {
  queryClient.clear();
  const settings = {
    global: { mode: 'live' },
    deposit: { maxCount: 15 },
    coinflip: { minbet: 5, feeBps: 500 },
    paused: [],
  };
  vi.stubGlobal('fetch', (address: string) => {
    const response = address.includes('/inventory/') ? { items } : address.includes('/settings/') ? settings : null;
    if (response === null) return new Promise(() => undefined);
    return Promise.resolve(Response.json({ success: true, response }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.dataset['motion'] = 'full';
  useModal.setState({ open: null });
});

const centre = (me: string | null, stage: CoinflipStage = 'landed', shown = game) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      <div className="w-[260px]">
        <ViewCentre game={game} shown={shown} stage={stage} me={me} />
      </div>
    </MemoryRouter>
  </QueryClientProvider>
);
const words = () => document.body.textContent.replaceAll(/\s+/g, ' ');
const height = () => document.querySelector('.min-h-\\[272px\\]')?.getBoundingClientRect().height;

describe('the result of an own game', () => {
  test('says first what the winner got and gained, and shows the items that came from the other side', async () => {
    await render(centre(winner));
    const head = document.querySelector('[data-own-result="won"]');
    expect(head?.textContent).toMatch(/^You won \$[\d.]+ \(\+\$[\d.]+\)$/);
    const lost = game.winnerSide === game.firstSide ? game.secondItems : game.firstItems;
    const kept = lost.filter(({ id }) => !game.feeItemIds.some((fee) => fee === id));
    expect(document.querySelectorAll('.won-item')).toHaveLength(Math.min(4, kept.length));
    const [first] = document.querySelectorAll('p');
    expect(first).toBe(head);
  });

  test('says first what the loser lost, without items in motion', async () => {
    await render(centre(loser));
    const stake = loser === 'ply_ann' ? '$10.00' : '$10.70';
    expect(document.querySelector('[data-own-result="lost"]')?.textContent).toBe(`You lost ${stake}`);
    expect(document.querySelector('.won-item')).toBeNull();
  });

  test('spectators read the winning side', async () => {
    await render(centre('ply_cyd'));
    expect(words()).toMatch(/(Red|Blue) won\$[\d.]+/);
    expect(words()).not.toMatch(/You (won|lost)|Same stake again/);
  });

  test('nothing of it shows before the coin has landed', async () => {
    await render(centre(winner, 'flipping', { ...game, winnerSide: null, feeItemIds: [] }));
    expect(words()).not.toMatch(/You (won|lost)/);
  });

  test.each([winner, loser])('nothing moves when the coin lands for %s', async (me) => {
    const { rerender } = await render(centre(me, 'flipping', { ...game, winnerSide: null, feeItemIds: [] }));
    const before = height();
    await rerender(centre(me));
    expect(height()).toBe(before);
    for (const run of document.getAnimations()) run.finish();
    const [box] = document.querySelectorAll('.min-h-\\[272px\\]');
    if (!box) throw new Error('no box');
    expect(collisions(box, [...box.children])).toEqual([]);
  });

  test('a game without a draw returned the stake', async () => {
    const cancelled = { ...waitingGame(1), phase: 'CANCELLED' as const };
    await render(centre('ply_ann', 'cancelled', cancelled));
    expect(words()).toContain('Your stake was returned');
    expect(words()).toContain('Cancelled. All items were returned.');
    const voided = { ...lockedGame(1), phase: 'VOIDED' as const };
    await render(centre('ply_bob', 'voided', voided));
    expect(document.querySelectorAll('[data-own-result="returned"]')).toHaveLength(2);
  });

  test('won items do not move with reduced motion', async () => {
    document.documentElement.dataset['motion'] = 'reduced';
    await render(centre(winner));
    expect(document.getAnimations().filter((run) => 'animationName' in run)).toEqual([]);
  });
});

describe('Same stake again', () => {
  const again = { side: 2, items: game.firstItems } as const;
  const stakedCents = sumItems(game.firstItems);
  const create = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <CreateModal again={again} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  const inventory = (ids: readonly string[]): readonly SiteItem[] =>
    game.firstItems.filter(({ id }) => ids.includes(id)).map((each) => ({ ...each, type: 'DEPOSIT', doubt: null }));

  test('opens the window with side and items of this game', async () => {
    await render(centre(winner));
    await page.getByRole('button', { name: 'Same stake again' }).click();
    const side = ownSide(game, winner);
    expect(useModal.getState().open).toMatchObject({ view: 'coinflip.create', props: { again: { side } } });
  });

  test('selects the items that are still there', async () => {
    items = inventory(game.firstItems.map(({ id }) => id));
    await create();
    await expect.element(page.getByRole('list', { name: 'Selected items' })).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /Blue/ })).toBeChecked();
    expect(words()).not.toContain('last stake');
  });

  test('after a loss selects what the player has instead, never more', async () => {
    const [lost] = game.firstItems;
    if (!lost) throw new Error('no stake');
    const of = (id: string, price: number): SiteItem => ({
      id,
      item: { ...lost.item, priceUsd: usd(cents(price)) },
      type: 'DEPOSIT',
      doubt: null,
    });
    items = [of('itm_more', stakedCents + 1), of('itm_near', stakedCents), of('itm_less', stakedCents - 1)];
    await create();
    const chosen = page.getByRole('list', { name: 'Selected items' });
    await expect
      .element(chosen.getByRole('button'))
      .toHaveAttribute('title', `AK-47 Redline, ${formatUsd(stakedCents)}`);
    await expect.element(page.getByText('in place of your last stake')).toBeVisible();
  });

  test('selects nothing where nothing fits, and opens with the sum as target', async () => {
    items = [];
    await create();
    await expect.element(page.getByText(/^No items of yours add up to your last stake/)).toBeVisible();
  });
});
