/**
 * A second implementation of the BLS12-381 pairing, for opening many window keys: the library's formulas, with a third
 * of its reductions.
 *
 * Called by opening.ts only; the browser never loads it. No verdict depends on it: a window key that it opens proves
 * itself (`openWindow` recomputes U), and one that it does not open is tried again with the library. Invariant: returns
 * the same element of the target group as `bls12_381.pairing`, which the tests check. Time depends on the values, which
 * are all public.
 *
 * How: a product of two field elements takes a quarter of the time of its reduction. So products are added up
 * unreduced, and only the twelve coefficients of a result are reduced, to (-p, p): signs are resolved at the end.
 * Formulas of the Miller loop: Costello, Lange, Naehrig 2010, as in the library; of squaring in the cyclotomic
 * subgroup: Granger, Scott 2010.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { P, reduced } from './affine.ts';

type Fp2 = { readonly c0: bigint; readonly c1: bigint };
type Fp6 = { readonly c0: Fp2; readonly c1: Fp2; readonly c2: Fp2 };
type Fp12 = { readonly c0: Fp6; readonly c1: Fp6 };

const { fields } = bls12_381;
/** The curve's parameter is -X; bits of X below the first one, highest first. */
const X = 0xd201000000010000n;
const BITS = [...X.toString(2).slice(1)].map((bit) => bit === '1');
const HALF = (P + 1n) / 2n;

// Products and sums are not reduced; `cut` reduces them.
const add = (a: Fp2, b: Fp2): Fp2 => ({ c0: a.c0 + b.c0, c1: a.c1 + b.c1 });
const sub = (a: Fp2, b: Fp2): Fp2 => ({ c0: a.c0 - b.c0, c1: a.c1 - b.c1 });
const cut = (a: Fp2): Fp2 => ({ c0: a.c0 % P, c1: a.c1 % P });
const times = (a: Fp2, n: bigint): Fp2 => ({ c0: a.c0 * n, c1: a.c1 * n });
/** Times 1 + u, whose cube root defines the next level of the tower. */
const turn = (a: Fp2): Fp2 => ({ c0: a.c0 - a.c1, c1: a.c0 + a.c1 });
const sqr = (a: Fp2): Fp2 => ({ c0: (a.c0 + a.c1) * (a.c0 - a.c1), c1: 2n * a.c0 * a.c1 });
function mul(a: Fp2, b: Fp2): Fp2 {
  const [low, high] = [a.c0 * b.c0, a.c1 * b.c1];
  return { c0: low - high, c1: (a.c0 + a.c1) * (b.c0 + b.c1) - low - high };
}

const add6 = (a: Fp6, b: Fp6): Fp6 => ({ c0: add(a.c0, b.c0), c1: add(a.c1, b.c1), c2: add(a.c2, b.c2) });
const sub6 = (a: Fp6, b: Fp6): Fp6 => ({ c0: sub(a.c0, b.c0), c1: sub(a.c1, b.c1), c2: sub(a.c2, b.c2) });
const cut6 = (a: Fp6): Fp6 => ({ c0: cut(a.c0), c1: cut(a.c1), c2: cut(a.c2) });
/** Times v. */
const turn6 = (a: Fp6): Fp6 => ({ c0: turn(a.c2), c1: a.c0, c2: a.c1 });
function mul6(a: Fp6, b: Fp6): Fp6 {
  const [t0, t1, t2] = [mul(a.c0, b.c0), mul(a.c1, b.c1), mul(a.c2, b.c2)];
  return {
    c0: add(t0, turn(sub(sub(mul(add(a.c1, a.c2), add(b.c1, b.c2)), t1), t2))),
    c1: add(sub(sub(mul(add(a.c0, a.c1), add(b.c0, b.c1)), t0), t1), turn(t2)),
    c2: add(sub(sub(mul(add(a.c0, a.c2), add(b.c0, b.c2)), t0), t2), t1),
  };
}

const conjugate = (a: Fp12): Fp12 => ({ c0: a.c0, c1: sub6(ZERO6, a.c1) });
const cut12 = (c0: Fp6, c1: Fp6): Fp12 => ({ c0: cut6(c0), c1: cut6(c1) });
function mul12(a: Fp12, b: Fp12): Fp12 {
  const [t0, t1] = [mul6(a.c0, b.c0), mul6(a.c1, b.c1)];
  return cut12(add6(t0, turn6(t1)), sub6(sub6(mul6(add6(a.c0, a.c1), add6(b.c0, b.c1)), t0), t1));
}
function sqr12({ c0, c1 }: Fp12): Fp12 {
  const both = mul6(c0, c1);
  const rest = mul6(add6(c0, c1), add6(c0, turn6(c1)));
  return cut12(sub6(sub6(rest, both), turn6(both)), add6(both, both));
}

const ZERO2: Fp2 = { c0: 0n, c1: 0n };
const ZERO6: Fp6 = { c0: ZERO2, c1: ZERO2, c2: ZERO2 };
const ONE12: Fp12 = { c0: { ...ZERO6, c0: { c0: 1n, c1: 0n } }, c1: ZERO6 };

/** Times a line: `o0 + o1 v + o4 v w`, the other coefficients being zero. */
function mulLine({ c0: f, c1: g }: Fp12, o0: Fp2, o1: Fp2, o4: Fp2): Fp12 {
  const low = mul01(f, o0, o1);
  const high: Fp6 = { c0: turn(mul(g.c2, o4)), c1: mul(g.c0, o4), c2: mul(g.c1, o4) };
  const both = mul01(add6(f, g), o0, add(o1, o4));
  return cut12(add6(low, turn6(high)), sub6(sub6(both, low), high));
}
function mul01(a: Fp6, b0: Fp2, b1: Fp2): Fp6 {
  const [t0, t1] = [mul(a.c0, b0), mul(a.c1, b1)];
  return {
    c0: add(t0, turn(sub(mul(add(a.c1, a.c2), b1), t1))),
    c1: sub(sub(mul(add(a.c0, a.c1), add(b0, b1)), t0), t1),
    c2: add(sub(mul(add(a.c0, a.c2), b0), t0), t1),
  };
}

/** A point of the twist in projective coordinates. */
type TwistPoint = { readonly x: Fp2; readonly y: Fp2; readonly z: Fp2 };
type LineStep = { readonly point: TwistPoint; readonly line: readonly [Fp2, Fp2, Fp2] };

function double({ x, y, z }: TwistPoint): LineStep {
  const t0 = cut(sqr(y));
  const t1 = cut(sqr(z));
  const t2 = cut(times(turn(t1), 12n));
  const t3 = times(t2, 3n);
  const t4 = cut(sub(sub(sqr(add(y, z)), t1), t0));
  const half = times(add(t0, t3), HALF);
  const next = {
    x: cut(times(cut(mul(cut(mul(sub(t0, t3), x)), y)), HALF)),
    y: cut(sub(sqr(cut(half)), times(sqr(t2), 3n))),
    z: cut(mul(t0, t4)),
  };
  return { point: next, line: [sub(t2, t0), cut(times(sqr(x), 3n)), sub(ZERO2, t4)] };
}

function addTo({ x, y, z }: TwistPoint, qx: Fp2, qy: Fp2): LineStep {
  const t0 = cut(sub(y, mul(qy, z)));
  const t1 = cut(sub(x, mul(qx, z)));
  const t2 = cut(sqr(t1));
  const t3 = cut(mul(t2, t1));
  const t4 = cut(mul(t2, x));
  const t5 = cut(add(sub(t3, times(t4, 2n)), mul(cut(sqr(t0)), z)));
  const next = { x: cut(mul(t1, t5)), y: cut(sub(mul(sub(t4, t5), t0), mul(t3, y))), z: cut(mul(z, t3)) };
  return { point: next, line: [cut(sub(mul(t0, qx), mul(t1, qy))), sub(ZERO2, t0), t1] };
}

/** In the cyclotomic subgroup, which contains every value after the easy part of the final power. */
function sqrCyclotomic({ c0: a, c1: b }: Fp12): Fp12 {
  const [t3, t4] = sqr4(a.c0, b.c1);
  const [t5, t6] = sqr4(b.c0, a.c2);
  const [t7, t8] = sqr4(a.c1, b.c2);
  const less = (t: Fp2, c: Fp2) => sub(times(t, 3n), times(c, 2n));
  const more = (t: Fp2, c: Fp2) => add(times(t, 3n), times(c, 2n));
  return cut12(
    { c0: less(t3, a.c0), c1: less(t5, a.c1), c2: less(t7, a.c2) },
    { c0: more(turn(t8), b.c0), c1: more(t4, b.c1), c2: more(t6, b.c2) },
  );
}
function sqr4(a: Fp2, b: Fp2): readonly [Fp2, Fp2] {
  const [low, high] = [sqr(a), sqr(b)];
  return [add(low, turn(high)), sub(sub(sqr(add(a, b)), low), high)];
}

/** To the power of -X. */
function powMinusX(a: Fp12): Fp12 {
  let power = a;
  for (const bit of BITS) {
    power = sqrCyclotomic(power);
    if (bit) power = mul12(power, a);
  }
  return conjugate(power);
}

const reduced2 = ({ c0, c1 }: Fp2): Fp2 => ({ c0: reduced(c0), c1: reduced(c1) });
const reduced6 = ({ c0, c1, c2 }: Fp6): Fp6 => ({ c0: reduced2(c0), c1: reduced2(c1), c2: reduced2(c2) });
/** In the library's representation. */
const reduced12 = ({ c0, c1 }: Fp12): Fp12 => ({ c0: reduced6(c0), c1: reduced6(c1) });
const frobenius = (a: Fp12, power: number): Fp12 => fields.Fp12.frobeniusMap(reduced12(a), power);

/** The same power as the library's: three times (p^12 - 1) / r. */
function finalPower(f: Fp12): Fp12 {
  const t0 = mul12(conjugate(f), fields.Fp12.inv(reduced12(f)));
  const t1 = mul12(frobenius(t0, 2), t0);
  const t2 = powMinusX(t1);
  const t3 = mul12(conjugate(sqrCyclotomic(t1)), t2);
  const t4 = powMinusX(t3);
  const t5 = powMinusX(t4);
  const t6 = mul12(powMinusX(t5), sqrCyclotomic(t2));
  const t7 = powMinusX(t6);
  const first = mul12(frobenius(mul12(t2, t5), 2), frobenius(mul12(t4, t1), 3));
  const second = mul12(frobenius(mul12(t6, conjugate(t1)), 1), mul12(mul12(t7, conjugate(t3)), t1));
  return mul12(first, second);
}

/** `bls12_381.pairing(p, q)`. Throws as the library does for a point at infinity. */
export function fastPairing(
  p: InstanceType<typeof bls12_381.G1.Point>,
  q: InstanceType<typeof bls12_381.G2.Point>,
): ReturnType<typeof bls12_381.pairing> {
  if (p.is0() || q.is0()) throw new Error('pairing is not available for ZERO point');
  const { x: px, y: py } = p.toAffine();
  const { x: qx, y: qy } = q.toAffine();
  let point: TwistPoint = { x: qx, y: qy, z: { c0: 1n, c1: 0n } };
  let f = ONE12;
  const take = ({ point: next, line: [o0, l1, l4] }: LineStep) => {
    point = next;
    f = mulLine(f, o0, cut(times(l1, px)), cut(times(l4, py)));
  };
  for (const [i, bit] of BITS.entries()) {
    if (i > 0) f = sqr12(f);
    take(double(point));
    if (bit) take(addTo(point, qx, qy));
  }
  return reduced12(finalPower(conjugate(f)));
}
