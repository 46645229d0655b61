/**
 * How fast a whole public log is verified when each round has a beacon output of its own: one by one, together in one thread, and together in
 * a thread per core, in the same run.
 *
 * Run by hand (`npx tsx bench/verifier.ts`). The log is made here, of rounds that verify; a finding ends the bench with 1.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { batchFor, Judging } from '@fairpot/fairness/cli/judging';
import { ownThread, ThreadPool } from '@fairpot/fairness/cli/threads';
import type { ResultsVerifier } from '@fairpot/fairness/cli/threads';
import type { LogFinding } from '@fairpot/fairness/log-results';
import { LogVerifier } from '@fairpot/fairness/log-verify';
import { leavesOf, termsLeaf } from '@fairpot/fairness/testing/logs';
import { makeProof } from '@fairpot/fairness/testing/rounds';
import { load, say } from './lib/figures.ts';

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2000' },
    single: { type: 'string', default: '100' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const OPTIONS = { acceptSimulated: true };
const LOCKED_AT = 1_790_000_001_234;
const BEACON_PERIOD_MS = 3_000;
/** Rounds count as opened in the order of their numbers, this far before the lock. */
const ORDER = 900;

function makeLog(rounds: number): Uint8Array[] {
  const text = new TextEncoder();
  const leaves = Array.from({ length: rounds }, (_, i) =>
    leavesOf(makeProof('coinflip', i + 1, undefined, { lockedAt: LOCKED_AT + i * BEACON_PERIOD_MS }), ORDER),
  );
  return [termsLeaf(), ...leaves.flat()].map((leaf) => text.encode(leaf));
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
  const judging = new Judging(batchFor(log.length, verifier.threads), OPTIONS, verifier, (findings) =>
    found.push(...findings),
  );
  for (const leaf of log) await judging.add(leaf);
  await judging.finish();
  await verifier.close();
  return found;
}

const [rounds, single, threads] = [Number(given.rounds), Number(given.single), Number(given.threads)];
if (![rounds, single, threads].every((count) => Number.isInteger(count) && count > 0) || single > rounds)
  throw new Error('--rounds, --single and --threads: whole numbers from 1, no more single ones than rounds');
say(`a log of ${rounds} rounds, each with a beacon output of its own`);
const log = makeLog(rounds);
const few = await measure(`one by one (${single} rounds)`, single, () =>
  Promise.resolve(oneByOne(log.slice(0, 1 + 3 * single))),
);
const many = await measure('together, this thread', rounds, () => together(log, ownThread(OPTIONS)));
await measure(`together, ${threads} threads and their start`, rounds, () =>
  together(log, new ThreadPool(threads, OPTIONS)),
);
say(`one by one takes ${(few / many).toFixed(1)} times the processor of together`);
