/** Each mode follows its rule, is fixed by the lock, and pays the value of the drops. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casebattleOutcome } from '../casebattle.ts';
import { parseLock } from '../../protocol/lock.ts';
import type { CasebattleLock } from '../casebattle-lock.ts';
import { payoutsOf } from '../payout.ts';
import { makeProof, playerOf, TEST_CHAIN } from '../../testing/rounds.ts';
import { verifyRound } from '../../verify/verify.ts';
import { modeOf } from './modes.ts';
import { NAMED_MODES } from '../casebattle-lock.ts';

const normal = makeProof('casebattle').lock as CasebattleLock;
const inverse = makeProof('casebattle', 1, 'rnd_inverse', { mode: 'INVERSE' }).lock as CasebattleLock;

/**
 * Tickets that give team 0 these items of the box (weights 1, 99, 900), and team 1 the most expensive one each time.
 */
const drops = (ticket: number) => (n: number, label: string) =>
  label === 'casebattle|tie' ? n - 1 : /\|0\|\d$/.test(label) ? ticket : 0;

test('the highest total wins, the lowest one in INVERSE', () => {
  expect(casebattleOutcome(normal, drops(500)).winnerTeam).toBe(1);
  expect(casebattleOutcome(inverse, drops(500)).winnerTeam).toBe(0);
  expect(payoutsOf(inverse, casebattleOutcome(inverse, drops(500)), []).shares.map((share) => share.player)).toEqual([
    playerOf('p00'),
    playerOf('p01'),
  ]);
});

test.each([normal, inverse])('equal totals are a tie in any mode', (lock) => {
  const outcome = casebattleOutcome(lock, drops(0));
  expect(outcome.tied).toEqual([0, 1]);
  expect(outcome.winnerTeam).toBe(1);
});

test('leaders are the teams with the highest, or lowest, total', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 }), (teamCents) => {
      const high = modeOf(normal).leaders(teamCents, [], normal);
      const low = modeOf(inverse).leaders(teamCents, [], inverse);
      expect(high).toEqual([...teamCents.keys()].filter((team) => teamCents.every((c) => c <= (teamCents[team] ?? 0))));
      expect(low).toEqual([...teamCents.keys()].filter((team) => teamCents.every((c) => c >= (teamCents[team] ?? 0))));
    }),
  );
});

describe('in the lock', () => {
  test('a mode changes the hash, and is missing in a NORMAL battle', () => {
    expect(normal).not.toHaveProperty('mode');
    expect(inverse.mode).toBe('INVERSE');
    expect(() => parseLock({ ...normal, mode: 'NORMAL' })).toThrow('lock.mode: not "INVERSE"');
    expect(() => parseLock({ ...normal, mode: null })).toThrow('lock.mode');
    expect(() => parseLock({ ...makeProof('jackpot').lock, mode: 'INVERSE' })).toThrow('lock');
  });

  test.each(NAMED_MODES)('a proof of %s verifies, and not as a NORMAL one', (mode) => {
    const proof = makeProof('casebattle', 3, 'rnd_mode', { mode });
    expect(verifyRound(proof, { chains: [TEST_CHAIN] }).failed).toBeNull();
    const { mode: _, ...lock } = proof.lock as CasebattleLock;
    expect(verifyRound({ ...proof, lock }, { chains: [TEST_CHAIN] }).failed).not.toBeNull();
  });
});
