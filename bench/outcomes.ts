/**
 * `npx tsx bench/outcomes.ts`: ten million outcomes of each game under keys of a printed seed, by the protocol's derivation, through chi-square and serial tests
 * at a joint level of 99%; then samplers with planted faults, each of which must fail the same tests. Prints every figure; exit 0 when all of this
 * holds, else 1.
 *
 * The level is that of two looks (judge.ts): what the first one suspects is tested once more under independent keys, with as many outcomes as before.
 * Chance does not strike twice in the same place, a fault does.
 *
 * Options: --outcomes 10000000 (of each game) --planted 100000 --threads <cores> --seed <a fresh one>. One run in a hundred fails by chance: the same
 * seed repeats it, a fresh one does not.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { load, say } from './lib/figures.ts';
import { jobsFor, Tally, type Job, type JobResult } from './lib/outcomes/job.ts';
import { judge, JOINT_LEVEL, nameOf, type TestResult } from './lib/outcomes/judge.ts';
import { report } from './lib/report.ts';
import { PLANTED } from './lib/outcomes/planted.ts';
import { TABLES } from './lib/outcomes/tables.ts';

const { values: given } = parseArgs({
  options: {
    outcomes: { type: 'string', default: '10000000' },
    planted: { type: 'string', default: '100000' },
    threads: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: randomUUID() },
  },
});
const GAMES = 3;
const NO_CHANCE = 1e-6;
/** Outcomes per job: a multiple of every run length, small enough that threads end together. */
const PER_JOB = 20_000;

/** A thread starts without the loader that reads TypeScript here, so it imports the loader first. */
const THREAD = `import('tsx/esm/api').then(({ register }) => {
  register();
  return import(${JSON.stringify(new URL('./outcomes-worker.ts', import.meta.url).href)});
})`;
const threads = Array.from({ length: Number(given.threads) }, () => new Worker(THREAD, { eval: true }));

async function main(): Promise<boolean> {
  const outcomes = Number(given.outcomes);
  if (!Number.isInteger(outcomes / 1_000)) throw new Error('--outcomes: a multiple of 1,000');
  say(`${outcomes} outcomes of each game, keys of '${given.seed}', ${threads.length} threads, load ${load()}`);
  const began = performance.now();
  const own = await run(jobsFor(outcomes, PER_JOB, { seed: given.seed, planted: null }), progress());
  const seconds = (performance.now() - began) / 1_000;
  const tests = judge(own.tally);
  for (const test of tests) say(lineOf(test));
  const rate = (GAMES * outcomes) / seconds;
  say(
    `${GAMES * outcomes} outcomes in ${seconds.toFixed(0)} s: ${rate.toFixed(0)} a second; ` +
      `${own.recomputed} of them computed again by fairness/, all the same`,
  );
  const least = leastOf(tests);
  const ok = await confirmed(tests, outcomes);
  say(
    `${ok ? 'OK  ' : 'FAIL'} the protocol's sampler: ${tests.length} tests at a joint level of ` +
      `${Math.round(100 * JOINT_LEVEL)}%, least p ${least.p.toFixed(5)} (${nameOf(least)})`,
  );
  report({
    work: 'outcomes through the sampler tests',
    ours: `${tests.filter(({ passes }) => passes || ok).length} tests pass`,
    limit: `${tests.length}`,
    ratio: tests.filter(({ passes }) => passes || ok).length / tests.length,
  });
  const caught = await checkPlanted();
  return ok && caught;
}

/** True when the first look suspects nothing, or the second, under other keys, clears every suspect. */
async function confirmed(tests: readonly TestResult[], outcomes: number): Promise<boolean> {
  const suspected = tests.filter(({ passes }) => !passes);
  if (suspected.length === 0) return true;
  const tables = new Set(suspected.map(({ table }) => table));
  const jobs = jobsFor(outcomes, PER_JOB, { seed: `${given.seed}/again`, planted: null });
  say(`${suspected.length} of ${tests.length} suspected; tested once more under other keys:`);
  const { tally } = await run(
    jobs.filter((job) => tables.has(TABLES[job.table]?.name ?? '')),
    progress(),
  );
  const again = judge(tally, new Set(suspected.map(nameOf)));
  for (const test of again) say(lineOf(test));
  return again.every(({ passes }) => passes);
}

/** Every planted sampler, over fewer outcomes: true when all of them fail. */
async function checkPlanted(): Promise<boolean> {
  let all = true;
  for (const name of PLANTED.keys()) {
    const { tally } = await run(
      jobsFor(Number(given.planted), PER_JOB, { seed: given.seed, planted: name }),
      () => undefined,
    );
    // So far below any level that chance is out of the question.
    const failed = judge(tally).filter(({ p }) => p < NO_CHANCE);
    const worst =
      failed.length === 0
        ? ''
        : `, most clearly ${nameOf(leastOf(failed))} with p ${leastOf(failed).p.toExponential(1)}`;
    say(`${failed.length > 0 ? 'OK  ' : 'FAIL'} planted '${name}': ${failed.length} tests reject it${worst}`);
    all &&= failed.length > 0;
  }
  return all;
}

/** All jobs, as many at a time as there are threads. */
async function run(jobs: readonly Job[], done: (share: number) => void): Promise<{ tally: Tally; recomputed: number }> {
  const tally = new Tally();
  let recomputed = 0;
  let finished = 0;
  const waiting = jobs.values();
  await Promise.all(
    threads.map(async (thread) => {
      for (const job of waiting) {
        const result = await ask(thread, job);
        tally.add(result);
        recomputed += result.recomputed;
        done(++finished / jobs.length);
      }
    }),
  );
  return { tally, recomputed };
}

function ask(thread: Worker, job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (result: JobResult) => {
      thread.off('error', reject);
      resolve(result);
    });
    thread.postMessage(job);
  });
}

/** Reports each tenth, with the remaining time at this pace. */
function progress(): (share: number) => void {
  const began = performance.now();
  let tenths = 0;
  return (share) => {
    if (Math.floor(share * 10) <= tenths) return;
    tenths = Math.floor(share * 10);
    const left = ((performance.now() - began) / 1_000 / share) * (1 - share);
    process.stderr.write(`${tenths * 10}%, ${left.toFixed(0)} s left\n`);
  };
}

function lineOf({ passes, observations, degrees, chiSquare, p, needed, ...test }: TestResult): string {
  const square = `chi-square ${chiSquare.toFixed(1)} of ${degrees} degrees`;
  const figures = `${observations} observations, ${square}, p ${p.toFixed(5)}`;
  return `${passes ? 'ok     ' : 'suspect'} ${nameOf(test)}: ${figures}${passes ? '' : ` below ${needed.toFixed(5)}`}`;
}

function leastOf(tests: readonly TestResult[]): TestResult {
  return tests.reduce((least, each) => (each.p < least.p ? each : least));
}

const ok = await main();
await Promise.all(threads.map((thread) => thread.terminate()));
process.exitCode = ok ? 0 : 1;
