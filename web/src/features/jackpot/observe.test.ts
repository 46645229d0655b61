import { cents, centsFromUsd, usd } from '@fairpot/contract/wire/money';
import { describe, expect, test } from 'vitest';
import { verifyRound } from '@fairpot/fairness/verify/verify';
import { proofOf, watchedOf } from './observe.ts';
import { lockedRound, openRound, settledRound, TEST_CHAIN } from './round.fixture.ts';

const verify = (round = settledRound()) => {
  const watched = watchedOf(round, TEST_CHAIN);
  const entries = (watched?.stakes ?? []).map(({ userId, entry }) => ({
    player: watched?.pseudonyms[userId] ?? userId,
    ...entry,
  }));
  const seen = { hash: round.hash, entries, chances: watched?.chances ?? [] };
  return verifyRound(watched?.proof, { chains: [TEST_CHAIN], seen });
};

describe('what is shown is what is verified', () => {
  test.each([1, 2, 3, 4])('a settled round verifies from its view alone (seed %i)', (seed) => {
    expect(verify(settledRound(seed)).failed).toBeNull();
  });

  test('detects another winner, entry, ticket, fee or stake', () => {
    const round = settledRound();
    const { result } = round;
    if (!result || result.ticket === null) throw new Error('no result');
    const loser = round.entries.find(({ user }) => user.id !== result.user.id);
    const entryNo = loser?.no ?? 0;
    for (const change of [
      { result: { ...result, user: loser?.user ?? result.user } },
      { result: { ...result, entryNo } },
      { result: { ...result, ticket: result.ticket === 0 ? 1 : result.ticket - 1 } },
      {
        result: { ...result, feeItemIds: round.entries.flatMap(({ items }) => items.map(({ id }) => id)).slice(0, 4) },
      },
      {
        entries: round.entries.map((entry, at) =>
          at === 0 ? { ...entry, totalUsd: usd(cents(centsFromUsd(entry.totalUsd) + 100)) } : entry,
        ),
      },
      { entries: round.entries.slice(0, -1) },
      { hash: 'ab'.repeat(32) },
    ])
      expect(verify({ ...round, ...change }).ok).toBe(false);
  });
});

describe('the phases for the watcher', () => {
  test('open, locked, settled; a voided round is not verified', () => {
    expect(watchedOf(openRound(), TEST_CHAIN)).toMatchObject({ phase: 'open', lock: null, proof: null });
    expect(watchedOf(lockedRound(), TEST_CHAIN)).toMatchObject({ phase: 'locked', proof: null });
    expect(watchedOf(settledRound(), TEST_CHAIN)?.phase).toBe('settled');
    expect(watchedOf({ ...lockedRound(), phase: 'VOIDED' }, TEST_CHAIN)).toBeNull();
  });

  test('there is no proof before the settlement', () => {
    expect(proofOf(lockedRound(), TEST_CHAIN)).toBeNull();
    expect(proofOf({ ...settledRound(), secret: null }, TEST_CHAIN)).toBeNull();
  });
});
