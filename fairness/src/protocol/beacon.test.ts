import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, test } from 'vitest';
import { DRAND_DST, drandMessage, QUICKNET, verifyDrandSignature } from './beacon.ts';
import { fromHex, toHex } from '../encoding/bytes.ts';

/** Rounds that the production network published: they prove that the pinned key is quicknet's. */
const REAL: ReadonlyArray<readonly [number, string]> = [
  [1000, 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'],
  [657413, 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b'],
];
const [round, signature] = REAL[0] ?? [0, ''];

describe('quicknet', () => {
  test.each(REAL)('round %i verifies under the pinned key', (each, text) => {
    expect(verifyDrandSignature(QUICKNET, each, text)).toBe(true);
  });

  test('another round, another signature or another key does not', () => {
    expect(verifyDrandSignature(QUICKNET, round + 1, signature)).toBe(false);
    expect(verifyDrandSignature(QUICKNET, round, REAL[1]?.[1] ?? '')).toBe(false);
    const own = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(7));
    expect(verifyDrandSignature({ ...QUICKNET, publicKey: own.publicKey.toHex(true) }, round, signature)).toBe(false);
  });

  test('what was found true is so for its own round, key and signature alone, however many are remembered', () => {
    const own = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(9));
    const chain = { ...QUICKNET, publicKey: own.publicKey.toHex(true) };
    const sign = (n: number) =>
      bls12_381.shortSignatures
        .sign(bls12_381.shortSignatures.hash(drandMessage(n), DRAND_DST), own.secretKey)
        .toHex(true);
    const signatures = Array.from({ length: 70 }, (_, n) => sign(n + 1));
    for (const [n, each] of signatures.entries()) expect(verifyDrandSignature(chain, n + 1, each)).toBe(true);
    for (const [n, each] of signatures.slice(-8).entries()) {
      const its = 63 + n;
      expect(verifyDrandSignature(chain, its, each)).toBe(true);
      expect(verifyDrandSignature(chain, its + 1, each)).toBe(false);
      expect(verifyDrandSignature(chain, its, signatures[its - 2] ?? '')).toBe(false);
      expect(verifyDrandSignature(QUICKNET, its, each)).toBe(false);
      expect(verifyDrandSignature(chain, its, `${each.slice(0, -1)}${each.endsWith('0') ? '1' : '0'}`)).toBe(false);
    }
  });

  test('rounds that are no round numbers are refused', () => {
    for (const bad of [0, -1, 1.5, Number.NaN, 2 ** 53])
      expect(verifyDrandSignature(QUICKNET, bad, signature)).toBe(false);
  });
});

describe('one spelling only', () => {
  test('the 96-byte encoding of the same point is refused', () => {
    const point = bls12_381.G1.Point.fromHex(signature);
    const long = toHex(point.toBytes(false));
    expect(long).toHaveLength(192);
    expect(verifyDrandSignature(QUICKNET, round, long)).toBe(false);
  });

  test('upper case, a cut, a stray byte and the empty text are refused', () => {
    for (const bad of [signature.toUpperCase(), signature.slice(2), `${signature}00`, `0x${signature}`, ''])
      expect(verifyDrandSignature(QUICKNET, round, bad)).toBe(false);
  });

  test('the negated point, the point at infinity and an x beyond the field are refused', () => {
    const bytes = fromHex(signature);
    const flipped = Uint8Array.from(bytes, (byte, i) => (i === 0 ? byte ^ 0x20 : byte));
    expect(verifyDrandSignature(QUICKNET, round, toHex(flipped))).toBe(false);
    expect(verifyDrandSignature(QUICKNET, round, `c0${'00'.repeat(47)}`)).toBe(false);
    expect(verifyDrandSignature(QUICKNET, round, `9f${'ff'.repeat(47)}`)).toBe(false);
  });

  test('a point of the curve outside the prime-order subgroup is refused', () => {
    const texts = Array.from({ length: 16 }, (_, x) => `80${'00'.repeat(46)}${toHex(Uint8Array.of(x))}`);
    for (const text of texts) expect(verifyDrandSignature(QUICKNET, round, text)).toBe(false);
    const key = `80${'00'.repeat(95)}`;
    expect(verifyDrandSignature({ ...QUICKNET, publicKey: key }, round, signature)).toBe(false);
  });

  test('every single flipped bit is refused', () => {
    const bytes = fromHex(signature);
    for (let bit = 0; bit < 384; bit += 23) {
      const bad = Uint8Array.from(bytes, (byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(verifyDrandSignature(QUICKNET, round, toHex(bad))).toBe(false);
    }
  });
});

test('a chain with its own key verifies by the same code', () => {
  const { secretKey, publicKey } = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(1));
  const chain = { ...QUICKNET, chainHash: '11'.repeat(32), publicKey: publicKey.toHex(true) };
  const signed = bls12_381.shortSignatures.sign(bls12_381.shortSignatures.hash(drandMessage(5), DRAND_DST), secretKey);
  expect(verifyDrandSignature(chain, 5, signed.toHex(true))).toBe(true);
  expect(verifyDrandSignature(QUICKNET, 5, signed.toHex(true))).toBe(false);
});
