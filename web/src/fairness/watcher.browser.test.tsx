/**
 * The watcher judges a settled round by what this browser remembers of it, never by what the proof says of itself: a
 * proof that is right in itself and belongs to another commitment, to other stakes or to another lock is a mismatch.
 */
import { beforeAll, expect, test } from 'vitest';
import { canon } from '@fairpot/fairness/encoding/canon';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { settledGame, TEST_CHAIN } from '../features/coinflip/game.fixture.ts';
import { watchedOf } from '../features/coinflip/observe.ts';
import { acceptBeacon, useWatch, watchRound } from './watcher.ts';
import type { WatchedRound } from './watcher.ts';

beforeAll(() => acceptBeacon(TEST_CHAIN));

/** A settled game of its own round; its proof verifies. */
function settled(seed: number): WatchedRound {
  const watched = watchedOf(settledGame(seed), TEST_CHAIN);
  if (!watched?.proof) throw new Error('the fixture has no proof');
  return watched;
}

/** When the beacon round of a fixture's lock is due, by the clock that stands still here. */
function dueAt({ proof }: WatchedRound): number {
  if (!proof) throw new Error('the fixture has no proof');
  return drandRoundTime(proof.lock.drand.round, TEST_CHAIN);
}

/**
 * Shows the round open and locked as `seen`, then settled with the proof that it has; all observations agree with each
 * other. The lock is seen at `lockSeenAt` of this browser's clock, by default in time.
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

test('a proof of what was seen verifies', async () => {
  const round = settled(11);
  play(round, { lock: round.lock });
  await expect.poll(() => sealOf(round)?.state).toBe('verified');
});

test('a lock that this browser first saw when its beacon was due is seen late, and stays so', async () => {
  const round = settled(15);
  play(round, { lock: round.lock }, dueAt(round));
  await expect.poll(() => sealOf(round)?.state).toBe('late');
  watchRound(round, 1);
  expect(sealOf(round)?.state).toBe('late');
  const after = settled(16);
  watchRound(after, dueAt(after) + 1_000_000);
  await expect.poll(() => sealOf(after)?.state).toBe('late');
});

test('a proof with another commitment than the one that was remembered is a mismatch', async () => {
  const round = settled(12);
  play(round, { hash: 'ab'.repeat(32) });
  await expect.poll(() => sealOf(round)?.state).toBe('mismatch');
});

test('a proof with other stakes than those that were remembered is a mismatch', async () => {
  const round = settled(13);
  const [first, ...rest] = round.stakes;
  if (!first) throw new Error('the fixture has no stakes');
  const more = { ...first, entry: { ...first.entry, cents: (first.entry['cents'] ?? 0) + 1 } };
  play(round, { stakes: [more, ...rest] });
  await expect.poll(() => sealOf(round)?.state).toBe('mismatch');
});

test('a proof with another lock than the one that was remembered is a mismatch', async () => {
  const round = settled(14);
  const lock = round.proof?.lock;
  if (!lock) throw new Error('the fixture has no lock');
  play(round, { lock: canon({ ...lock, lockedAt: lock.lockedAt - 1 }) });
  await expect.poll(() => sealOf(round)?.state).toBe('mismatch');
});
