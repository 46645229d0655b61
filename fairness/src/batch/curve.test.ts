/** The arithmetic of the batch compared with the library's, point by point. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { mapToCurveSimpleSWU } from '@noble/curves/abstract/hash-to-curve.js';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DRAND_DST, drandMessage } from '../protocol/beacon.ts';
import { toHex } from '../encoding/bytes.ts';
import { addPairs, negated, P, reduced } from './affine.ts';
import type { Affine } from './affine.ts';
import { randomSums, ROWS } from './combine.ts';
import { A, B, mapMessages, mapToCurve, Z } from './map.ts';
import { decodeSignature } from './points.ts';

const { Point } = bls12_381.G1;
const multiples = Array.from({ length: 9 }, (_, i) => Point.BASE.multiply(BigInt(i + 1)));
const affine = (point: InstanceType<typeof Point>): Affine => (point.is0() ? null : point.toAffine());
const toPoint = (point: Affine) => (point === null ? Point.ZERO : Point.fromAffine(point));

test('sums of pairs, including doubles, opposites and infinity', () => {
  const points = [Point.ZERO, ...multiples, ...multiples.map((point) => point.negate())];
  const pairs = points.flatMap((p) => points.map((q) => [p, q] as const));
  const sums = addPairs(
    pairs.map(([p]) => affine(p)),
    pairs.map(([, q]) => affine(q)),
  );
  expect(sums).toEqual(pairs.map(([p, q]) => affine(p.add(q))));
  expect(points.map((point) => negated(affine(point)))).toEqual(points.map((point) => affine(point.negate())));
});

describe('messages', () => {
  test('times the cofactor equal the library’s hash', () => {
    const rounds = [...Array.from({ length: 20 }, (_, i) => i + 1), 2 ** 31, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER];
    const hashes = rounds.map((round) => bls12_381.shortSignatures.hash(drandMessage(round), DRAND_DST).toHex(true));
    expect(mapMessages(rounds).map((point) => toPoint(point).clearCofactor().toHex(true))).toEqual(hashes);
  });

  test('the map equals the library’s, also at 0 and for both signs', () => {
    const theirs = mapToCurveSimpleSWU(bls12_381.fields.Fp, { A, B, Z });
    const elements = [
      0n,
      1n,
      P - 1n,
      2n,
      5n,
      P - 5n,
      ...Array.from({ length: 20 }, (_, i) => 7n ** BigInt(100 + i) % P),
    ];
    expect(mapToCurve(elements)).toEqual(elements.map((element) => theirs(element)));
  });
});

describe('signatures', () => {
  test('decode to the library’s point, inside and outside the subgroup', () => {
    const outside = Array.from({ length: 30 }, (_, x) => `80${'00'.repeat(46)}${toHex(Uint8Array.of(x))}`);
    for (const point of multiples) expect(decodeSignature(point.toHex(true))).toEqual(point.toAffine());
    const decoded = outside.map(decodeSignature);
    // About half of all x have a point; none of these is in the subgroup, and the library refuses all of them.
    expect(decoded.filter((point) => point !== null).length).toBeGreaterThan(8);
    for (const [x, point] of decoded.entries()) {
      const refusal = point === null ? /sqrt|square root/i : /subgroup/;
      expect(() => Point.fromHex(outside[x] ?? '').assertValidity()).toThrow(refusal);
      if (point !== null) expect(reduced(point.y * point.y - point.x ** 3n)).toBe(4n);
    }
  });
});

describe('random sums', () => {
  test.each([1, 3, 4, 11])('of %i points: the digits -1, 0 and 1, alike in both lists', (count) => {
    const points = multiples.slice(0, count).concat(multiples).slice(0, count);
    const doubles = points.map((point) => point.double());
    const [rows = [], twice = []] = randomSums([points.map(affine), doubles.map(affine)], randomBytes);
    expect(rows).toHaveLength(ROWS);
    expect(twice).toEqual(rows.map((sum) => affine(toPoint(sum).double())));
    if (count > 1) return;
    const digits = [Point.ZERO, Point.BASE, Point.BASE.negate()].map(affine);
    for (const sum of rows) expect(digits).toContainEqual(sum);
  });

  test('each digit at each index follows from the source, and all three occur', () => {
    // Bytes 0 to 242 in turn: every group gets each of the 81 values, in one row each.
    let next = 0;
    const inTurn = (length: number) => Uint8Array.from({ length }, () => next++ % 81);
    const powers = [1n, 1_000n, 1_000_000n, 1_000_000_000n];
    const points = powers.map((power) => Point.BASE.multiply(power));
    const [rows = []] = randomSums([points.map(affine)], inTurn);
    const digits = [-1n, 0n, 1n];
    const expected = digits.flatMap((d) =>
      digits.flatMap((c) => digits.flatMap((b) => digits.map((a) => [a, b, c, d] as const))),
    );
    const sums = expected.map((weights) =>
      points.reduce((sum, point, i) => {
        const weight = weights[i] ?? 0n;
        return weight === 0n ? sum : sum.add(weight === 1n ? point : point.negate());
      }, Point.ZERO),
    );
    expect(rows).toEqual(sums.map(affine));
  });

  test('bytes that would favour some values are redrawn', () => {
    const asked: number[] = [];
    const source = (count: number) => {
      asked.push(count);
      return asked.length === 1 ? new Uint8Array(count).fill(255) : new Uint8Array(count).fill(41);
    };
    const [rows = []] = randomSums([[affine(Point.BASE)]], source);
    expect(asked.length).toBeGreaterThan(1);
    expect(rows).toEqual(rows.map(() => affine(Point.BASE)));
  });
});
