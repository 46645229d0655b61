/** A site whose database was restored: what its log may say about it, and what a verifier refuses. */
import { describe, expect, test } from 'vitest';
import { canon } from '../encoding/canon.ts';
import { utf8 } from '../encoding/bytes.ts';
import { LogVerifier } from '../log/log-verify.ts';
import { leavesOf, termsLeaf } from '../testing/logs.ts';
import { makeProof } from '../testing/rounds.ts';

const AT = 1_790_000_000_000;
const terms = termsLeaf();
const [first, second] = [1, 2].map((n) => leavesOf(makeProof('coinflip', n, `rnd_${n}`), n));
const [open1, lock1, result1] = first ?? ['', '', ''];
const [open2, lock2] = second ?? ['', '', ''];
const restored = (over: object) =>
  canon({ v: 'fp/2', type: 'restored', at: AT, from: 1, to: 4, rounds: 1, secrets: 'kept', ...over });
const lost = (n: number, over: object = {}) =>
  canon({
    v: 'fp/2',
    type: 'void',
    game: 'coinflip',
    roundId: `rnd_${n}`,
    why: 'DATABASE_RESTORED',
    at: AT,
    ...over,
  });

function verdictOn(leaves: readonly string[]) {
  const verifier = new LogVerifier({ acceptSimulated: true });
  const found = [...leaves.flatMap((leaf) => verifier.add(utf8(leaf))), ...verifier.finish()];
  return { found: found.map(({ leaf, problem }) => `${leaf}: ${problem}`), counts: verifier.counts };
}

describe('a log that continues after a restore holds, and says how many rounds were undone', () => {
  test.each([
    ['a result', [terms, open1, lock1, result1, restored({}), lost(1)], { settled: 0, voided: 1, restored: 1 }],
    ['a lock', [terms, open1, lock1, restored({ to: 3 }), lost(1)], { voided: 1, restored: 1, running: 0 }],
    ['an opening', [terms, open1, restored({ to: 2 }), lost(1)], { voided: 1, restored: 1, running: 0 }],
    [
      'the secrets of all that ran',
      [terms, open1, lock1, open2, restored({ from: 4, to: 4, rounds: 2, secrets: 'lost' }), lost(1), lost(2)],
      { voided: 2, restored: 2, running: 0 },
    ],
  ])('of %s', (_what, leaves, counts) => {
    const verdict = verdictOn(leaves);
    expect(verdict.found).toEqual([]);
    expect(verdict.counts).toMatchObject(counts);
  });
});

describe('refused is', () => {
  test.each([
    ['a void that nothing announces', [terms, open1, lock1, lost(1)], 'announces no restore'],
    ['more voids than announced', [terms, open1, open2, restored({ to: 3 }), lost(1), lost(2)], 'announces 1 such'],
    [
      'a void of what was not lost',
      [terms, open1, lock1, result1, open2, restored({ from: 4, to: 5 }), lost(1)],
      'did not lose its leaf 3',
    ],
    [
      'a void of a round that ran on, where the secrets were kept',
      [terms, open1, open2, restored({ from: 2, to: 3 }), lost(1)],
      'did not lose its leaf 1',
    ],
    [
      'a void of a round that was opened behind the restore',
      [terms, open1, restored({ to: 1, rounds: 1, secrets: 'lost' }), open2, lost(2)],
      'did not lose its leaf 3',
    ],
    ['a second void', [terms, open1, restored({ to: 2, rounds: 2 }), lost(1), lost(1)], 'after the round was voided'],
    ['a restore of leaves that come only later', [terms, restored({ to: 3, rounds: 0 })], 'which comes after this one'],
    [
      'an announced void that never comes',
      [
        terms,
        open1,
        restored({ to: 2 }),
        canon({ v: 'fp/2', type: 'fee', game: 'jackpot', feeBps: 1, at: AT + 3_600_001 }),
      ],
      'announces 1 rounds voided for a restore, 0 were',
    ],
    [
      'another word behind a restore',
      [terms, open1, lock1, restored({}), lost(1, { why: 'RESTORED' })],
      'voided for RESTORED',
    ],
    [
      'a round that goes on after it',
      [terms, open2, restored({ to: 2 }), lost(2), lock2],
      'after the round was voided',
    ],
    ['a restore without its number of rounds', [terms, restored({ rounds: -1 })], 'not a leaf of fp/2'],
  ])('%s', (_what, leaves, problem) => {
    expect(verdictOn(leaves).found.join('\n')).toContain(problem);
  });
});
