/**
 * Messages as points of BLS12-381 G1's curve, many at once: RFC 9380's hash to the curve without its last step.
 *
 * Called by outputs.ts, which clears the cofactor of the whole sum instead of each point's: the returned points may be
 * outside the subgroup and are not yet the hash.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expand_message_xmd } from '@noble/curves/abstract/hash-to-curve.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DRAND_DST, drandMessage } from '../protocol/beacon.ts';
import { toHex, utf8 } from '../encoding/bytes.ts';
import { addPairs, invertAll, P, reduced } from './affine.ts';
import type { Affine } from './affine.ts';
import { isogeny } from './isogeny.ts';

/** The isogenous curve y² = x³ + Ax + B and the constant of the map (RFC 9380, section 8.8.1). */
export const A = 0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1dn;
export const B = 0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0n;
export const Z = 11n;
const { Fp } = bls12_381.fields;
const ROOT_OF_MINUS_Z = Fp.sqrt(P - Z);
const DST = utf8(DRAND_DST);
/** Bytes for each of the two elements of the field (section 5.1). */
const WIDE = 64;

/** For each round, a point whose multiple by the cofactor (`clearCofactor`) is the hash of its message. */
export function mapMessages(rounds: readonly number[]): Affine[] {
  const points = mapToCurve(rounds.flatMap(toField));
  // Both halves are added before the isogeny, which preserves sums.
  const even = points.filter((_, i) => i % 2 === 0);
  const odd = points.filter((_, i) => i % 2 === 1);
  return isogeny(addPairs(even, odd, A));
}

/** `hash_to_field` (section 5.2), two elements. */
function toField(round: number): readonly bigint[] {
  const bytes = expand_message_xmd(drandMessage(round), DST, 2 * WIDE, sha256);
  return [0, WIDE].map((at) => BigInt(`0x${toHex(bytes.subarray(at, at + WIDE))}`) % P);
}

/** The simplified SWU map (section 6.6.2, written as in appendix F.2); the divisions share one inversion. */
export function mapToCurve(elements: readonly bigint[]): Affine[] {
  const images = elements.map((u) => {
    const zu2 = (Z * u * u) % P;
    const tail = (zu2 * zu2 + zu2) % P;
    const above = (B * (tail + 1n)) % P;
    const below = tail === 0n ? (Z * A) % P : (A * (P - tail)) % P;
    const below2 = (below * below) % P;
    const g = (((above * above + A * below2) % P) * above + B * ((below2 * below) % P)) % P;
    const { isSquare, root } = rootOfRatio(g, (below2 * below) % P);
    const y = isSquare ? root : (((zu2 * u) % P) * root) % P;
    return { above: isSquare ? above : (zu2 * above) % P, below, y: y % 2n === u % 2n ? y : reduced(-y) };
  });
  const inverses = invertAll(images.map(({ below }) => below));
  return images.map(({ above, y }, i) => ({ x: (above * (inverses[i] ?? 0n)) % P, y }));
}

/** `sqrt_ratio` for p = 3 mod 4 (appendix F.2.1.2): the root of u / v, or of Z * u / v when only that is a square. */
function rootOfRatio(u: bigint, v: bigint): { readonly isSquare: boolean; readonly root: bigint } {
  const uv = (u * v) % P;
  const uv3 = (((v * v) % P) * uv) % P;
  const root = (uv * Fp.pow(uv3, (P - 3n) / 4n)) % P;
  const isSquare = (((root * root) % P) * v) % P === u;
  return { isSquare, root: isSquare ? root : (root * ROOT_OF_MINUS_Z) % P };
}
