/** The stage of an own round in a real browser: stake and chance all along, then the own result, and nothing that moves. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { queryClient } from '../../../platform/calls/query-client.ts';
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
    await expect.element(page.getByRole('button', { name: 'Join next round' })).toBeVisible();
  });
});
