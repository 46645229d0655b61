/**
 * One piece of work of the outcomes bench: a range of outcomes of one table, drawn and counted. Runs in a worker thread, or in a test. Counts of
 * ranges add up, so the result does not depend on how the work was split.
 */
import { createHash } from 'node:crypto';
import { canon } from '@fairpot/fairness/encoding/canon';
import { deriveKey } from '@fairpot/fairness/protocol/derive';
import { firstDifference } from '@fairpot/fairness/verify/diff';
import { outcomeBy, outcomeOf, type Outcome } from '@fairpot/fairness/games/outcome';
import { fastKey } from './derive.ts';
import { HONEST, PLANTED, type SamplerOf } from './planted.ts';
import { statisticsOf } from './statistics.ts';
import { inputsOf, TABLES, type FixedInputs } from './tables.ts';

/** Outcomes [from, to) of `TABLES[table]`. Both ends are multiples of the longest run of a statistic. */
export interface Job {
  readonly table: number;
  readonly from: number;
  readonly to: number;
  /** Name of the fixed set of keys. */
  readonly seed: string;
  /** A planted sampler by its name; null for the protocol's own. */
  readonly planted: string | null;
}

export interface JobResult {
  readonly table: number;
  /** Per statistic of the table, the number of observations in each bin. */
  readonly counts: readonly Float64Array[];
  /** Outcomes that fairness/ itself recomputed with the same result. */
  readonly recomputed: number;
  /** A hash of every drawn outcome, in order: equal in two runs, or something is not deterministic. */
  readonly digest: string;
}

/** One outcome in this many is recomputed with fairness/'s own derivation. */
const RECOMPUTE_EVERY = 1_000;

/** Throws when an outcome contradicts fairness/ or its own ticket. */
export function runJob(job: Job): JobResult {
  const table = TABLES[job.table];
  if (table === undefined) throw new Error(`there is no table ${job.table}`);
  const inputs = inputsOf(table, job.seed);
  const samplerOf = samplerNamed(job.planted);
  const statistics = statisticsOf(table);
  const counts = statistics.map(({ weights }) => new Float64Array(weights.length));
  const waiting: Outcome[][] = statistics.map(() => []);
  const hash = createHash('sha256');
  let recomputed = 0;
  for (let index = job.from; index < job.to; index++) {
    const fixed = inputs(index);
    const key = fastKey(fixed);
    const outcome = outcomeBy(samplerOf(key, index), fixed.lock);
    hash.update(ticketsOf(outcome));
    if (job.planted === null && index % RECOMPUTE_EVERY === 0) {
      requireSame(fixed, key, outcome);
      recomputed += 1;
    }
    for (const [at, { run, bin }] of statistics.entries()) {
      const row = waiting[at] ?? [];
      if (row.push(outcome) < run) continue;
      const into = bin(row);
      row.length = 0;
      if (into !== null) count(counts[at], into, statistics[at]?.name ?? '');
    }
  }
  return { table: job.table, counts, recomputed, digest: hash.digest('hex') };
}

function samplerNamed(planted: string | null): SamplerOf {
  if (planted === null) return HONEST;
  const make = PLANTED.get(planted);
  if (make === undefined) throw new Error(`no planted sampler is called ${planted}`);
  return make();
}

function count(counts: Float64Array | undefined, bin: number, name: string): void {
  if (counts === undefined || !(bin >= 0 && bin < counts.length)) throw new Error(`${name}: there is no bin ${bin}`);
  counts[bin] = (counts[bin] ?? 0) + 1;
}

function ticketsOf(outcome: Outcome): string {
  if ('rolls' in outcome) return `${outcome.rolls.map((roll) => roll.ticket).join(' ')} ${outcome.winnerTeam} `;
  return 'ticket' in outcome ? `${outcome.ticket} ` : `${canon(outcome)} `;
}

/** The same inputs through `deriveKey` and `outcomeOf`, as server, browser and command do it. */
function requireSame(fixed: FixedInputs, key: Uint8Array, outcome: Outcome): void {
  const slow = deriveKey(fixed);
  const difference =
    firstDifference(canon(fixed.lock), fixed.lockText, 'lock') ??
    firstDifference(Buffer.from(slow).toString('hex'), Buffer.from(key).toString('hex'), 'key') ??
    firstDifference(outcomeOf(slow, fixed.lock), outcome, 'outcome');
  if (difference !== null) throw new Error(`${fixed.lock.roundId}: the fast derivation differs: ${difference}`);
}

/** Jobs for `perGame` outcomes of each game, split among tables by share, `most` (a multiple of every run) per job. */
export function jobsFor(perGame: number, most: number, over: Pick<Job, 'seed' | 'planted'>): Job[] {
  return TABLES.flatMap(({ share }, table) => {
    const all = Math.round(perGame * share);
    return Array.from({ length: Math.ceil(all / most) }, (_, i) => ({
      ...over,
      table,
      from: i * most,
      to: Math.min(all, (i + 1) * most),
    }));
  });
}

/** Adds up the counts of jobs, per table. */
export class Tally {
  readonly #counts = TABLES.map((table) => statisticsOf(table).map(({ weights }) => new Float64Array(weights.length)));

  add({ table, counts }: JobResult): void {
    for (const [at, more] of counts.entries()) {
      const sum = this.#counts[table]?.[at];
      for (const [bin, n] of more.entries()) if (sum) sum[bin] = (sum[bin] ?? 0) + n;
    }
  }

  of(table: number, statistic: number): Float64Array {
    return this.#counts[table]?.[statistic] ?? new Float64Array();
  }
}
