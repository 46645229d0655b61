/** A small outcomes bench: its derivation is the protocol's, the protocol's sampler passes 20,000 outcomes per game, and planted faults fail. */
import { readFileSync } from 'node:fs';
import { canon } from '@fairpot/fairness/encoding/canon';
import { firstDifference } from '@fairpot/fairness/verify/diff';
import { outcomeBy } from '@fairpot/fairness/games/outcome';
import { parseVectors } from '@fairpot/fairness/verify/vectors';
import { describe, expect, test } from 'vitest';
import { fastKey, fastSampler } from './derive.ts';
import { jobsFor, runJob, Tally } from './job.ts';
import { chiSquareTest, judge, type TestResult } from './judge.ts';
import { PLANTED } from './planted.ts';
import { TABLES } from './tables.ts';

const VECTORS = new URL('../../../fairness/vectors/fairness-vectors.json', import.meta.url);
const SEED = 'fairpot';
const PER_JOB = 10_000;

test('the fast derivation agrees with every golden vector', () => {
  const vectors = parseVectors(JSON.parse(readFileSync(VECTORS, 'utf8')));
  expect(vectors.length).toBeGreaterThan(20);
  for (const { secret, lock, drandSignature, key, outcome } of vectors) {
    const derived = fastKey({ secret, drandSignature, lockText: canon(lock) });
    expect(derived.toString('hex')).toBe(key);
    expect(firstDifference(outcomeBy(fastSampler(derived), lock), outcome, 'outcome')).toBeNull();
  }
});

test('shares are whole, and outcomes do not depend on how the work is split', () => {
  for (const game of ['coinflip', 'jackpot', 'casebattle'])
    expect(TABLES.filter((t) => t.game === game).reduce((sum, t) => sum + t.share, 0)).toBeCloseTo(1, 12);
  const whole = { table: 1, from: 0, to: 400, seed: SEED, planted: null };
  const parts = [
    { ...whole, to: 200 },
    { ...whole, from: 200 },
  ].map(runJob);
  const counts = runJob(whole).counts.map((each) => [...each]);
  expect(parts[0]?.counts.map((each, s) => [...each].map((n, bin) => n + (parts[1]?.counts[s]?.[bin] ?? 0)))).toEqual(
    counts,
  );
});

test('chi-square with exact expectations, by the tables', () => {
  // 3.8415 is the 95% quantile of one degree; 60 to 40 of 100 gives exactly 4.
  expect(chiSquareTest([60, 40], [1, 1])).toMatchObject({ chiSquare: 4, n: 100 });
  expect(chiSquareTest([60, 40], [1, 1]).p).toBeCloseTo(0.0455, 4);
  expect(chiSquareTest([30, 10], [3, 1])).toMatchObject({ chiSquare: 0, p: 1 });
  // 1,000 bins filled to the same height: too even to be random.
  expect(
    chiSquareTest(
      Array.from({ length: 1_000 }, () => 50),
      Array.from({ length: 1_000 }, () => 1),
    ).p,
  ).toBeLessThan(1e-12);
});

function judged(planted: string | null, perGame: number, tables?: ReadonlySet<number>): TestResult[] {
  const tally = new Tally();
  const jobs = jobsFor(perGame, PER_JOB, { seed: SEED, planted }).filter(({ table }) => tables?.has(table) ?? true);
  for (const job of jobs) tally.add(runJob(job));
  return judge(tally).filter(({ observations }) => observations > 0);
}

test(
  'the protocol’s sampler: 20,000 outcomes of each game at the first look of a joint level of 99%',
  { timeout: 120_000 },
  () => {
    const tests = judged(null, 20_000);
    expect(tests.length).toBeGreaterThan(30);
    expect(tests.filter(({ passes }) => !passes)).toEqual([]);
  },
);

describe('a planted fault fails', () => {
  const of = (game: string) => new Set(TABLES.flatMap((table, at) => (table.game === game ? [at] : [])));
  // The game that shows it soonest; the bench itself tests all three.
  const inJackpot = /hex|32 bits|half|before|turn/;
  test.each([...PLANTED.keys()])('%s', { timeout: 60_000 }, (planted) => {
    const tests = judged(planted, 15_000, of(inJackpot.test(planted) ? 'jackpot' : 'casebattle'));
    expect(tests.filter(({ p }) => p < 1e-6).length).toBeGreaterThan(0);
  });
});
