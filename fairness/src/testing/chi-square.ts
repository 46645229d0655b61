/**
 * Pearson's chi-square test, with a p-value from the incomplete gamma function.
 *
 * Used by the statistical tests. Source: Abramowitz and Stegun 26.4 (test), 6.5.29 and 6.5.31 (series and continued
 * fraction of the incomplete gamma function), 6.1.50 (Lanczos form of ln gamma).
 */

/** P(chi-square of `counts.length - 1` degrees of freedom >= the one observed) when `counts` should be `expected`. */
export function chiSquareP(counts: readonly number[], expected: readonly number[]): number {
  const statistic = counts.reduce((sum, count, i) => {
    const mean = expected[i] ?? Number.NaN;
    return sum + (count - mean) ** 2 / mean;
  }, 0);
  return upperGamma((counts.length - 1) / 2, statistic / 2);
}

/** Regularised upper incomplete gamma function Q(a, x). */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - lnGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < 10_000 && term > sum * 1e-16; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 10_000; n += 1) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return h;
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

function lnGamma(value: number): number {
  if (value < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * value)) - lnGamma(1 - value);
  const z = value - 1;
  const base = z + 7.5;
  const sum = LANCZOS.reduce((acc, coefficient, i) => acc + coefficient / (z + i + 1), 0.9999999999998099);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(sum);
}
