/**
 * A site that does not publish: the browser asks the beacon, opens the seal and shows the result in every game. A
 * result published later, and a void, is compared with it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { getCasebattle } from '@fairpot/contract/casebattle/calls';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { getUser } from '@fairpot/contract/user/calls';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { makeProof, signRound } from '@fairpot/fairness/testing/rounds';
import { battleOf } from '../features/casebattles/battle.fixture.ts';
import { watchedOf as watchedBattle } from '../features/casebattles/observe.ts';
import { seatsOf } from '../features/casebattles/seats.ts';
import { ViewPage } from '../features/casebattles/arena/view-page.tsx';
import { lockedGame, settledGame, TEST_CHAIN } from '../features/coinflip/game.fixture.ts';
import { watchedOf as watchedGame } from '../features/coinflip/observe.ts';
import { GameView } from '../features/coinflip/view/view-modal.tsx';
import { watchedOf as watchedRound } from '../features/jackpot/observe.ts';
import { lockedRound, settledRound } from '../features/jackpot/round.fixture.ts';
import { StageRound } from '../features/jackpot/ring/stage-round.tsx';
import { RING_MS } from '../features/jackpot/stage.ts';
import { keyOf, queryClient } from '../platform/calls/query-client.ts';
import { useClock } from '../platform/live/clock.ts';
import { SIGNED_OUT_USER } from '../platform/page/session.ts';
import { GRACE_MS, outputOf, useOpenedRounds } from './silence.ts';
import { acceptBeacon, setBeaconUrls, useWatch, watchRound, watchVoid } from './watcher.ts';
import type { WatchedRound } from './watcher.ts';

const BEACON = 'http://beacon.test';
const own = globalThis.fetch;
/** The beacon's answer for a round; null for 404. */
let outputs: (round: number) => unknown;

beforeAll(() => {
  acceptBeacon(TEST_CHAIN);
  setBeaconUrls([BEACON]);
});
beforeEach(() => {
  outputs = (round) => ({ round, signature: signRound(round) });
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/api/')) return new Promise(() => undefined);
    if (!url.startsWith(BEACON)) return own(input, init);
    const body = outputs(Number(url.split('/').at(-1)));
    return Promise.resolve(body === null ? new Response('{}', { status: 404 }) : Response.json(body));
  });
});
afterEach(() => vi.unstubAllGlobals());

const never = (): never => {
  throw new Error('the fixture is not watched');
};
const dueAt = (round: number | null) => drandRoundTime(round ?? 0, TEST_CHAIN);
const sealOf = ({ roundId }: WatchedRound) => useWatch.getState().seals[roundId];
const openedOf = ({ roundId }: WatchedRound) => useOpenedRounds.getState()[roundId];

/** Shows a locked coinflip when the grace period is over. */
function silent(seed: number): WatchedRound {
  const game = lockedGame(seed);
  const watched = watchedGame(game, TEST_CHAIN) ?? never();
  watchRound(watched, dueAt(game.fair.drandRound) + GRACE_MS);
  return watched;
}

test('opens the result of a coinflip; the same result published later is accepted', async () => {
  const game = lockedGame(21);
  const watched = watchedGame(game, TEST_CHAIN) ?? never();
  watchRound(watched, dueAt(game.fair.drandRound) - 1);
  expect(openedOf(watched)).toBeUndefined();
  const early = sealOf(watched)?.state;
  expect(early).toBe('watching');

  const late = silent(22);
  await expect.poll(() => sealOf(late)?.state).toBe('opened');
  const published = settledGame(22);
  expect(openedOf(late)).toMatchObject({ secret: published.secret, outcome: { winnerSide: published.winnerSide } });
  watchRound(watchedGame(published, TEST_CHAIN) ?? never());
  // First seen after its beacon, so never 'verified'.
  await expect.poll(() => sealOf(late)?.state).toBe('late');
});

test('a published result that differs from the opened one is an immediate and final mismatch', async () => {
  const round = silent(23);
  await expect.poll(() => sealOf(round)?.state).toBe('opened');
  const game = settledGame(23);
  const lie = { ...game, winnerSide: game.winnerSide === 1 ? (2 as const) : (1 as const) };
  watchRound(watchedGame(lie, TEST_CHAIN) ?? never());
  expect(sealOf(round)).toMatchObject({ state: 'mismatch', reason: expect.stringContaining('winnerSide') as string });
  expect(useWatch.getState().mismatches.at(-1)?.roundId).toBe(round.roundId);
  watchRound(watchedGame(game, TEST_CHAIN) ?? never());
  expect(sealOf(round)?.state).toBe('mismatch');
});

test('voiding a round whose seal was opened is a mismatch; an unopened round may be voided', async () => {
  const round = silent(24);
  await expect.poll(() => sealOf(round)?.state).toBe('opened');
  watchVoid(round);
  expect(sealOf(round)).toMatchObject({ state: 'mismatch', reason: expect.stringContaining('voided') as string });
  const waiting = watchedGame(lockedGame(25), TEST_CHAIN) ?? never();
  watchRound(waiting, 0);
  watchVoid(waiting);
  expect(sealOf(waiting)?.state).toBe('watching');
});

test('a seal that does not open with the beacon’s output is a mismatch', async () => {
  const watched = watchedGame(lockedGame(26), TEST_CHAIN) ?? never();
  const box = makeProof('coinflip', 27).lock.seal.box;
  const lock = (watched.lock ?? '').replace(/"box":"[0-9a-f]+"/, `"box":"${box}"`);
  const beaconAt = dueAt(lockedGame(26).fair.drandRound);
  watchRound({ ...watched, lock }, beaconAt + GRACE_MS);
  await expect.poll(() => sealOf(watched)?.state).toBe('mismatch');
});

test('a forged or missing output opens nothing', async () => {
  outputs = (round) => ({ round, signature: signRound(round + 1) });
  const forged = silent(28);
  outputs = () => null;
  expect(await outputOf(BEACON, 5)).toBeNull();
  outputs = () => ({ round: 6, signature: signRound(6) });
  expect(await outputOf(BEACON, 5), 'another round').toBeNull();
  expect(openedOf(forged)).toBeUndefined();
  expect(sealOf(forged)?.state).toBe('watching');
});

describe('a late result is shown as one in time', () => {
  const app = (picture: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{picture}</MemoryRouter>
    </QueryClientProvider>
  );
  const signIn = (id: string | null) =>
    queryClient.setQueryData(keyOf(getUser, {}), id && { user: { ...SIGNED_OUT_USER, id }, statistics: null });
  const textOf = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((part) => part.textContent.replaceAll(/\s+/g, ' '));
  const unpublished = page.getByText('The site has not published this result.');
  const PAID = /\. Paid to your balance\.?/;
  const noop = () => undefined;
  afterEach(() => useClock.setState({ offsetMs: 0 }));

  const pot = lockedRound(31);
  const drawn = settledRound(31);
  const potStage = (round: JackpotRound, me: string | null, now: number) =>
    app(<StageRound round={round} now={now} me={me} next={null} onNext={noop} />);
  async function potCard() {
    await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible();
    const { a, b } = new DOMMatrix(
      getComputedStyle(document.querySelector('.ring-pointer') ?? document.body).transform,
    );
    return {
      card: textOf('[aria-label="Result"], .pot-centre, [data-own], [data-own-result]'),
      lit: textOf('.ring-segment[data-won]'),
      ring: page
        .getByRole('img', { name: /^The pointer shows seat/ })
        .element()
        .getAttribute('aria-label'),
      turn: Math.round(((Math.atan2(b, a) / (2 * Math.PI) + 1) % 1) * 1_000),
      wonItems: document.querySelectorAll('.won-item').length,
    };
  }
  const winner = drawn.result?.user.id ?? '';
  const loser = drawn.entries.find(({ user }) => user.id !== winner)?.user.id ?? '';

  test.each([winner, loser, null])('the jackpot, to %s', async (me) => {
    const landed = (drawn.settledAt ?? 0) + 60_000;
    const inTime = await render(potStage(drawn, me, landed));
    const card = await potCard();
    expect(card.lit).toHaveLength(1);
    if (me !== null) expect(card.card.join()).toMatch(me === winner ? /You won \$/ : /You lost \$/);
    await inTime.unmount();

    watchRound(watchedRound(pot, TEST_CHAIN) ?? never(), dueAt(pot.fair.drandRound) + GRACE_MS);
    await expect.poll(() => useOpenedRounds.getState()[pot.id]).toBeDefined();
    const late = await render(potStage(pot, me, landed));
    expect(await potCard()).toEqual(card);
    await expect.element(unpublished).toBeVisible();
    // Published at last: nothing turns again.
    await late.rerender(potStage({ ...drawn, settledAt: landed }, me, landed));
    expect(await potCard()).toEqual(card);
    expect(document.getAnimations().filter((run) => run.effect?.getTiming().duration === RING_MS)).toEqual([]);
  });

  test.each(['ply_ann', 'ply_bob', 'ply_cyd'])('a coinflip, to %s', async (me) => {
    signIn(me);
    const game = settledGame(33);
    const coinCard = async () => {
      await expect
        .poll(() => textOf('[data-stage]').length > 0 && document.querySelector('[data-stage=landed]'))
        .toBeTruthy();
      return textOf(
        '[data-own-result], .coin-body, [aria-label$="side"], .won-item, .coin-stage ~ div > :not([role=status])',
      );
    };
    const inTime = await render(app(<GameView game={game} />));
    const card = await coinCard();
    expect(card.join()).toMatch(me === 'ply_cyd' ? /(Red|Blue) won/ : /You (won|lost) \$/);
    await inTime.unmount();

    watchRound(watchedGame(lockedGame(33), TEST_CHAIN) ?? never(), dueAt(game.fair.drandRound) + GRACE_MS);
    await expect.poll(() => useOpenedRounds.getState()[game.id]).toBeDefined();
    const late = await render(app(<GameView game={lockedGame(33)} />));
    expect(await coinCard()).toEqual(card);
    await expect.element(unpublished).toBeVisible();
    // Published at last: nothing is tossed again.
    await late.rerender(app(<GameView game={{ ...game, settledAt: Date.now() }} />));
    expect(document.querySelector('[data-stage=landed]')).not.toBeNull();
    expect(await coinCard()).toEqual(card);
  });

  test('a battle, to winner, loser and visitor', async () => {
    const { battle } = battleOf({ seed: 32, type: 'TWO_VS_TWO' });
    const { battle: silent } = battleOf({ seed: 32, type: 'TWO_VS_TWO', status: 'STARTED', revealed: false });
    const won = (team: number) => seatsOf(battle).find((seat) => seat.team === team)?.taken?.user.id ?? '';
    const winnerTeam = battle.result?.winnerTeam ?? 0;
    const battleCard = async (shown: CasebattleDetails, me: string | null) => {
      signIn(me);
      queryClient.setQueryData(keyOf(getCasebattle, { id: shown.id }), shown);
      const screen = await render(app(<ViewPage id={shown.id} />));
      await expect.poll(() => document.querySelector('section[data-stage=over]')).not.toBeNull();
      const card = textOf('[data-own-result], .winner-band, .team, .drop-round').map((each) => each.replace(PAID, ''));
      const paid = page.getByText('Paid to your balance').elements().length;
      const note = unpublished.elements().length;
      await screen.unmount();
      return { card, note, paid };
    };
    const people = [won(winnerTeam), won(1 - winnerTeam), null];
    const inTime = [];
    for (const me of people) inTime.push(await battleCard(battle, me));
    expect(inTime.map(({ paid }) => paid)).toEqual([1, 0, 0]);
    expect(inTime[0]?.card.join()).toMatch(/You (won|got back) \$/);
    watchRound(watchedBattle(silent, TEST_CHAIN) ?? never(), dueAt(silent.fair.drandRound) + GRACE_MS);
    await expect.poll(() => useOpenedRounds.getState()[silent.id]).toBeDefined();
    for (const [at, me] of people.entries())
      expect(await battleCard(silent, me)).toEqual({ card: inTime[at]?.card, note: 1, paid: 0 });
    // Published at last: the reels do not start again.
    const replay = battle.replay && { ...battle.replay, startsAt: Date.now(), endsAt: Date.now() + 60_000 };
    for (const [at, me] of people.entries())
      expect((await battleCard({ ...battle, replay }, me)).card).toEqual(inTime[at]?.card);
  });
});

test('a result published in time is never opened', async () => {
  const game = lockedGame(41);
  const watched = watchedGame(game, TEST_CHAIN) ?? never();
  watchRound(watched, dueAt(game.fair.drandRound) - 1);
  watchRound(watchedGame(settledGame(41), TEST_CHAIN) ?? never());
  await expect.poll(() => sealOf(watched)?.state).toBe('verified');
  expect(openedOf(watched)).toBeUndefined();
});
