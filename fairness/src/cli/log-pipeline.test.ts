/** The same log verified by one thread and by several: the same findings in the same order. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import type { LogFinding } from '../log/log-results.ts';
import { LogVerifier } from '../log/log-verify.ts';
import { leavesOf, termsLeaf } from '../testing/logs.ts';
import { makeProof, signRound } from '../testing/rounds.ts';
import { batchFor, LogPipeline } from './log-pipeline.ts';
import { ownThread, ThreadPool } from './threads.ts';
import type { ResultsVerifier } from './threads.ts';

const OPTIONS = { acceptSimulated: true };
const BATCH = 10;
/** More than a batch, each with a beacon of its own. */
const ROUNDS = 14;
const LOCKED_AT = 1_790_000_001_234;
const rounds = Array.from({ length: ROUNDS }, (_, i) =>
  leavesOf(makeProof('coinflip', i + 1, undefined, { lockedAt: LOCKED_AT + i * 3_000 }), 900),
);
const honest = [termsLeaf(), ...rounds.flat()];

type TestLeaf = Record<string, unknown> & { readonly drand: { readonly round: number } };
const edited = (leaves: readonly string[], at: number, change: (leaf: TestLeaf) => object) =>
  leaves.with(at, canon(change(JSON.parse(leaves[at] ?? '') as TestLeaf)));
const signedAs = (round: number) => (leaf: TestLeaf) => ({
  ...leaf,
  drand: { ...leaf.drand, signature: signRound(round) },
});

/** Invalid outputs in the first batch and the second, an unannounced fee, an invalid leaf, a gap. */
const dishonest = [
  ...edited(edited(edited(honest, 9, signedAs(5)), 3 * ROUNDS, signedAs(6)), 22, (leaf) => ({ ...leaf, feeBps: 400 })),
  '{}',
  ...leavesOf(makeProof('coinflip', ROUNDS + 2), 0),
];

const pool: ResultsVerifier = new ThreadPool(2, OPTIONS);
afterAll(() => pool.close());

/** The reported findings, one list per report, and the counts at the end. */
async function verified(leaves: readonly string[], verifier: ResultsVerifier) {
  const reported: LogFinding[] = [];
  const pipeline = new LogPipeline(BATCH, OPTIONS, verifier, (findings) => reported.push(...findings));
  for (const leaf of leaves) await pipeline.add(utf8(leaf));
  await pipeline.finish();
  return { reported, counts: pipeline.counts, simulated: pipeline.simulated };
}

function oneByOne(leaves: readonly string[]): LogFinding[] {
  const verifier = new LogVerifier(OPTIONS);
  return [...leaves.flatMap((leaf) => verifier.add(utf8(leaf))), ...verifier.finish()];
}

const expected = oneByOne(dishonest);
// Both threads are running before the first test: their start-up time says nothing about the log.
await Promise.all([pool.verify([]), pool.verify([])]);

test.each([
  ['this thread', ownThread(OPTIONS)],
  ['two threads', pool],
])('an honest log holds in %s', async (_name, verifier) => {
  const { reported, counts, simulated } = await verified(honest, verifier);
  expect(reported).toEqual([]);
  expect(counts).toMatchObject({ leaves: honest.length, settled: ROUNDS, running: 0 });
  expect(simulated).toBe(true);
});

test('a dishonest one is reported in leaf order, as if each result were verified singly', async () => {
  const leaves = expected.flatMap(({ leaf }) => (leaf === null ? [] : [leaf]));
  expect(leaves.slice(0, 5)).toEqual([9, 22, 23, 3 * ROUNDS, 3 * ROUNDS + 1]);
  expect(expected[0]?.problem).toContain('The network signed that round');
  expect((await verified(dishonest, pool)).reported).toEqual(expected);
});

test('findings wait for the batch before them, whichever is ready first', async () => {
  // The first batch finishes last.
  const own = ownThread(OPTIONS);
  let release = (): void => undefined;
  const later = new Promise<void>((resolve) => (release = resolve));
  let batches = 0;
  const uneven: ResultsVerifier = {
    ...own,
    threads: 2,
    verify: async (results) => {
      batches += 1;
      if (batches === 1) await later;
      else release();
      return own.verify(results);
    },
  };
  expect((await verified(dishonest, uneven)).reported).toEqual(expected);
  expect(batches).toBe(2);
});

test('batches give every thread its share, neither too few nor too many results', () => {
  // 2,000 rounds, two threads; a log of ten rounds; one of a million.
  expect([batchFor(6_000, 2), batchFor(30, 2), batchFor(3_000_000, 2)]).toEqual([1_000, 64, 1_024]);
});

test('a thread that ends without a verdict ends the run', async () => {
  const failing = new ThreadPool(1, OPTIONS);
  const heard = expect(failing.verify([])).rejects.toThrow('ended before its batch was verified');
  await failing.close();
  await heard;
});

test('a batch that does not consist of results is an error, not a verdict', async () => {
  const thread = new ThreadPool(1, OPTIONS);
  // A bug could send this: the thread throws, and the run must fail.
  const wrong = [{ leaf: 1, chain: { publicKey: randomBytes(1).toString('hex') } }] as unknown as readonly never[];
  await expect(thread.verify(wrong)).rejects.toThrow();
  await thread.close();
});
