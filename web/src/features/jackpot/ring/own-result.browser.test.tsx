/** The stage of an own round in a real browser: stake and chance all along, then the own result, and nothing that moves. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { cents, centsFromUsd, formatUsd, plainUsd, usd } from '@fairpot/contract/wire/money';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { useModal } from '../../../platform/page/modal.ts';
import { JoinModal } from '../join-modal.tsx';
import { openRound, settledRound } from '../round.fixture.ts';
import { sharesOf, wonItems } from '../shares.ts';
import { veiled } from '../stage.ts';
import type { JackpotStage } from '../stage.ts';
import { PotStage } from './pot-stage.tsx';

const round = settledRound(1);
const next: JackpotRound = { ...openRound(2), id: 'rnd_next', entries: [], value: 0 };
const winner = round.result?.user.id ?? '';
const loser = round.entries.find(({ user }) => user.id !== winner)?.user.id ?? '';

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  useModal.setState({ open: null });
  await page.viewport(1280, 800);
});

function stage(at: JackpotStage, me: string | null, of = round) {
  const shown = at === 'turning' ? veiled(of, of.settledAt ?? 0) : of;
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PotStage round={of} shown={shown} stage={at} shares={sharesOf(of.entries)} me={me} next={next} onNext={noop} />
      </MemoryRouter>
    </QueryClientProvider>
  );
}
const noop = () => undefined;
const own = () => document.querySelector('[data-own-result]')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? null;
const tops = (selector: string) =>
  [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect().top);

describe('the own result', () => {
  test('the winner reads what the pot paid and what was gained; the won items come in', async () => {
    await render(stage('landed', winner));
    expect(own()).toMatch(/^You won \$[\d.]+ \(\+\$[\d.]+\)$/);
    expect(document.querySelectorAll('.won-item')).toHaveLength(Math.min(3, wonItems(round).length));
  });

  test('everyone else who played reads what they lost, and who won', async () => {
    await render(stage('landed', loser));
    expect(own()).toMatch(/^You lost \$[\d.]+$/);
    expect(document.querySelector('.pot-winner')?.textContent).toContain(round.result?.user.name);
    expect(document.querySelector('.won-item')).toBeNull();
  });

  test('spectators read who won', async () => {
    await render(stage('landed', 'ply_nobody'));
    expect(own()).toBeNull();
    expect(document.querySelector('.pot-centre')?.textContent).toContain('wins');
    expect(page.getByRole('button', { name: 'Join next round' }).elements()).toHaveLength(0);
  });

  test('nothing of it shows before the pointer has landed', async () => {
    await render(stage('turning', winner));
    expect(own()).toBeNull();
    expect(page.getByRole('button', { name: 'Join next round' }).elements()).toHaveLength(0);
  });

  test('a voided round returned the stake', async () => {
    await render(stage('voided', loser, { ...round, phase: 'VOIDED', result: null }));
    await expect.element(page.getByText('Your stake was returned')).toBeVisible();
  });
});

describe('when the pointer lands', () => {
  test.each([
    [1_280, 800],
    [390, 844],
  ])('at %i px nothing moves, and stake and chance of the player stay in view', async (width, height) => {
    await page.viewport(width, height);
    const { rerender } = await render(stage('turning', loser));
    await expect.element(page.getByRole('region', { name: 'Proof' })).toBeVisible();
    const places = '.pot-box, [data-own], [aria-label=Proof]';
    const before = tops(places);
    await rerender(stage('landed', loser));
    await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible();
    expect(tops(places)).toEqual(before);
    const row = document.querySelector('[data-own]');
    expect(row?.textContent).toMatch(/YOU\$[\d.]+[\d.]+%/);
    expect(row?.getBoundingClientRect().bottom).toBeLessThan(height);
  });

  test('the next round can be joined in one press', async () => {
    await render(stage('landed', winner));
    await page.getByRole('button', { name: 'Join next round' }).click();
    const own = round.entries.filter(({ user }) => user.id === winner).flatMap(({ items }) => items);
    expect(useModal.getState().open).toMatchObject({ view: 'jackpot.join', props: { again: own } });
  });
});

describe('the window of the next round', () => {
  // Cheaper items are hidden from every picker. One, because more need the settings.
  const staked = round.entries
    .flatMap(({ items }) => items)
    .filter(({ item }) => centsFromUsd(item.priceUsd) > MIN_ITEM_CENTS)
    .slice(0, 1);
  const [sum = cents(0)] = staked.map(({ item }) => centsFromUsd(item.priceUsd));
  /** What the player has now, by its price in cents; none of it was staked. */
  const others = (...prices: readonly number[]): typeof staked =>
    prices.flatMap((price, at) =>
      staked.map(({ item }) => ({ id: `itm_other_${at}`, item: { ...item, priceUsd: usd(cents(price)) } })),
    );

  async function openWith(there: typeof staked): Promise<void> {
    const items = there.map((each): SiteItem => ({ ...each, type: 'DEPOSIT', doubt: null }));
    const state = { state: { finishedAt: null }, game: next, last: null, minbet: 1, feeBps: 500, paused: false };
    const answers = { '/user/inventory/site': { items }, '/jackpot': state };
    vi.stubGlobal('fetch', (address: string) => {
      const answer = Object.entries(answers).find(([path]) => address.endsWith(`/api${path}`));
      if (answer === undefined) return new Promise(() => undefined);
      return Promise.resolve(Response.json({ success: true, response: answer[1] }));
    });
    await render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <JoinModal again={staked} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await expect.element(page.getByRole('listbox', { name: 'Your items' })).toBeVisible();
  }
  const selected = () =>
    [...document.querySelectorAll('[aria-label="Selected items"] > li button')].map((each) =>
      each.getAttribute('title'),
    );
  const target = page.getByRole('textbox', { name: 'Target amount in dollars' });

  test('selects the same items while they are there', async () => {
    await openWith([...others(sum), ...staked]);
    await expect.poll(selected).toEqual([`AK-47 Redline, ${formatUsd(sum)}`]);
    expect(page.getByText('last stake').elements()).toEqual([]);
  });

  test('after a loss selects the nearest sum from what is there, never more, and says so', async () => {
    await openWith(others(sum + 1, sum - 20, sum - 10, Math.ceil(sum / 2)));
    await expect.poll(selected).toEqual([`AK-47 Redline, ${formatUsd(cents(sum - 10))}`]);
    await expect
      .element(page.getByText(`From the items you have, in place of your last stake, ${formatUsd(sum)}.`))
      .toBeVisible();
  });

  test('selects nothing where nothing fits, and opens with the sum as target', async () => {
    await openWith(others(sum + 1, Math.floor(sum * 0.94)));
    await expect
      .element(page.getByText(`No items of yours add up to your last stake, ${formatUsd(sum)}.`))
      .toBeVisible();
    expect(selected()).toEqual([]);
    await expect.element(target).toHaveValue(plainUsd(sum));
  });
});
