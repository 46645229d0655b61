/**
 * Faster code for opening the window keys of a whole log: points read without a subgroup check, and the faster pairing.
 *
 * Called by results.ts only. No verdict depends on it (pairing.ts says why): the signature was verified before, and U
 * is compared with a multiple of the generator afterwards, which no point outside the subgroup equals.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { isHexOf } from '../encoding/bytes.ts';
import type { OpeningMath } from '../seal/window-key.ts';
import { P } from './affine.ts';
import { fastPairing } from './pairing.ts';
import { COMPRESSED, COMPRESSED_GREATER, decodeSignature, X_BITS } from './points.ts';

const { G1, G2, fields } = bls12_381;
const { Fp2 } = fields;
const B = Fp2.fromBigTuple([4n, 4n]);

/**
 * The point of G2's curve for the hex of 96 bytes. Throws for infinity, for anything that is not a point, and for
 * another spelling.
 */
export function decodeTwist(hex: string): InstanceType<typeof G2.Point> {
  if (!isHexOf(hex, 96)) throw new Error('not 96 bytes of lower-case hex');
  const bits = BigInt(`0x${hex.slice(0, 96)}`);
  const flags = bits >> BigInt(X_BITS);
  const x = { c0: BigInt(`0x${hex.slice(96)}`), c1: BigInt.asUintN(X_BITS, bits) };
  if ((flags !== COMPRESSED && flags !== COMPRESSED_GREATER) || x.c0 >= P || x.c1 >= P) throw new Error('not a point');
  const root = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), B));
  const leading = root.c1 === 0n ? root.c0 : root.c1;
  const isGreater = 2n * leading > P;
  return G2.Point.fromAffine({ x, y: isGreater === (flags === COMPRESSED_GREATER) ? root : Fp2.neg(root) });
}

export const FAST_OPENING: OpeningMath = {
  g1: (hex) => {
    const point = decodeSignature(hex);
    if (point === null) throw new Error('not a point');
    return G1.Point.fromAffine(point);
  },
  g2: decodeTwist,
  pair: fastPairing,
};
