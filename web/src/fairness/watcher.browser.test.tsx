/**
 * The watcher verifies a settled round against this browser's memory, never against the proof alone: a valid proof of
 * another commitment, other stakes or another lock is a mismatch.
 */
import { MemoryRouter } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { canon } from '@fairpot/fairness/encoding/canon';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { settledGame, TEST_CHAIN } from '../features/coinflip/game.fixture.ts';
import { watchedOf } from '../features/coinflip/observe.ts';
import { RoundCheck } from '../features/fairplay/round-check.tsx';
import { sealText } from './seal.ts';
import { acceptBeacon, useWatch, watchRound } from './watcher.ts';
import type { WatchedRound } from './watcher.ts';

beforeAll(() => acceptBeacon(TEST_CHAIN));

/** A settled game; its proof verifies. */
function settled(seed: number): WatchedRound {
  const watched = watchedOf(settledGame(seed), TEST_CHAIN);
  if (!watched?.proof) throw new Error('the fixture has no proof');
  return watched;
}

/** When the beacon round of a fixture's lock is due. */
function dueAt({ proof }: WatchedRound): number {
  if (!proof) throw new Error('the fixture has no proof');
  return drandRoundTime(proof.lock.drand.round, TEST_CHAIN);
}

/**
 * Shows the round as open and locked with the fields of `seen`, then as settled with its proof; all observations agree
 * with each other. The lock is seen at `lockSeenAt` of this browser's clock, by default in time.
 */
function play(
  round: WatchedRound,
  seen: Partial<Pick<WatchedRound, 'hash' | 'stakes' | 'lock'>>,
  lockSeenAt = dueAt(round) - 1,
): void {
  const observation = { ...round, lock: null, ...seen };
  watchRound({ ...observation, phase: 'open', proof: null, lock: null }, 1);
  watchRound({ ...observation, phase: 'locked', proof: null }, lockSeenAt);
  watchRound({ ...observation, lock: null }, lockSeenAt + 1);
}

const sealOf = (round: WatchedRound) => useWatch.getState().seals[round.roundId];

test('a proof of the observed round verifies', async () => {
  const round = settled(11);
  play(round, { lock: round.lock });
  await expect.poll(() => sealOf(round)?.state).toBe('verified');
});

test('the window and the page say the same number of checks, whatever this browser saw', async () => {
  const round = settled(17);
  play(round, { lock: round.lock });
  await expect.poll(() => sealOf(round)?.state).toBe('verified');
  const seal = sealOf(round);
  await render(
    <MemoryRouter>
      <RoundCheck raw={round.proof} InLog={() => null} />
    </MemoryRouter>,
  );
  await expect.element(page.getByText('This round adds up')).toBeVisible();
  const said = /all \d+ checks pass/;
  const inWindow = said.exec(seal ? sealText(seal).detail : '')?.[0];
  expect(inWindow).toMatch(said);
  await expect.element(page.getByText(said)).toHaveTextContent(inWindow ?? '');
});

test('a lock first seen when its beacon was due is seen late, and stays so', async () => {
  const round = settled(15);
  play(round, { lock: round.lock }, dueAt(round));
  await expect.poll(() => sealOf(round)?.state).toBe('late');
  watchRound(round, 1);
  expect(sealOf(round)?.state).toBe('late');
  const after = settled(16);
  watchRound(after, dueAt(after) + 1_000_000);
  await expect.poll(() => sealOf(after)?.state).toBe('late');
});

test('a proof with a commitment other than the remembered one is a mismatch', async () => {
  const round = settled(12);
  play(round, { hash: 'ab'.repeat(32) });
  await expect.poll(() => sealOf(round)?.state).toBe('mismatch');
});

test('a proof with stakes other than the remembered ones is a mismatch', async () => {
  const round = settled(13);
  const [first, ...rest] = round.stakes;
  if (!first) throw new Error('the fixture has no stakes');
  const more = { ...first, entry: { ...first.entry, cents: (first.entry['cents'] ?? 0) + 1 } };
  play(round, { stakes: [more, ...rest] });
  await expect.poll(() => sealOf(round)?.state).toBe('mismatch');
});

test('a proof with a lock other than the remembered one is a mismatch', async () => {
  const round = settled(14);
  const lock = round.proof?.lock;
  if (!lock) throw new Error('the fixture has no lock');
  play(round, { lock: canon({ ...lock, lockedAt: lock.lockedAt - 1 }) });
  await expect.poll(() => sealOf(round)?.state).toBe('mismatch');
});
