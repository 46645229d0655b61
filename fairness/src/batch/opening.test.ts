/** The faster opening of window keys compared with the library's; also that no verdict depends on it. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toHex } from '../encoding/bytes.ts';
import { VerifiedCache } from '../log/log-results.ts';
import { signRound, testSealKey, windowKeyOf } from '../testing/rounds.ts';
import { openWindow } from '../seal/window-key.ts';
import { decodeTwist, FAST_OPENING } from './opening.ts';
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
  ])('equals the library’s, coefficient by coefficient: %s', (_, m, n) => {
    const [p, q] = [G1.Point.BASE.multiply(m), G2.Point.BASE.multiply(n)];
    expect(fastPairing(p, q)).toEqual(bls12_381.pairing(p, q));
  });

  test('refuses a point at infinity', () => {
    expect(() => fastPairing(G1.Point.ZERO, G2.Point.BASE)).toThrow('ZERO point');
    expect(() => fastPairing(G1.Point.BASE, G2.Point.ZERO)).toThrow('ZERO point');
  });

  test('opens window keys', () => {
    expect(openWindow(testSealKey(ROUND), signRound(ROUND), FAST_OPENING)).toEqual(windowKeyOf(ROUND));
    expect(() => openWindow(testSealKey(ROUND + 1), signRound(ROUND), FAST_OPENING)).toThrow('does not open');
  });
});

describe('points of the twist', () => {
  const points = [1n, 2n, 3n, 5n, 8n, 13n, scalar(), scalar()].map((n) => G2.Point.BASE.multiply(n));

  test('decode to the library’s, with both signs', () => {
    for (const point of points.flatMap((each) => [each, each.negate()]))
      expect(decodeTwist(point.toHex(true)).equals(point)).toBe(true);
  });

  test('outside the subgroup are read, but open nothing', () => {
    const outside = Array.from({ length: 12 }, (_, x) => `80${'00'.repeat(94)}${toHex(Uint8Array.of(x))}`);
    const read = outside.filter((hex) => {
      try {
        return !decodeTwist(hex).isTorsionFree();
      } catch {
        // About half of all x have no point.
        return false;
      }
    });
    expect(read.length).toBeGreaterThan(2);
    for (const hex of read)
      expect(() => openWindow(hex + testSealKey(ROUND).slice(192), signRound(ROUND), FAST_OPENING)).toThrow();
  });

  test.each<[string, (hex: string) => string]>([
    ['infinity', () => `c0${'00'.repeat(95)}`],
    ['no compression', (hex) => `1${hex.slice(1)}`],
    ['c1 beyond the field', (hex) => `9f${'ff'.repeat(47)}${hex.slice(96)}`],
    ['c0 beyond the field', (hex) => hex.slice(0, 96) + 'ff'.repeat(48)],
    ['upper case', (hex) => hex.toUpperCase()],
    ['a byte less', (hex) => hex.slice(2)],
  ])('%s is refused', (_, change) => {
    expect(() => decodeTwist(change(points[0]?.toHex(true) ?? ''))).toThrow();
  });
});

describe('a wrong pairing', () => {
  const wrong = { ...FAST_OPENING, pair: () => fields.Fp12.ONE };

  test('opens nothing on its own', () => {
    expect(() => openWindow(testSealKey(ROUND), signRound(ROUND), wrong)).toThrow('does not open');
  });

  test('neither hides a seal that opens nor opens one that does not', () => {
    const known = new VerifiedCache(wrong);
    expect(known.openWindow(testSealKey(ROUND), signRound(ROUND))).toEqual(windowKeyOf(ROUND));
    expect(() => known.openWindow(testSealKey(ROUND + 1), signRound(ROUND))).toThrow('does not open');
  });
});

test('a window key is opened once, and cached by its key and signature', () => {
  const known = new VerifiedCache(FAST_OPENING);
  const first = known.openWindow(testSealKey(ROUND), signRound(ROUND));
  expect(known.openWindow(testSealKey(ROUND), signRound(ROUND))).toBe(first);
  expect(() => known.openWindow(testSealKey(ROUND), signRound(ROUND + 1))).toThrow('does not open');
  expect(known.windows.size).toBe(1);
});
