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

  test('a positive verdict is cached only for its own round, key and signature, however many are cached', () => {
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

  test('invalid round numbers are refused', () => {
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

  test('upper case, truncation, a stray byte and the empty text are refused', () => {
    for (const bad of [signature.toUpperCase(), signature.slice(2), `${signature}00`, `0x${signature}`, ''])
      expect(verifyDrandSignature(QUICKNET, round, bad)).toBe(false);
  });

  test('the negated point, the point at infinity and an x beyond the field are refused', () => {
    const bytes = fromHex(signature);
    const flipped = Uint8Array.from(bytes, (byte, i) => (i === 0 ? byte ^ 0x20 : byte));
    expect(verifyDrandSignature(QUICKNET, round, toHex(flipped))).toBe(false);
    expect(verifyDrandSignature(QUICKNET, round, `c0${'00'.repeat(47)}`)).toBe(false);
    expect(verifyDrandSignature(QUICKNET, round, `9f${'ff'.repeat(47)}`)).toBe(false);
    const nowhere = { ...QUICKNET, publicKey: `c0${'00'.repeat(95)}` };
    for (const text of [signature, `c0${'00'.repeat(47)}`])
      expect(verifyDrandSignature(nowhere, round, text)).toBe(false);
  });

  test('a point of the curve outside the prime-order subgroup is refused', () => {
    const texts = Array.from({ length: 16 }, (_, x) => `80${'00'.repeat(46)}${toHex(Uint8Array.of(x))}`);
    for (const text of texts) expect(verifyDrandSignature(QUICKNET, round, text)).toBe(false);
    const key = `80${'00'.repeat(95)}`;
    expect(verifyDrandSignature({ ...QUICKNET, publicKey: key }, round, signature)).toBe(false);
  });

  test('a signature and a key, each plus a point that no pairing detects, are refused', () => {
    const { G1, G2, fields } = bls12_381;
    const { Fp, Fp2, Fr } = fields;
    const { secretKey, publicKey } = bls12_381.shortSignatures.keygen(new Uint8Array(48).fill(2));
    const hash = bls12_381.shortSignatures.hash(drandMessage(9), DRAND_DST);
    const own = bls12_381.shortSignatures.sign(hash, secretKey);
    const chain = { ...QUICKNET, publicKey: publicKey.toHex(true) };
    expect(verifyDrandSignature(chain, 9, own.toHex(true))).toBe(true);
    // Its order divides the cofactor: its pairing with any point is 1, so only the subgroup check detects it.
    const unseen = timesOrder(G1.Point.fromAffine({ x: 4n, y: Fp.sqrt(68n) }), Fr.ORDER);
    expect(unseen.is0()).toBe(false);
    const bent = own.add(unseen).toAffine();
    expect(verifyDrandSignature(chain, 9, compressed([bent.x], bent.y))).toBe(false);
    const [x, b] = [Fp2.fromBigTuple([2n, 0n]), Fp2.fromBigTuple([4n, 4n])];
    const unseenKey = timesOrder(G2.Point.fromAffine({ x, y: Fp2.sqrt(Fp2.add(Fp2.pow(x, 3n), b)) }), Fr.ORDER);
    expect(unseenKey.is0()).toBe(false);
    const bentKey = publicKey.add(unseenKey).toAffine();
    const other = { ...chain, publicKey: compressed([bentKey.x.c1, bentKey.x.c0], bentKey.y.c1) };
    expect(verifyDrandSignature(other, 9, own.toHex(true))).toBe(false);
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

interface Addable<P> {
  add(other: P): P;
  double(): P;
}

/** `times` points, by doubling and adding: the library refuses to multiply by the order itself. */
function timesOrder<P extends Addable<P>>(point: P, times: bigint): P {
  let sum = point;
  for (const bit of times.toString(2).slice(1)) sum = bit === '1' ? sum.double().add(point) : sum.double();
  return sum;
}

/**
 * A point in wire form, for points that the library does not encode: the coefficients of x, and a bit that selects y.
 */
function compressed(x: readonly bigint[], y: bigint): string {
  const hex = x.map((part) => part.toString(16).padStart(96, '0')).join('');
  const flags = 0x80 | (2n * y > bls12_381.fields.Fp.ORDER ? 0x20 : 0);
  return (Number.parseInt(hex.slice(0, 2), 16) | flags).toString(16) + hex.slice(2);
}
