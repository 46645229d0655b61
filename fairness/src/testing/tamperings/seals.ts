/** Seals that do not open, and window keys that are used twice. */
import { randomOf } from '../../protocol/commitment.ts';
import { boxOf } from '../../base/seal-box.ts';
import { sealKeyOf } from '../../seal/window-key.ts';
import { sealOf, TEST_CHAIN, windowKeyOf } from '../rounds.ts';
import { early, one, played, round, secretOf, terms, twin, two } from './rounds.ts';
import type { TamperingCase } from './rounds.ts';

/** The window key of the first round's beacon, encrypted to the second's. */
const reusedKey = sealKeyOf({
  chain: TEST_CHAIN,
  round: two.beacon,
  windowKey: windowKeyOf(one.beacon),
  sigma: windowKeyOf(99),
});
const reused = { key: reusedKey, box: boxOf('rnd_2', windowKeyOf(one.beacon), randomOf(secretOf(2))) };
const otherKey = sealKeyOf({
  chain: TEST_CHAIN,
  round: one.beacon,
  windowKey: windowKeyOf(98),
  sigma: windowKeyOf(99),
});
const other = { key: otherKey, box: boxOf('rnd_3', windowKeyOf(98), randomOf(secretOf(3))) };
const sealed = (n: number, seal: object, over: object = {}) =>
  round(n, { seal: { ...sealOf(secretOf(n), round(n, { ...over }).beacon), ...seal }, ...over });
const empty = sealed(1, { box: '00'.repeat(32) });
const twinLeaves = [twin.open, twin.lock, twin.result];

export const seals: readonly TamperingCase[] = [
  [
    'a box of another secret',
    [terms, ...played(empty)],
    new RegExp(
      '^FAIL leaf 3: rnd_1: this does not hold: The seal in the lock opens to the secret\\. ' +
        '\\(the seal holds a secret of hash',
      'm',
    ),
  ],
  [
    'a window key that is garbage',
    [terms, ...played(sealed(1, { key: 'ab'.repeat(160) }))],
    /^FAIL leaf 3: rnd_1: this does not hold: The seal in the lock opens/m,
  ],
  [
    'a window key of another beacon',
    [terms, ...played(one), ...played(sealed(2, { key: one.proof.lock.seal.key }))],
    /^FAIL leaf 5: rnd_2: sealed under the window key of leaf 2, which is for another beacon round$/m,
  ],
  [
    'and it does not open',
    [terms, ...played(sealed(2, { key: one.proof.lock.seal.key }))],
    /^FAIL leaf 3: rnd_2: this does not hold: The seal in the lock opens/m,
  ],
  [
    'one window key encrypted to two beacons',
    [terms, ...played(one), ...played(round(2, { seal: reused }))],
    /^FAIL leaf 6: its window key was used for another beacon round by leaf 3$/m,
  ],
  [
    'two window keys for one beacon',
    [
      terms,
      one.open,
      one.lock,
      round(3, { lockedAt: one.lockedAt, seal: other }).open,
      round(3, { lockedAt: one.lockedAt, seal: other }).lock,
    ],
    /^FAIL leaf 4: rnd_3: sealed under another window key than leaf 2, for the same beacon round \d+$/m,
  ],
  [
    'a voided round that had sealed its secret',
    [terms, one.open, one.lock, twin.open, twin.lock, one.refund('void', 'STAFF', early), twin.result],
    null,
  ],
  [
    'a voided round that had not',
    [terms, empty.open, empty.lock, twin.open, twin.lock, empty.refund('void', 'STAFF', early), twin.result],
    /^FAIL leaf 2: rnd_1: its seal does not open to what it committed to: the seal holds a secret of hash/m,
  ],
  ['a round without a result that had sealed its secret', [terms, one.open, one.lock, ...twinLeaves], null],
  [
    'a round without a result that had not',
    [terms, empty.open, empty.lock, ...twinLeaves],
    /^FAIL leaf 2: rnd_1: its seal does not open to what it committed to: the seal holds/m,
  ],
];
