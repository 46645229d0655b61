/**
 * `npx tsx bench/economy.ts`: players who think. Attackers of prices and rates play thirty simulated days with $10,000 each, over 1,000
 * seeds, through the product's own rules, and through those before decisions 0054 and 0057. Prints what each wins, mean and 95th percentile.
 * Exit 1 when one that is not named as left wins more than 0.1% of its budget on average.
 *
 * Options: --seeds 1000
 */
import { parseArgs } from 'node:util';
import { ATTACKERS } from './lib/economy/attackers.ts';
import { BUDGET } from './lib/economy/item-attackers.ts';
import { percentile, say } from './lib/figures.ts';

const { values: given } = parseArgs({ options: { seeds: { type: 'string', default: '1000' } } });
const seeds = Array.from({ length: Number(given.seeds) }, (_, n) => n + 1);
const MOST = BUDGET / 1_000;

const usd = (of: number) => `$${(of / 100).toFixed(2)}`;
const meanAndTail = (profits: readonly number[]) => `${usd(mean(profits))} (${usd(percentile(profits, 0.95))})`;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

say(`${seeds.length} seeds, thirty days, ${usd(BUDGET)} each: mean profit (95th percentile)`);
let isHeld = true;
for (const { name, before, today, left } of ATTACKERS) {
  const now = seeds.map(today);
  const isOver = mean(now) > MOST;
  isHeld &&= !isOver || left !== undefined;
  const verdict = isOver ? (left === undefined ? 'OVER' : 'left') : 'ok  ';
  say(`${verdict} ${name}: before ${meanAndTail(seeds.map(before))}, today ${meanAndTail(now)}`);
  if (isOver && left !== undefined) say(`     ${left}`);
}
process.exitCode = isHeld ? 0 : 1;
