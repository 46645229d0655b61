/**
 * A signature's 48 bytes as a point of BLS12-381 G1's curve.
 *
 * Called by outputs.ts, which checks the subgroup for a whole list: the point may be outside of it.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { isHexOf } from '../encoding/bytes.ts';
import { P, reduced } from './affine.ts';
import type { Affine } from './affine.ts';

const { Fp } = bls12_381.fields;

/** The three highest bits: compressed (always set), infinity, the greater y (draft-irtf-cfrg-pairing-friendly-curves-11, appendix C). */
export const COMPRESSED = 0b100n;
export const COMPRESSED_GREATER = 0b101n;
export const X_BITS = 381;

/**
 * The point for the hex of 48 bytes; null for infinity, for anything that is not a point, and for another spelling of
 * one.
 */
export function decodeSignature(hex: string): Affine {
  if (!isHexOf(hex, 48)) return null;
  const bits = BigInt(`0x${hex}`);
  const flags = bits >> BigInt(X_BITS);
  const x = BigInt.asUintN(X_BITS, bits);
  if ((flags !== COMPRESSED && flags !== COMPRESSED_GREATER) || x >= P) return null;
  const square = reduced(x * x * x + 4n);
  // p is 3 mod 4.
  const root = Fp.pow(square, (P + 1n) / 4n);
  if (reduced(root * root) !== square) return null;
  const isGreater = 2n * root > P;
  return { x, y: isGreater === (flags === COMPRESSED_GREATER) ? root : P - root };
}
