/** The end of an own battle in a real browser: what the player won or lost comes first, and the reels stay where they are. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { battleOf, caseOf } from '../battle.fixture.ts';
import { useDraft } from '../create/draft.ts';
import { seatsOf } from '../seats.ts';
import { momentOf, stageOf, timelineOf, veiled } from '../stage.ts';
import './arena.css';
import { StatusBand } from './status-band.tsx';
import { ViewActions } from './view-actions.tsx';

const { battle } = battleOf({ type: 'TWO_VS_TWO', cases: [caseOf('rich', [4_000, 4_000])] });
const timeline = timelineOf(battle);
const idOf = (won: boolean) =>
  seatsOf(battle).find(({ team }) => (team === battle.result?.winnerTeam) === won)?.taken?.user.id ?? null;

beforeEach(() => queryClient.clear());
afterEach(async () => {
  useDraft.setState(useDraft.getInitialState(), true);
  await page.viewport(1280, 800);
});

function viewAt(now: number) {
  const moment = momentOf(timeline, now);
  return { moment, timeline, stage: stageOf(battle, timeline, now), shown: veiled(battle, moment) };
}

const END = timeline?.endsAt ?? 0;
const band = (me: string | null, now = END) => (
  <QueryClientProvider client={queryClient}>
    <StatusBand battle={battle} view={viewAt(now)} me={me} replaying={false} />
  </QueryClientProvider>
);
const own = () => document.querySelector('[data-own-result]')?.textContent ?? null;

describe('the own result', () => {
  test('a winner reads their share of the pot and what they gained', async () => {
    await render(band(idOf(true)));
    expect(own()).toBe('You won $80.00 (+$70.00)');
    await expect.element(page.getByText('Paid to your balance.')).toBeVisible();
  });

  test('a loser reads what they lost, and then who won', async () => {
    await render(band(idOf(false)));
    expect(own()).toBe('You lost $10.00');
    const text = document.querySelector('.status-band')?.textContent ?? '';
    expect(text.indexOf('You lost')).toBeLessThan(text.indexOf('wins'));
  });

  test('spectators read who won', async () => {
    await render(band(null));
    expect(own()).toBeNull();
    await expect.element(page.getByText(/^Team [12] wins/)).toBeVisible();
  });

  test('nothing of it shows while the reels turn', async () => {
    await render(band(idOf(true), END - 1));
    expect(own()).toBeNull();
  });

  test.each([1_280, 390])('at %i px the band keeps its height', async (width) => {
    await page.viewport(width, 800);
    const height = () => document.querySelector('.status-band')?.getBoundingClientRect().height;
    for (const won of [true, false]) {
      const { rerender, unmount } = await render(band(idOf(won), END - 10_000));
      const before = height();
      await rerender(band(idOf(won)));
      expect(own()).not.toBeNull();
      expect(height()).toBe(before);
      await unmount();
    }
  });
});

test('Recreate opens the create bar with the cases, size and mode of the battle, for its players only', async () => {
  const replay = { timeline: null, play: () => undefined, stop: () => undefined };
  const actions = (me: string | null) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/casebattles/x']}>
        <ViewActions battle={battle} view={viewAt(END)} me={me} replay={replay} />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = await render(actions(null));
  expect(page.getByRole('button', { name: 'Recreate' }).elements()).toHaveLength(0);
  await rerender(actions(idOf(false)));
  await page.getByRole('button', { name: 'Recreate' }).click();
  await expect.element(page.getByText('/casebattles', { exact: true })).toBeVisible();
  expect(useDraft.getState()).toMatchObject({ caseIds: ['rich'], type: 'TWO_VS_TWO', mode: 'NORMAL' });
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}
