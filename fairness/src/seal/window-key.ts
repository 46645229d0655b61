/**
 * Window keys encrypted to a future drand round, by the identity-based scheme of drand's timelock.
 *
 * The server makes them ahead (off its main thread); anyone who opens a seal decrypts them. Pure. Loads the pairing
 * curve. Invariant: `seal.key` has one spelling, and the decrypted key is exactly the encrypted one: U is recomputed
 * from it and compared. Scheme: Boneh-Franklin with Fujisaki-Okamoto, keys on G2, identities on G1 by RFC 9380, byte
 * for byte what tlock-js 0.9.0 makes:
 * r = H3(sigma, W), U = r * g2, V = sigma XOR H2(e(H1(round), key)^r), X = W XOR H4(sigma).
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DRAND_DST, drandMessage } from '../protocol/beacon.ts';
import type { DrandChain } from '../protocol/beacon.ts';
import { concat, fromHex, isHexOf, toHex, utf8 } from '../encoding/bytes.ts';
import { SEAL_KEY_BYTES, WINDOW_KEY_BYTES } from '../base/seal-box.ts';

type G1Point = InstanceType<typeof bls12_381.G1.Point>;
type G2Point = InstanceType<typeof bls12_381.G2.Point>;

/**
 * The arithmetic of an opening. Hex of 48 and of 96 bytes; the points need not be checked for their subgroup. All three
 * throw.
 */
export type OpeningMath = {
  readonly g1: (hex: string) => G1Point;
  readonly g2: (hex: string) => G2Point;
  readonly pair: (p: G1Point, q: G2Point) => Fp12;
};
type Fp12 = ReturnType<typeof bls12_381.pairing>;
type Fp6 = Fp12['c0'];
type Fp2 = Fp6['c0'];

const { G1, G2, fields } = bls12_381;
const U_BYTES = 96;

const LIBRARY: OpeningMath = {
  g1: (hex) => G1.Point.fromHex(hex),
  g2: (hex) => G2.Point.fromHex(hex),
  pair: bls12_381.pairing,
};

/**
 * Inputs of `sealKeyOf`. `windowKey` and `sigma` are 32 bytes each, from the system's randomness, and used for this one
 * key only.
 */
export type WindowKeyInputs = {
  readonly chain: Pick<DrandChain, 'publicKey'>;
  readonly round: number;
  readonly windowKey: Uint8Array;
  readonly sigma: Uint8Array;
};

/**
 * `seal.key`: the hex of U || V || X, 160 bytes. Deterministic. Takes tens of milliseconds. Throws for inputs of
 * another length, and for a chain whose key is not a point of the group.
 */
export function sealKeyOf({ chain, round, windowKey, sigma }: WindowKeyInputs): string {
  if (windowKey.length !== WINDOW_KEY_BYTES) throw new Error(`a window key has 32 bytes, not ${windowKey.length}`);
  if (sigma.length !== WINDOW_KEY_BYTES) throw new Error(`sigma has 32 bytes, not ${sigma.length}`);
  const r = scalarOf(sigma, windowKey);
  // e(r * H1, key) is e(H1, key)^r, and multiplying on G1 costs a tenth of a power in the target group.
  const identity = bls12_381.shortSignatures.hash(drandMessage(round), DRAND_DST).multiply(r);
  const { x, y } = identity.toAffine();
  const shared = fields.Fp12.finalExponentiate(bls12_381.millerLoopBatch([[linesOfKey(chain), x, y]]));
  const u = G2.Point.BASE.multiply(r).toBytes(true);
  return toHex(concat(u, xor(sigma, hashOfShared(shared)), xor(windowKey, hashOfSigma(sigma))));
}

/**
 * The window key (32 bytes) in a `seal.key`, opened with the signature of its round. Throws when it does not open: the
 * text is not 160 bytes of hex, or it was not encrypted to the round of this signature. Does not check that the
 * signature is the beacon's (`verifyDrandSignature`); unless it is, a key that does not open says nothing. `math`:
 * other code than the library's; wrong code opens nothing.
 */
export function openWindow(sealKey: string, signature: string, math = LIBRARY): Uint8Array {
  if (!isHexOf(sealKey, SEAL_KEY_BYTES)) throw new Error('the sealed key is not 160 bytes of lower-case hex');
  if (!isHexOf(signature, 48)) throw new Error('the drand signature is not 48 bytes of lower-case hex');
  const bytes = fromHex(sealKey);
  const point = math.g2(sealKey.slice(0, 2 * U_BYTES));
  const shared = math.pair(math.g1(signature), point);
  const sigma = xor(bytes.subarray(U_BYTES, U_BYTES + WINDOW_KEY_BYTES), hashOfShared(shared));
  const windowKey = xor(bytes.subarray(U_BYTES + WINDOW_KEY_BYTES), hashOfSigma(sigma));
  // A multiple of the generator is in the subgroup, so this refuses every other point as well. All of it is public by
  // now.
  if (!G2.Point.BASE.multiplyUnsafe(scalarOf(sigma, windowKey)).equals(point))
    throw new Error('the sealed key does not open with the signature of this round');
  return windowKey;
}

/**
 * Of the previous call's chain, which is nearly always the same: the part of a pairing that depends on its key only.
 * Reading and checking the key is a fourth of the work of a seal.
 */
let lastKey:
  | { readonly text: string; readonly lines: ReturnType<typeof bls12_381.utils.calcPairingPrecomputes> }
  | undefined;

function linesOfKey({ publicKey }: Pick<DrandChain, 'publicKey'>) {
  if (lastKey?.text === publicKey) return lastKey.lines;
  if (!isHexOf(publicKey, U_BYTES)) throw new Error('the key of the chain is not 96 bytes of lower-case hex');
  const key = G2.Point.fromBytes(fromHex(publicKey));
  if (key.is0()) throw new Error('the key of the chain is the point at infinity');
  lastKey = { text: publicKey, lines: bls12_381.utils.calcPairingPrecomputes(key) };
  return lastKey.lines;
}

/** H3: sha256(i || sha256("IBE-H3" || sigma || message)) with its first bit cleared, for i = 1, 2, ... as uint16le until it is a scalar. */
function scalarOf(sigma: Uint8Array, message: Uint8Array): bigint {
  const seed = sha256(concat(utf8('IBE-H3'), sigma, message));
  for (let i = 1; i < 0xffff; i += 1) {
    const digest = sha256(concat(Uint8Array.of(i & 0xff, i >>> 8), seed));
    digest[0] = (digest[0] ?? 0) >>> 1;
    const scalar = BigInt(`0x${toHex(digest)}`);
    if (scalar < fields.Fr.ORDER && scalar > 0n) return scalar;
  }
  throw new Error('no scalar follows from this sigma');
}

/** H2: sha256("IBE-H2" || the element of the target group). */
function hashOfShared(shared: Fp12): Uint8Array {
  return sha256(concat(utf8('IBE-H2'), fp6Bytes(shared.c1), fp6Bytes(shared.c0)));
}

/** H4: sha256("IBE-H4" || sigma). */
function hashOfSigma(sigma: Uint8Array): Uint8Array {
  return sha256(concat(utf8('IBE-H4'), sigma));
}

/** The scheme writes the highest coefficient first, at every level of the tower. */
function fp6Bytes({ c0, c1, c2 }: Fp6): Uint8Array {
  return concat(fp2Bytes(c2), fp2Bytes(c1), fp2Bytes(c0));
}

function fp2Bytes({ c0, c1 }: Fp2): Uint8Array {
  return concat(fields.Fp.toBytes(c1), fields.Fp.toBytes(c0));
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, i) => byte ^ (b[i] ?? 0));
}
