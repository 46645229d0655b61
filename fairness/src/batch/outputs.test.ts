/** Verifying many beacon outputs at once: every valid one is found, and no manipulation of the sums succeeds. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyDrandSignature } from '../protocol/beacon.ts';
import type { DrandOutput } from '../protocol/beacon.ts';
import { toHex } from '../encoding/bytes.ts';
import { signRound, TEST_CHAIN } from '../testing/rounds.ts';
import { ROWS } from './combine.ts';
import { FEWEST, heldOutputs } from './outputs.ts';

const { Point } = bls12_381.G1;
const honest: readonly DrandOutput[] = Array.from({ length: 2 * FEWEST }, (_, i) => ({
  round: 1_000 + i,
  signature: signRound(1_000 + i),
}));
/** More than the rows of a random sum: then the subgroup is checked on the sums. */
const many: readonly DrandOutput[] = [
  ...honest,
  ...Array.from({ length: ROWS }, (_, i) => ({ round: 2_000 + i, signature: signRound(2_000 + i) })),
];
const held = (outputs: readonly DrandOutput[], chain = TEST_CHAIN) => [...heldOutputs(chain, outputs, randomBytes)];

/** The outputs with one point moved by `by`. */
function moved(at: number, by: InstanceType<typeof Point>, outputs = honest): DrandOutput[] {
  return outputs.map((output, i) =>
    i === at ? { ...output, signature: hexOf(Point.fromHex(output.signature).add(by)) } : output,
  );
}

/** The library's encoding, also for a point outside the subgroup, which the library refuses to encode. */
function hexOf(point: InstanceType<typeof Point>): string {
  const { x, y } = point.toAffine();
  return ((2n * y > Point.Fp.ORDER ? 5n : 4n) * 2n ** 381n + x).toString(16);
}

/** A point of order 3, the smallest order in the cofactor: a sum with weights divisible by 3 would miss it. */
function pointOfOrder3() {
  // (0, 2) is on y² = x³ + 4, and its tangent meets the curve only there.
  const point = Point.fromAffine({ x: 0n, y: 2n });
  if (!point.double().equals(point.negate())) throw new Error('not of order 3');
  return point;
}

describe('valid outputs', () => {
  test('are all named, also when one occurs twice', () => {
    expect(held(honest)).toEqual(honest);
    expect(held(many)).toEqual(many);
    expect(held([...honest, ...honest.slice(0, 3).map((output) => ({ ...output }))])).toHaveLength(honest.length + 3);
  });

  test('and fewer than a batch are left to the single check', () => {
    expect(held([])).toEqual([]);
    expect(held(honest.slice(0, 1))).toEqual([]);
    expect(held(honest.slice(0, FEWEST - 1))).toEqual([]);
    expect(held(honest.slice(0, FEWEST))).toHaveLength(FEWEST);
  });
});

describe('an invalid one is never named', () => {
  const shift = Point.BASE.multiply(7n);
  const swapped = honest.map((output, i) => ({ ...output, signature: honest[i ^ 1]?.signature ?? '' }));
  /** Its name, the list, and the indices of the invalid ones. */
  const lists: readonly (readonly [string, readonly DrandOutput[], readonly number[]])[] = [
    ['another point of the group', moved(3, shift), [3]],
    ['two that cancel each other out under equal weights', moved(5, shift.negate(), moved(2, shift)), [2, 5]],
    ['a signature moved by a point of order 3', moved(9, pointOfOrder3()), [9]],
    [
      'three moved by it, whose plain sum is right',
      moved(1, pointOfOrder3(), moved(2, pointOfOrder3(), moved(3, pointOfOrder3()))),
      [1, 2, 3],
    ],
    ['a point of order 3 by itself', honest.with(0, { round: 1_000, signature: hexOf(pointOfOrder3()) }), [0]],
    ['the point at infinity', honest.with(4, { round: 1_004, signature: `c0${'00'.repeat(47)}` }), [4]],
    ['the negated signature', honest.with(4, { round: 1_004, signature: negatedHex(1_004) }), [4]],
    ['all swapped in pairs', swapped, honest.map((_, i) => i)],
    ['the signature of another round', honest.with(15, { round: 1_015, signature: signRound(7) }), [15]],
    ['a round that is none', honest.with(6, { round: -1, signature: honest[6]?.signature ?? '' }), [6]],
    ['upper case', honest.with(6, { round: 1_006, signature: signRound(1_006).toUpperCase() }), [6]],
    ['no point of the curve', honest.with(6, { round: 1_006, signature: `80${'00'.repeat(46)}01` }), [6]],
    ['an x beyond the field', honest.with(6, { round: 1_006, signature: `9f${'ff'.repeat(47)}` }), [6]],
  ];

  test.each(lists)('%s', (_name, outputs, wrong) => {
    // Checked one by one, the result is the same: the list is what its name says.
    for (const i of wrong.slice(0, 2)) {
      const { round, signature } = outputs[i] ?? { round: 0, signature: '' };
      expect(verifyDrandSignature(TEST_CHAIN, round, signature)).toBe(false);
    }
    const named = held(outputs);
    expect(named.filter((output) => wrong.includes(outputs.indexOf(output)))).toEqual([]);
    // An output with an invalid neighbour in the smallest list is left to the single check; the other half still holds.
    if (wrong.every((i) => i < FEWEST)) expect(named).toEqual(expect.arrayContaining(outputs.slice(FEWEST)));
  });

  test.each(lists)('%s, among many', (_name, outputs, wrong) => {
    const all = [...outputs, ...many.slice(outputs.length)];
    expect(held(all).filter((output) => wrong.includes(all.indexOf(output)))).toEqual([]);
  });

  test('under the key of another chain, an invalid key, and the key at infinity', () => {
    const other = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(2)).publicKey.toHex(true);
    for (const publicKey of [other, TEST_CHAIN.publicKey.toUpperCase(), `c0${'00'.repeat(95)}`, 'ab'.repeat(96), ''])
      expect(held(honest.slice(0, FEWEST), { ...TEST_CHAIN, publicKey })).toEqual([]);
  });
});

test('the hex of these tests equals the library’s', () => {
  for (const factor of [7n, 8n, 9n])
    expect(hexOf(Point.BASE.multiply(factor))).toBe(Point.BASE.multiply(factor).toHex(true));
});

test('the weights come from the given source, fresh for each list', () => {
  const drawn: string[] = [];
  const tap = (count: number) => {
    const bytes = randomBytes(count);
    drawn.push(toHex(bytes));
    return bytes;
  };
  const some = honest.slice(0, FEWEST);
  heldOutputs(TEST_CHAIN, some, tap);
  heldOutputs(TEST_CHAIN, some, tap);
  expect(drawn.length).toBeGreaterThanOrEqual(2);
  expect(new Set(drawn).size).toBe(drawn.length);
});

function negatedHex(round: number): string {
  return Point.fromHex(signRound(round)).negate().toHex(true);
}
