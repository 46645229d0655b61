/** The witnesses of one lock: in time, too late, too few, and look-alikes. */
import { describe, expect, test } from 'vitest';
import { toBase64 } from '../encoding/base64.ts';
import { cosign, cosignerKey, formatCosignerKey, withSignatures } from '../tree/cosignature.ts';
import { inclusionProof } from '../tree/merkle.ts';
import { parseNote, publicKeyOf } from '../tree/note.ts';
import { drandRoundTime } from '../protocol/schedule.ts';
import { LOG_KEY, leavesOf, signLeaves, termsLeaf, treeOf } from '../testing/logs.ts';
import { makeProof, TEST_CHAIN } from '../testing/rounds.ts';
import { checkLockWitness } from './lock-witness.ts';

const [ann, ben] = [3, 4].map((n) => ({ name: `witness.test/w${n}`, secretKey: new Uint8Array(32).fill(n) }));
if (!ann || !ben) throw new Error('two witnesses');
const keyOf = ({ name, secretKey }: typeof ann) => formatCosignerKey(cosignerKey(name, publicKeyOf(secretKey)));
const policyOf = (quorum: string) =>
  `witness ann ${keyOf(ann)}\nwitness ben ${keyOf(ben)}\ngroup both all ann ben\nquorum ${quorum}\n`;
const alone = (quorum: string) => `witness ann ${keyOf(ann)}\nwitness ben ${keyOf(ben)}\nquorum ${quorum}\n`;

const proof = makeProof('jackpot', 1);
const leaves = [termsLeaf(), ...leavesOf(proof, 1)];
const [, , lockText = ''] = leaves;
const due = drandRoundTime(proof.lock.drand.round, TEST_CHAIN) / 1_000;
const cosigned = (times: readonly [typeof ann, number][], of: readonly string[] = leaves.slice(0, 3)) => {
  const note = signLeaves(of);
  return withSignatures(
    note,
    times.map(([who, time]) => cosign(parseNote(note).text, who, time)),
  );
};
const pathIn = (of: readonly string[]) => inclusionProof(treeOf(of).read, 2, of.length).map(toBase64);
const check = {
  policy: alone('ann'),
  logKey: LOG_KEY,
  lockText,
  index: 2,
  chains: [TEST_CHAIN],
  path: pathIn(leaves.slice(0, 3)),
  note: cosigned([[ann, due - 7]]),
};
const NONE = { problem: null, enough: false, cosigned: [] };

describe('the witnesses of a lock', () => {
  test('who cosigned its head, and how long before its beacon', () => {
    expect(checkLockWitness(check)).toEqual({
      problem: null,
      enough: true,
      cosigned: [{ name: 'ann', beforeMs: 7_000 }],
    });
    const later = { path: pathIn(leaves), note: cosigned([[ann, due - 1]], leaves) };
    expect(checkLockWitness({ ...check, ...later }).enough).toBe(true);
  });

  test.each<[string, object, object]>([
    ['at the beacon', { note: cosigned([[ann, due]]) }, { cosigned: [{ name: 'ann', beforeMs: 0 }] }],
    ['after it', { note: cosigned([[ann, due + 30]]) }, { cosigned: [{ name: 'ann', beforeMs: -30_000 }] }],
    ['without cosignatures', { note: signLeaves(leaves.slice(0, 3)) }, {}],
    ['by one of two', { policy: policyOf('both') }, { cosigned: [{ name: 'ann', beforeMs: 7_000 }] }],
    ['by somebody else', { note: cosigned([[ben, due - 7]]) }, { cosigned: [{ name: 'ben', beforeMs: 7_000 }] }],
    [
      'by one, under a policy without a quorum',
      { policy: alone('none') },
      { cosigned: [{ name: 'ann', beforeMs: 7_000 }] },
    ],
  ])('%s: not enough', (_, change, finding) => {
    expect(checkLockWitness({ ...check, ...change })).toEqual({ ...NONE, ...finding });
  });

  test('two in time are enough for both', () => {
    const note = cosigned([
      [ann, due - 7],
      [ben, due - 3],
    ]);
    expect(checkLockWitness({ ...check, note, policy: policyOf('both') })).toMatchObject({
      problem: null,
      enough: true,
    });
  });

  test.each<[string, object, string]>([
    [
      'another lock than was seen',
      { lockText: lockText.replace(/"lockedAt":(\d+)/, '"lockedAt":1$1') },
      'is not leaf 2',
    ],
    ['a place of another leaf', { index: 1 }, 'is not leaf 1'],
    ['no path', { path: [] }, 'is not leaf 2'],
    ['a false cosignature', { note: check.note.replace(/.{6}==\n$/, 'AAAAAA==\n') }, 'is false'],
    ['the head of another log', { logKey: LOG_KEY.replace('log.', 'lag.') }, 'id of the key'],
    ['a policy that cannot be read', { policy: 'quorum ann\n' }, 'line 1'],
    ['a beacon that is not pinned', { chains: [] }, 'not pinned'],
    ['no lock at all', { lockText: '' }, 'JSON'],
  ])('%s is a contradiction', (_, change, problem) => {
    const finding = checkLockWitness({ ...check, ...change });
    expect(finding.problem).toContain(problem);
    expect(finding).toMatchObject({ enough: false, cosigned: [] });
  });
});
