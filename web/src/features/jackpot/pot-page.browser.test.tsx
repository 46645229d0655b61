/** A player of the last round who was away when it landed (tab asleep, another page) sees its result on the stage first. */
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { getJackpot, JACKPOT_SHOW_RESULT_MS } from '@fairpot/contract/jackpot/calls';
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { getUser } from '@fairpot/contract/user/calls';
import { useClock } from '../../platform/live/clock.ts';
import { keyOf, queryClient } from '../../platform/calls/query-client.ts';
import { SIGNED_OUT_USER } from '../../platform/page/session.ts';
import { PotPage } from './pot-page.tsx';
import { arcAt, ringOf } from './ring/ring-model.ts';
import { openRound, settledRound } from './round.fixture.ts';
import { sharesOf } from './shares.ts';

const next: JackpotRound = {
  ...openRound(2),
  id: 'rnd_next',
  phase: 'WAITING',
  entries: [],
  value: 0,
  deadlineAt: null,
};
let visible: DocumentVisibilityState = 'visible';
Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visible });

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  visible = 'visible';
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  vi.unstubAllGlobals();
  useClock.setState({ offsetMs: 0 });
});

/** The last round landed an hour ago. `seed` makes it another round. */
function landed(seed: number): JackpotRound {
  return { ...settledRound(seed), settledAt: Date.now() - 3_600_000 };
}

function show(last: JackpotRound, me: string | null) {
  const state: JackpotState = {
    state: { finishedAt: null },
    game: next,
    last,
    minbet: 1,
    feeBps: 500,
    paused: false,
  };
  queryClient.setQueryData(keyOf(getJackpot, {}), state);
  queryClient.setQueryData(keyOf(getUser, {}), me && { user: { ...SIGNED_OUT_USER, id: me }, statistics: null });
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PotPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const SHOWN = 'fairpot.jackpotShown';
const result = page.getByRole('region', { name: 'Result' });
const own = () => document.querySelector('[data-own-result]')?.textContent.replaceAll(/\s+/g, ' ') ?? null;
const stage = () => document.querySelector('section[data-stage]')?.getAttribute('data-stage');

test.each([0, 1])('its players see card and winning slice (player %i); once', async (at) => {
  const last = landed(41 + at);
  const winner = last.result?.user;
  const me = at === 0 ? winner?.id : last.entries.find(({ user }) => user.id !== winner?.id)?.user.id;
  const first = await show(last, me ?? null);
  await expect.element(result).toBeVisible();
  expect(own()).toMatch(at === 0 ? /^You won \$[\d.]+ \(\+\$/ : /^You lost \$/);
  const { a, b } = new DOMMatrix(getComputedStyle(document.querySelector('.ring-pointer') ?? document.body).transform);
  const pointed = arcAt(ringOf(sharesOf(last.entries)), (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1);
  expect(pointed?.share.user.id).toBe(winner?.id);
  expect(document.querySelectorAll('.ring-segment[data-won]')).toHaveLength(1);

  useClock.setState({ offsetMs: JACKPOT_SHOW_RESULT_MS + 1 });
  await expect.poll(stage).toBe('waiting');
  await first.unmount();
  await show(last, me ?? null);
  expect(stage(), 'back from another page').toBe('waiting');
});

test('others see the open round, and the last one below', async () => {
  const last = landed(43);
  await show(last, 'ply_nobody');
  expect(stage()).toBe('waiting');
  await expect.element(page.getByText(`Round ${last.fair.number}`)).toBeVisible();
});

test('a hidden tab has shown nothing: it counts from when the player is back', async () => {
  visible = 'hidden';
  const last = landed(44);
  await show(last, last.result?.user.id ?? null);
  await expect.element(result).toBeVisible();
  expect(localStorage.getItem(SHOWN)).toBeNull();
  visible = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(localStorage.getItem(SHOWN)).toBe(JSON.stringify(last.id));
  await expect.element(result).toBeVisible();
});
