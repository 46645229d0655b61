/**
 * Affine points of y² = x³ + ax + b over the field of BLS12-381, added in lists of pairs.
 *
 * Used to verify many beacon outputs. A sum in affine coordinates costs six products and a division; the divisions of a
 * list share one inversion (Montgomery 1987, section 10.3.1), which halves the cost compared with a sum in projective
 * coordinates. Invariant: coordinates are reduced, so two points are equal exactly when their coordinates are. Both
 * curves in use have an odd number of points: no point has y = 0. Time depends on the values, which are all public.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';

/** Null is the point at infinity. */
export type Affine = { readonly x: bigint; readonly y: bigint } | null;

const { Fp } = bls12_381.fields;
/** The field's order. */
export const P = Fp.ORDER;

/** `value` mod p, from 0. */
export function reduced(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

export function negated(point: Affine): Affine {
  return point === null ? null : { x: point.x, y: P - point.y };
}

/** `left[i] + right[i]` for each i, on the curve with this `a`. Both lists have the same length. */
export function addPairs(left: readonly Affine[], right: readonly Affine[], a = 0n): Affine[] {
  const slopes = left.map((p, i) => slopeOf(p, right[i] ?? null, a));
  const inverses = invertAll(slopes.map((slope) => slope?.below ?? 1n));
  return left.map((p, i) => {
    const q = right[i] ?? null;
    if (p === null) return q;
    if (q === null) return p;
    const slope = slopes[i];
    if (!slope) return null;
    const lambda = (slope.above * (inverses[i] ?? 0n)) % P;
    const x = reduced(lambda * lambda - p.x - q.x);
    return { x, y: reduced(lambda * (p.x - x) - p.y) };
  });
}

/** The chord of two points, or the tangent of one, as a fraction; null when the sum needs none. */
function slopeOf(p: Affine, q: Affine, a: bigint): { readonly above: bigint; readonly below: bigint } | null {
  if (p === null || q === null) return null;
  if (p.x !== q.x) return { above: q.y - p.y, below: reduced(q.x - p.x) };
  if (p.y !== q.y) return null;
  return { above: 3n * p.x * p.x + a, below: reduced(2n * p.y) };
}

/** The inverses of non-zero values: one inversion, and three products each. */
export function invertAll(values: readonly bigint[]): bigint[] {
  let product = 1n;
  const before = values.map((value) => {
    const earlier = product;
    product = (product * value) % P;
    return earlier;
  });
  let inverse = Fp.inv(product);
  const inverses = new Array<bigint>(values.length);
  for (let i = values.length - 1; i >= 0; i -= 1) {
    inverses[i] = (inverse * (before[i] ?? 0n)) % P;
    inverse = (inverse * (values[i] ?? 0n)) % P;
  }
  return inverses;
}
