/**
 * The verdict over all counts of a run: one chi-square test per statistic, and Holm's step-down procedure over all of them.
 *
 * In two looks. The first suspects easily: under an unbiased sampler it suspects something with one set of keys in ten. The second tests only the
 * suspects, under independent keys, again at one in ten. So an unbiased sampler fails once in a hundred sets of keys, while a fault fails in the
 * first look with a tenth of the evidence that a single look would need. The keys are fixed: a verdict is a fact about the code, not about the day.
 *
 * Sources: K. Pearson, Philosophical Magazine 50 (1900); S. Holm, Scandinavian Journal of Statistics 6 (1979).
 */
import { upperGamma } from '@fairpot/fairness/testing/chi-square';
import type { Tally } from './job.ts';
import { statisticsOf } from './statistics.ts';
import { TABLES } from './tables.ts';

/** How often all statistics of one look pass together, at least, with an unbiased sampler. */
export const LOOK_LEVEL = 0.9;

/** The joint level of both looks is 99%: their keys are independent, and a sampler fails when it fails in both. */
export const JOINT_LEVEL = 1 - (1 - LOOK_LEVEL) ** 2;

export interface TestResult {
  readonly game: string;
  readonly table: string;
  readonly statistic: string;
  readonly observations: number;
  readonly degrees: number;
  readonly chiSquare: number;
  /** Two-sided from `TWO_SIDED_FROM` degrees on. */
  readonly p: number;
  /** Holm's bound for this p-value: it fails when p is below, and all smaller ones failed too. */
  readonly needed: number;
  readonly passes: boolean;
}

/** With this many bins counts may also be too even to be random; with few, an even split is not suspicious. */
const TWO_SIDED_FROM = 100;

/** Chi-square of counts against `n * weights / sum`, and its p-value. */
export function chiSquareTest(
  counts: ArrayLike<number>,
  weights: readonly number[],
): { chiSquare: number; p: number; n: number } {
  const all = weights.reduce((sum, w) => sum + w, 0);
  const n = Array.from(counts).reduce((sum, c) => sum + c, 0);
  // (c - n w / W)^2 / (n w / W), with one division at the end: the differences are exact integers.
  const chiSquare = weights.reduce((sum, w, bin) => sum + ((counts[bin] ?? 0) * all - n * w) ** 2 / w, 0) / n / all;
  const degrees = weights.length - 1;
  const upper = upperGamma(degrees / 2, chiSquare / 2);
  const p = degrees < TWO_SIDED_FROM ? upper : Math.min(1, 2 * Math.min(upper, 1 - upper));
  return { chiSquare, n, p: n === 0 ? 0 : p };
}

/** A statistic by its full name: 'jackpot (five entries of 2^29 cents), who wins'. */
export function nameOf({ game, table, statistic }: Pick<TestResult, 'game' | 'table' | 'statistic'>): string {
  return `${game} (${table}), ${statistic}`;
}

/** One look at every statistic of a run, or at those named in `among`, in the order of the tables. */
export function judge(tally: Tally, among?: ReadonlySet<string>): TestResult[] {
  const tests = TABLES.flatMap((table, t) =>
    statisticsOf(table).map(({ name, weights }, s) => {
      const { chiSquare, p, n } = chiSquareTest(tally.of(t, s), weights);
      const about = { game: table.game, table: table.name, statistic: name };
      return { ...about, observations: n, degrees: weights.length - 1, chiSquare, p };
    }),
  ).filter((test) => among?.has(nameOf(test)) ?? true);
  const order = tests.map((_, i) => i).sort((a, b) => (tests[a]?.p ?? 0) - (tests[b]?.p ?? 0));
  let failing = true;
  const judged = new Map<number, Pick<TestResult, 'needed' | 'passes'>>();
  for (const [rank, i] of order.entries()) {
    const needed = (1 - LOOK_LEVEL) / (tests.length - rank);
    failing &&= (tests[i]?.p ?? 0) < needed;
    judged.set(i, { needed, passes: !failing });
  }
  return tests.map((test, i) => ({ ...test, ...(judged.get(i) ?? { needed: 1, passes: false }) }));
}
