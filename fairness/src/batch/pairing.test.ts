/** The faster pairing against the library's, and that nothing rests on it. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toHex } from '../bytes.ts';
import { Known } from '../log-results.ts';
import { signRound, testSealKey, windowKeyOf } from '../testing/rounds.ts';
import { openWindow } from '../window-key.ts';
import { fastPairing } from './pairing.ts';

const { G1, G2, fields } = bls12_381;
const scalar = () => BigInt(`0x${toHex(randomBytes(31))}`) + 1n;
const ROUND = 4_712;

describe('the faster pairing', () => {
  test.each<[string, bigint, bigint]>([
    ['the generators', 1n, 1n],
    ['the last multiple', fields.Fr.ORDER - 1n, fields.Fr.ORDER - 1n],
    ['small ones', 2n, 3n],
    ['random ones', scalar(), scalar()],
    ['more random ones', scalar(), scalar()],
  ])('is the library’s, coefficient by coefficient: %s', (_, m, n) => {
    const [p, q] = [G1.Point.BASE.multiply(m), G2.Point.BASE.multiply(n)];
    expect(fastPairing(p, q)).toEqual(bls12_381.pairing(p, q));
  });

  test('refuses a point at infinity', () => {
    expect(() => fastPairing(G1.Point.ZERO, G2.Point.BASE)).toThrow('ZERO point');
    expect(() => fastPairing(G1.Point.BASE, G2.Point.ZERO)).toThrow('ZERO point');
  });

  test('opens window keys', () => {
    expect(openWindow(testSealKey(ROUND), signRound(ROUND), fastPairing)).toEqual(windowKeyOf(ROUND));
    expect(() => openWindow(testSealKey(ROUND + 1), signRound(ROUND), fastPairing)).toThrow('does not open');
  });
});

describe('a pairing that is wrong', () => {
  const wrong = () => fields.Fp12.ONE;

  test('opens nothing by itself', () => {
    expect(() => openWindow(testSealKey(ROUND), signRound(ROUND), wrong)).toThrow('does not open');
  });

  test('neither hides a seal that opens nor opens one that does not', () => {
    const known = new Known(wrong);
    expect(known.openWindow(testSealKey(ROUND), signRound(ROUND))).toEqual(windowKeyOf(ROUND));
    expect(() => known.openWindow(testSealKey(ROUND + 1), signRound(ROUND))).toThrow('does not open');
  });
});

test('a window key is opened once, and remembered for its key and signature alone', () => {
  const known = new Known(fastPairing);
  const first = known.openWindow(testSealKey(ROUND), signRound(ROUND));
  expect(known.openWindow(testSealKey(ROUND), signRound(ROUND))).toBe(first);
  expect(() => known.openWindow(testSealKey(ROUND), signRound(ROUND + 1))).toThrow('does not open');
  expect(known.windows.size).toBe(1);
});
