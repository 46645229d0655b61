/**
 * `npx tsx bench/cells.ts`: a simulation of 1,000,000 watchers and 5,000 stakes a second over cells, each a whole Fairpot (docs/scale.md). Service times
 * are those that the other benches measured. One cell loses a node, another one its database for eight seconds. The result follows from the seed alone.
 * Exit 1 when the p99 of an undisturbed cell is above its limit.
 *
 * Options: --watchers 1000000 --stakes 5000 --cells 10 --watchers-per-node 5000 --cores 8 (of a database) --seconds 40 --seed 1
 */
import { parseArgs } from 'node:util';
import { simulateCell, type CellPlan, type CellResult, type ServiceTimes } from './lib/cells/simulate.ts';
import { percentile, say } from './lib/figures.ts';
import { report } from './lib/report.ts';

const { values: given } = parseArgs({
  options: {
    watchers: { type: 'string', default: '1000000' },
    stakes: { type: 'string', default: '5000' },
    cells: { type: 'string', default: '10' },
    'watchers-per-node': { type: 'string', default: '5000' },
    cores: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});
const cells = Number(given.cells);
const STAKE_WITHIN_MS = 100;
const SEEN_WITHIN_MS = 200;

/** From docs/performance.md: stakes, what a stake costs, chat and frames, fan-out. */
const MEASURED: ServiceTimes = {
  stakeServerMs: 0.62,
  // The settlement of a round, half of it for each of its two stakes, is work of the same cores.
  stakeDatabaseMs: 0.55 + 0.6 / 2,
  frameMs: 0.008,
  factsMs: 2,
  connectMs: 0.6,
  commitMs: 2,
};

const watchers = Number(given.watchers) / cells;
const nodes = Math.ceil(watchers / Number(given['watchers-per-node']));
const plan: CellPlan = {
  watchers,
  stakesPerSecond: Number(given.stakes) / cells,
  nodes,
  databaseCores: Number(given.cores),
  seconds: Number(given.seconds),
};
const DISTURBED: readonly [what: string, more: Partial<CellPlan>][] = [
  ['a node ends at 10 s', { nodeEndsAt: 10_000 }],
  ['the database is away from 10 s to 18 s', { databaseAway: [10_000, 18_000] }],
];

function line({ accepted, refused, stakeMs, factMs, nodeBusy, databaseBusy }: CellResult): string {
  const at = (values: readonly number[], share: number) => percentile(values, share).toFixed(0);
  return (
    `${accepted} stakes, ${refused} refused, p50 ${at(stakeMs, 0.5)} ms, p99 ${at(stakeMs, 0.99)} ms; facts p50 ` +
    `${at(factMs, 0.5)} ms, p99 ${at(factMs, 0.99)} ms; busy: node ${(100 * nodeBusy).toFixed(0)}%, ` +
    `database ${(100 * databaseBusy).toFixed(0)}%`
  );
}

say(
  `${cells} cells, each with ${plan.stakesPerSecond} stakes a second, ${watchers} watchers on ${nodes} nodes, and a ` +
    `database of ${plan.databaseCores} cores`,
);
const stakes: number[] = [];
const facts: number[] = [];
for (let cell = 0; cell < cells; cell += 1) {
  const [what, more] = DISTURBED[cell] ?? ['', {}];
  const result = simulateCell({ ...plan, ...more }, MEASURED, Number(given.seed) * 1_000 + cell);
  say(`cell ${cell + 1}: ${line(result)}${what === '' ? '' : ` (${what})`}`);
  if (what !== '') continue;
  stakes.push(percentile(result.stakeMs, 0.99));
  facts.push(percentile(result.factMs, 0.99));
}
const [stakeMs, factMs] = [Math.max(...stakes), Math.max(...facts)];
report({
  work: `simulation: ${given.stakes} stakes/s over ${cells} cells`,
  ours: `p99 ${stakeMs.toFixed(0)} ms`,
  limit: `${STAKE_WITHIN_MS} ms`,
  ratio: STAKE_WITHIN_MS / stakeMs,
});
report({
  work: `simulation: facts to ${given.watchers} watchers`,
  ours: `p99 ${factMs.toFixed(0)} ms`,
  limit: `${SEEN_WITHIN_MS} ms`,
  ratio: SEEN_WITHIN_MS / factMs,
});
process.exitCode = stakeMs <= STAKE_WITHIN_MS && factMs <= SEEN_WITHIN_MS ? 0 : 1;
