/**
 * A wrong local clock is reported as such: a slow one does not hide a late lock, a fast one does not accuse the site,
 * and only rounds signed by the pinned chain count.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DRAND_ENDPOINTS } from '@fairpot/contract/fair/beacon';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { signRound } from '@fairpot/fairness/testing/rounds';
import { lockedGame, settledGame, TEST_CHAIN } from '../features/coinflip/game.fixture.ts';
import { watchedOf } from '../features/coinflip/observe.ts';
import { checkClock, FRESH_MS, forgetClock, judgeClock, sampleBeacon, useBeaconClock } from './beacon-clock.ts';
import { askFairness } from './client.ts';
import { sealText } from './seal.ts';
import { acceptBeacon, setBeaconUrls, useWatch, watchRound } from './watcher.ts';
import type { WatchedRound } from './watcher.ts';

/** The first pairings of a worker take long on a busy machine. */
const PATIENT = { timeout: 10_000 };
const own = globalThis.fetch;
/** An endpoint's answer to a request for its newest round; an error is a failed fetch. */
let newest: (endpoint: string) => unknown;
let asked: string[] = [];
/** How far this browser's clock is off. */
let wrongByMs = 0;

const signed = (round: number) => ({ round, signature: signRound(round) });
const never = (): never => {
  throw new Error('the fixture is not watched');
};
const roundOf = (seed: number) => lockedGame(seed).fair.drandRound ?? never();
const dueAt = (seed: number) => drandRoundTime(roundOf(seed), TEST_CHAIN);
const sealOf = ({ roundId }: WatchedRound) => useWatch.getState().seals[roundId] ?? never();
const saidOf = (round: WatchedRound) => sealText(sealOf(round)).detail;

beforeAll(async () => {
  acceptBeacon(TEST_CHAIN);
  // Load the worker here, so that no test below waits for it.
  await askFairness({ ask: 'commitment', secret: '' });
});
beforeEach(() => {
  asked = [];
  forgetClock();
  setBeaconUrls(['https://demo.test'], false);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.endsWith('/v2/beacons/quicknet/rounds/latest')) return own(input, init);
    const endpoint = new URL(url).origin;
    asked.push(endpoint);
    const body = newest(endpoint);
    if (body instanceof Error) throw body;
    return body === null ? new Response('{}', { status: 503 }) : Response.json(body);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets the time to `real` (epoch ms) on a machine whose clock is off by `wrongByMs`. */
function at(real: number): void {
  vi.useFakeTimers({ now: real + wrongByMs, toFake: ['Date'] });
}

/**
 * Shows a game as open, locked at `lockedSeen` (real time) and settled.
 */
function play(seed: number, lockedSeen: number): WatchedRound {
  const settled = watchedOf(settledGame(seed), TEST_CHAIN) ?? never();
  const locked = watchedOf(lockedGame(seed), TEST_CHAIN) ?? never();
  at(lockedSeen);
  watchRound({ ...settled, phase: 'open', proof: null, lock: null });
  watchRound(locked);
  watchRound(settled);
  return settled;
}
/** An honest drand: the newest round at that real time. */
const drandAt = (real: number) => () => {
  const round = Math.floor((real - TEST_CHAIN.genesisMs) / TEST_CHAIN.periodMs) + 1;
  return signed(round);
};

describe('a clock 60 s behind', () => {
  test('does not hide a late lock, and is reported', async () => {
    wrongByMs = -60_000;
    const late = dueAt(51) + 2_000;
    newest = drandAt(late);
    const round = play(51, late);
    await expect.poll(() => sealOf(round).state, PATIENT).toBe('late');
    expect(sealText(sealOf(round)).label).toBe('Seen late');
    expect(saidOf(round)).toMatch(/Your clock is at least (5[789]|60) seconds behind, as a signed round of .* proves/);
  });

  test('leaves a timely lock verified, and is reported', async () => {
    wrongByMs = -60_000;
    const early = dueAt(52) - 9_000;
    newest = drandAt(early);
    const round = play(52, early);
    await expect.poll(() => sealOf(round).state, PATIENT).toBe('verified');
    await expect.poll(() => saidOf(round), PATIENT).toContain('seconds behind');
    expect(sealOf(round).state).toBe('verified');
  });
});

describe('a clock 60 s ahead', () => {
  test('is reported: the seal names the clock, not the site', async () => {
    wrongByMs = 60_000;
    const early = dueAt(53) - 9_000;
    newest = drandAt(early);
    const round = play(53, early);
    await expect.poll(() => sealText(sealOf(round)).label, PATIENT).toBe('Your clock is ahead');
    // Never 'verified': only the endpoints claim that the clock is ahead.
    expect(sealOf(round).state).toBe('late');
    expect(saidOf(round)).toMatch(/Your clock is 5[789] seconds ahead of the newest round of .*: please correct it/);
  });
});

test('with a correct clock a late lock is seen late', async () => {
  wrongByMs = 0;
  newest = drandAt(dueAt(54) + 1_000);
  const round = play(54, dueAt(54) + 1_000);
  await expect.poll(() => sealOf(round), PATIENT).toMatchObject({ state: 'late', clock: { found: 'right' } });
  expect(sealText(sealOf(round)).label).toBe('Seen late');
});

test('drand unreachable: the seal says that the clock was not checked, and the next lock asks again', async () => {
  wrongByMs = 0;
  newest = (endpoint) => (endpoint.includes('api2') ? null : new TypeError('Failed to fetch'));
  const round = play(55, dueAt(55) - 1);
  await expect.poll(() => sealOf(round), PATIENT).toMatchObject({ state: 'verified', clock: { found: 'unknown' } });
  expect(saidOf(round)).toContain('did not answer, so your clock was not checked');
  newest = drandAt(dueAt(56) - 1);
  const next = play(56, dueAt(56) - 1);
  await expect.poll(() => sealOf(next), PATIENT).toMatchObject({ state: 'verified', clock: { found: 'right' } });
});

describe('drand lying', () => {
  const now = () => dueAt(57);
  const right = () => roundOf(57);

  test.each<[string, unknown]>([
    ['the signature of another round', { round: 9_000_000, signature: signRound(3) }],
    ['no signature', { round: 9_000_000, signature: '' }],
    ['a signature that is not a string', { round: 9_000_000, signature: 5 }],
    ['a round that is not a number', { round: '9000000', signature: signRound(3) }],
    ['a list', []],
    ['nothing', null],
  ])('ignores %s', async (_, body) => {
    newest = () => body;
    expect(await sampleBeacon(DRAND_ENDPOINTS, TEST_CHAIN, now)).toBeNull();
  });

  test('an endpoint with an old round does not make the clock look ahead while another has the newest', async () => {
    newest = (endpoint) => signed(endpoint === DRAND_ENDPOINTS[1] ? right() : right() - 20);
    const sample = await sampleBeacon(DRAND_ENDPOINTS, TEST_CHAIN, now);
    expect(judgeClock(sample, TEST_CHAIN).finding).toEqual({ found: 'right', round: right() });
  });

  test('a forged newest round does not count beside a real one', async () => {
    newest = (endpoint) =>
      endpoint === DRAND_ENDPOINTS[0] ? { round: right() + 20, signature: signRound(right()) } : signed(right());
    expect(await sampleBeacon(DRAND_ENDPOINTS, TEST_CHAIN, now)).toMatchObject({ round: right() });
  });
});

test('in live mode asks drand’s own endpoints, whatever the site names; in a demo asks the site’s beacon', async () => {
  newest = drandAt(dueAt(58) - 1);
  play(58, dueAt(58) - 1);
  await expect.poll(() => useBeaconClock.getState().finding, PATIENT).toMatchObject({ found: 'right' });
  expect(asked.sort()).toEqual([...DRAND_ENDPOINTS]);
  asked = [];
  forgetClock();
  setBeaconUrls(['https://demo.test'], true);
  newest = drandAt(dueAt(59) - 1);
  play(59, dueAt(59) - 1);
  await expect.poll(() => useBeaconClock.getState().finding, PATIENT).toMatchObject({ found: 'right' });
  expect(asked).toEqual(['https://demo.test']);
});

test('asks once a minute, and at once when the clock was changed', async () => {
  let clock = dueAt(60);
  newest = drandAt(clock);
  const began = performance.now();
  const check = () => checkClock(['https://demo.test'], TEST_CHAIN, () => clock + performance.now() - began);
  await check();
  await check();
  expect(asked).toHaveLength(1);
  clock -= 60_000;
  await check();
  expect(asked).toHaveLength(2);
  expect(useBeaconClock.getState()).toMatchObject({ finding: { found: 'behind' } });
  expect(useBeaconClock.getState().behindMs).toBeGreaterThan(50_000);
  expect(FRESH_MS).toBe(60_000);
});
