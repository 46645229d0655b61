/**
 * `npx tsx bench/economy.ts`: players who think. Attackers of prices, rates, fees, levels and promo codes play thirty simulated days with
 * $10,000 each, over 1,000 seeds, through the product's own rules, and through those before decisions 0029, 0057 and 0059. Prints what each
 * wins, mean and 95th percentile. Exit 1 when one that is not named as left wins more than 0.1% of its budget on average.
 *
 * Options: --seeds 1000
 */
import { parseArgs } from 'node:util';
import { ATTACKERS } from './lib/economy/attackers.ts';
import { BUDGET } from './lib/economy/item-attackers.ts';
import { percentile, say } from './lib/figures.ts';
import { report } from './lib/report.ts';

const { values: given } = parseArgs({ options: { seeds: { type: 'string', default: '1000' } } });
const SEEDS = Number(given.seeds);
const MAX = BUDGET / 1_000;

const usd = (of: number) => `${of < 0 ? '-' : ''}$${(Math.abs(of) / 100).toFixed(2)}`;
const meanAndTail = (profits: readonly number[]) => `${usd(mean(profits))} (${usd(percentile(profits, 0.95))})`;

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

say(`${SEEDS} seeds, thirty days, ${usd(BUDGET)} each: mean profit (95th percentile)`);
const played = ATTACKERS.map((attacker) => ({
  attacker,
  before: [] as number[],
  today: [] as number[],
  missed: [] as number[],
}));
// Seed by seed: the attackers of a seed share its market.
for (let seed = 1; seed <= SEEDS; seed++) {
  for (const { attacker, before, today, missed } of played) {
    before.push(attacker.before(seed));
    today.push(attacker.today(seed));
    if (attacker.missed !== undefined) missed.push(attacker.missed(seed));
  }
}
for (const { attacker, before, today, missed } of played) {
  const { name, left } = attacker;
  const isOver = mean(today) > MAX;
  const verdict = isOver ? (left === undefined ? 'OVER' : 'left') : 'ok  ';
  say(`${verdict} ${name}: before ${meanAndTail(before)}, today ${meanAndTail(today)}`);
  if (missed.length > 0) say(`     fees short of their rate: ${meanAndTail(missed)}`);
  if (isOver && left !== undefined) say(`     ${left}`);
}
const held = played.filter(({ attacker, today }) => mean(today) <= MAX || attacker.left !== undefined).length;
report({
  work: 'attackers of prices and fees held',
  ours: `${held} attackers`,
  limit: `${played.length}`,
  ratio: held / played.length,
});
process.exitCode = held === played.length ? 0 : 1;
