/**
 * How fast a whole public log is verified, by how many rounds share a beacon output and its window key (one: each has its own): one by one, together
 * in one thread, and together in a thread per core, in the same run.
 *
 * Run by hand (`npx tsx bench/verifier.ts --per-beacon 10`). The log is made here, of valid rounds; a finding ends the bench with 1.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { batchFor, LogPipeline } from '@fairpot/fairness/cli/log-pipeline';
import { ownThread, ThreadPool } from '@fairpot/fairness/cli/threads';
import type { ResultsVerifier } from '@fairpot/fairness/cli/threads';
import type { LogFinding } from '@fairpot/fairness/log/log-results';
import { GAMES } from '@fairpot/fairness/games/index';
import { LogVerifier } from '@fairpot/fairness/log/log-verify';
import { leavesOf, termsLeaf } from '@fairpot/fairness/testing/logs';
import { makeProof } from '@fairpot/fairness/testing/rounds';
import { load, say } from './lib/figures.ts';
import { report } from './lib/report.ts';

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2000' },
    single: { type: 'string', default: '100' },
    threads: { type: 'string', default: String(availableParallelism()) },
    'per-beacon': { type: 'string', default: '10' },
  },
});
const OPTIONS = { acceptSimulated: true };
const LOCKED_AT = 1_790_000_001_234;
/** Any game will do. */
const [{ name: GAME }] = GAMES;
const BEACON_PERIOD_MS = 3_000;
/** Rounds count as opened in the order of their numbers, this far before the lock. */
const ORDER = 900;

/** Rounds of one beacon are opened and locked before any of them has its result, as on a busy site. */
function makeLog(rounds: number, perBeacon: number): Uint8Array[] {
  const text = new TextEncoder();
  const beacons = Array.from({ length: Math.ceil(rounds / perBeacon) }, (_, beacon) => {
    const lockedAt = LOCKED_AT + beacon * BEACON_PERIOD_MS;
    const count = Math.min(perBeacon, rounds - beacon * perBeacon);
    const played = Array.from({ length: count }, (_each, i) =>
      leavesOf(makeProof(GAME, beacon * perBeacon + i + 1, undefined, { lockedAt }), ORDER),
    );
    return [...played.flatMap(([open, lock]) => [open, lock]), ...played.map(([, , result]) => result)];
  });
  return [termsLeaf(), ...beacons.flat()].map((leaf) => text.encode(leaf));
}

async function measure(what: string, rounds: number, run: () => Promise<readonly LogFinding[]>): Promise<number> {
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const findings = await run();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  if (findings.length > 0) throw new Error(`${what}: ${findings.length} findings, the first ${findings[0]?.problem}`);
  const cpuMs = (user + system) / 1_000 / rounds;
  say(
    `${what}: ${(rounds / seconds).toFixed(0)} rounds/s, ${cpuMs.toFixed(2)} ms of processor a round, load ${load()}`,
  );
  return cpuMs;
}

function oneByOne(log: readonly Uint8Array[]): readonly LogFinding[] {
  const verifier = new LogVerifier(OPTIONS);
  return [...log.flatMap((leaf) => verifier.add(leaf)), ...verifier.finish()];
}

async function together(log: readonly Uint8Array[], verifier: ResultsVerifier): Promise<readonly LogFinding[]> {
  const found: LogFinding[] = [];
  const pipeline = new LogPipeline(batchFor(log.length, verifier.threads), OPTIONS, verifier, (findings) =>
    found.push(...findings),
  );
  for (const leaf of log) await pipeline.add(leaf);
  await pipeline.finish();
  await verifier.close();
  return found;
}

const [rounds, single, threads] = [Number(given.rounds), Number(given.single), Number(given.threads)];
const perBeacon = Number(given['per-beacon']);
if (![rounds, single, threads, perBeacon].every((count) => Number.isInteger(count) && count > 0) || single > rounds)
  throw new Error(
    '--rounds, --single, --threads and --per-beacon: whole numbers from 1, no more single ones than rounds',
  );
say(`a log of ${rounds} rounds, ${perBeacon} to a beacon output and its window key`);
const log = makeLog(rounds, perBeacon);
const few = await measure(`one by one (${single} rounds)`, single, () =>
  Promise.resolve(oneByOne(makeLog(single, perBeacon))),
);
const many = await measure('together, this thread', rounds, () => together(log, ownThread(OPTIONS)));
await measure(`together, ${threads} threads and their start`, rounds, () =>
  together(log, new ThreadPool(threads, OPTIONS)),
);
report({
  work: `verifying a log, ${perBeacon} rounds to a beacon`,
  ours: `${many.toFixed(2)} ms of processor a round`,
  limit: `${few.toFixed(2)} ms one by one`,
  ratio: few / many,
});
