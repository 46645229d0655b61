/**
 * A site that does not publish: the browser asks the beacon, opens the seal and shows the result in every game. A
 * result published later, and a void, is compared with it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { makeProof, signRound } from '@fairpot/fairness/testing/rounds';
import { battleOf } from '../features/casebattles/battle.fixture.ts';
import { watchedOf as watchedBattle } from '../features/casebattles/observe.ts';
import { seatsOf } from '../features/casebattles/seats.ts';
import { StatusBand } from '../features/casebattles/arena/status-band.tsx';
import { lockedGame, settledGame, TEST_CHAIN } from '../features/coinflip/game.fixture.ts';
import { watchedOf as watchedGame } from '../features/coinflip/observe.ts';
import { ViewCentre } from '../features/coinflip/view/view-centre.tsx';
import { watchedOf as watchedRound } from '../features/jackpot/observe.ts';
import { lockedRound, settledRound } from '../features/jackpot/round.fixture.ts';
import { StageNote } from '../features/jackpot/ring/stage-note.tsx';
import { queryClient } from '../platform/calls/query-client.ts';
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

test('opens and shows the result of a coinflip; the same result published later is accepted', async () => {
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
  const screen = await render(<ViewCentre game={lockedGame(22)} shown={lockedGame(22)} stage="drawing" me={null} />);
  const side = published.winnerSide === 1 ? 'Red' : 'Blue';
  await expect.element(screen.getByRole('status')).toHaveTextContent('Opened by your browser');
  await expect.element(screen.getByRole('status')).toHaveTextContent(`${side} won`);
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

test('jackpot and battle show the opened result in place of the waiting state', async () => {
  const pot = lockedRound(31);
  watchRound(watchedRound(pot, TEST_CHAIN) ?? never(), dueAt(pot.fair.drandRound) + GRACE_MS);
  const { battle } = battleOf({ status: 'STARTED', revealed: false, seed: 32 });
  const watched = watchedBattle(battle, TEST_CHAIN) ?? never();
  watchRound(watched, dueAt(battle.fair.drandRound) + GRACE_MS);
  await expect.poll(() => Boolean(useOpenedRounds.getState()[pot.id] && openedOf(watched))).toBe(true);
  const note = await render(<StageNote round={pot} stage="finishing" />);
  const winner = settledRound(31).result?.user.name ?? '';
  await expect.element(note.getByRole('status')).toHaveTextContent(`${winner} wins the pot`);
  await expect.element(note.getByRole('status')).toHaveTextContent('Opened by your browser');
  await note.unmount();

  const { result } = battleOf({ seed: 32 }).battle;
  const view = {
    stage: 'spinning' as const,
    shown: battle,
    timeline: null,
    moment: { part: 'before' as const, round: 0, stopped: 0 },
  };
  const band = await render(
    <QueryClientProvider client={queryClient}>
      <StatusBand battle={battle} view={view} me={null} replaying={false} />
    </QueryClientProvider>,
  );
  const team = seatsOf(battle).find((seat) => seat.team === result?.winnerTeam);
  await expect.element(band.getByRole('status')).toHaveTextContent(`${(team?.team ?? 0) + 1} wins with drops of`);
});

test('a result published in time is never opened', async () => {
  const game = lockedGame(41);
  const watched = watchedGame(game, TEST_CHAIN) ?? never();
  watchRound(watched, dueAt(game.fair.drandRound) - 1);
  watchRound(watchedGame(settledGame(41), TEST_CHAIN) ?? never());
  await expect.poll(() => sealOf(watched)?.state).toBe('verified');
  expect(openedOf(watched)).toBeUndefined();
});
