/**
 * The counts of each table's outcomes, with exact expectations. A statistic sorts an outcome, or a run of neighbouring ones (serial tests), into
 * bins; under the protocol bin b has probability weights[b] / sum of weights.
 *
 * Invariant: weights are integers, so that an expected count n * w / W is exact and nothing is estimated from the data.
 */
import type { CasebattleOutcome } from '@fairpot/fairness/games/casebattle';
import { sumOf } from '@fairpot/fairness/base/tickets';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Table } from './tables.ts';

export interface Statistic {
  readonly name: string;
  readonly weights: readonly number[];
  /** Consecutive outcomes in one observation: 1, or more for a serial test (they do not overlap). */
  readonly run: number;
  /** The bin of a run of outcomes; null when it does not count (a battle without a tie). */
  readonly bin: (outcomes: readonly Outcome[]) => number | null;
}

/** Cells per axis of the serial tests of two tickets. */
const GRID = 20;

const ones = (count: number): number[] => Array.from({ length: count }, () => 1);
const product = (a: readonly number[], b: readonly number[]): number[] => a.flatMap((x) => b.map((y) => x * y));

/** The statistics of a table, the same for every run. */
export function statisticsOf({ lock }: Table): Statistic[] {
  if (lock.game === 'casebattle') return battleStatistics(lock.entries.length, lock.cases);
  const cents = lock.entries.map((entry) => entry.cents);
  return ticketStatistics(cents, (outcome) => ('ticket' in outcome ? outcome.ticket : Number.NaN));
}

/** A game of one ticket: entry i owns `cents[i]` of them, in order. */
function ticketStatistics(cents: readonly number[], ticketOf: (outcome: Outcome) => number): Statistic[] {
  const total = sumOf(cents);
  const owner = (outcome: Outcome): number => ('winnerSide' in outcome ? outcome.winnerSide - 1 : winnerOf(outcome));
  const weights = cents.map(reduced(cents));
  const found: Statistic[] = [
    { name: 'who wins', weights, run: 1, bin: ([one]) => (one ? owner(one) : null) },
    ...edges(total, ([one]) => (one ? ticketOf(one) : Number.NaN)),
    serial('tickets of neighbours', total, (outcome) => ticketOf(outcome)),
  ];
  const few = cents.length === 2 || new Set(cents).size === 1;
  if (few)
    found.push({
      name: 'winners of neighbours',
      weights: product(weights, weights),
      run: 2,
      bin: ([a, b]) => (a && b ? owner(a) * cents.length + owner(b) : null),
    });
  return found;
}

/** Divides by the greatest common divisor, so that counts times weights stay exact. */
function reduced(cents: readonly number[]): (each: number) => number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  const most = cents.reduce(gcd);
  return (each) => each / most;
}

function winnerOf(outcome: Outcome): number {
  if (!('winnerEntry' in outcome)) throw new Error('not an outcome of a jackpot');
  return outcome.winnerEntry;
}

type TicketOfRun = (outcomes: readonly Outcome[]) => number;

/** Every ticket where there are few, its last bits where there are many; and the two ends, where an off-by-one shows. */
function edges(total: number, ticket: TicketOfRun): Statistic[] {
  const every: Statistic =
    total <= 10_000
      ? { name: 'each ticket', weights: ones(total), run: 1, bin: ticket }
      : { name: 'last three bits', weights: ones(8), run: 1, bin: (run) => ticket(run) % 8 };
  if (total > 10_000) return [every];
  const end = (name: string, which: number): Statistic => ({
    name,
    weights: [1, total - 1],
    run: 1,
    bin: (run) => (ticket(run) === which ? 0 : 1),
  });
  return [every, end('the first ticket', 0), end('the last ticket', total - 1)];
}

/** Two neighbouring outcomes on a grid of equal cells. */
function serial(name: string, total: number, ticketOf: (outcome: Outcome) => number): Statistic {
  const cell = cellOf(total);
  const bin = ([a, b]: readonly Outcome[]) => (a && b ? cell(ticketOf(a)) * GRID + cell(ticketOf(b)) : null);
  return { name, weights: ones(GRID * GRID), run: 2, bin };
}

function cellOf(total: number): (ticket: number) => number {
  if (total % GRID !== 0) throw new Error(`${total} tickets do not fall into ${GRID} equal cells`);
  return (ticket) => Math.floor(ticket / (total / GRID));
}

const battle = (outcome: Outcome | undefined): CasebattleOutcome => {
  if (outcome === undefined || !('rolls' in outcome)) throw new Error('not an outcome of a battle');
  return outcome;
};

function battleStatistics(
  seats: number,
  cases: readonly { readonly weights: readonly number[]; readonly cents: readonly number[] }[],
): Statistic[] {
  const [first] = cases;
  if (first === undefined) throw new Error('a battle without cases');
  if (new Set(first.cents).size === 1) return [tieStatistic(seats)];
  const total = sumOf(first.weights);
  const roll = (outcome: Outcome | undefined, at: number) => battle(outcome).rolls[at] ?? { ticket: NaN, item: NaN };
  const cell = cellOf(total);
  /** Rolls of a battle that must be independent: two seats of a case, two cases of a seat. */
  const joint = (name: string, a: number, b: number): Statistic => ({
    name,
    weights: ones(GRID * GRID),
    run: 1,
    bin: ([one]) => cell(roll(one, a).ticket) * GRID + cell(roll(one, b).ticket),
  });
  const found: Statistic[] = [
    { name: 'the first seat’s drops', weights: first.weights, run: 1, bin: ([one]) => roll(one, 0).item },
    {
      name: 'the last roll’s drops',
      weights: first.weights,
      run: 1,
      bin: ([one]) => battle(one).rolls.at(-1)?.item ?? null,
    },
    { name: 'the winning team', weights: [1, 1], run: 1, bin: ([one]) => battle(one).winnerTeam },
    {
      name: 'the draw of a tie',
      weights: [1, 1],
      run: 1,
      bin: ([one]) => (battle(one).tied.length === 2 ? battle(one).winnerTeam : null),
    },
    joint('two seats of a case', 0, 1),
  ];
  if (cases.length > 1) return [...found, joint('two cases of a seat', 0, seats)];
  return [
    ...found,
    ...edges(total, ([one]) => roll(one, 0).ticket),
    serial('tickets of neighbours', total, (one) => roll(one, 0).ticket),
  ];
}

/** All teams tied, always: each must be drawn equally often. */
function tieStatistic(teams: number): Statistic {
  return { name: 'the draw of a tie', weights: ones(teams), run: 1, bin: ([one]) => battle(one).winnerTeam };
}
