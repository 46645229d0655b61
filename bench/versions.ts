/**
 * `npx tsx bench/versions.ts --against <checkout>`: runs `bench/stakes.ts` of another checkout and of this one in turns, so that both get the same
 * machine. The last line is the ratio of the two versions' stakes per TPC-B transaction, medians of the turns.
 *
 * Options: --times 3 --seconds 8. The other checkout needs its dependencies (`npm ci`) and a bench of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { root } from '../scripts/processes.ts';
import { load, median, say } from './lib/figures.ts';

const { values: given } = parseArgs({
  options: {
    against: { type: 'string' },
    times: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
  },
});
const { against } = given;
if (against === undefined) throw new Error('--against names the folder of the other checkout');

const FIGURES = /TPC-B (\d+) tps, stakes (\d+) a second/;
const COSTS = /a stake ([\d.]+) ms server \+ ([\d.]+) ms database, TPC-B ([\d.]+) ms/;

interface Turn {
  /** Accepted stakes per TPC-B transaction. */
  readonly ratio: number;
  /** CPU time of a stake, server and database, per that of a TPC-B transaction. */
  readonly cost: number;
}

async function turn(cwd: string): Promise<Turn> {
  const args = ['--import', 'tsx', 'bench/stakes.ts', '--rounds', '1', '--seconds', given.seconds];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  const [code] = (await once(child, 'close')) as [number | null];
  const round = said.slice(said.indexOf('round 1:'));
  const [, tps, stakes] = FIGURES.exec(round) ?? [];
  const [, server, database, tpcb] = COSTS.exec(round) ?? [];
  if (code !== 0 || tpcb === undefined) throw new Error(`${cwd}: the bench ended with ${code}\n${said}`);
  return { ratio: Number(stakes) / Number(tps), cost: (Number(server) + Number(database)) / Number(tpcb) };
}

const figures = ({ ratio, cost }: Turn) =>
  `${ratio.toFixed(2)} stakes per TPC-B, ${cost.toFixed(1)} times its processor time`;
const versions = [
  { name: 'the other', cwd: against, turns: [] as Turn[] },
  { name: 'this one', cwd: root, turns: [] as Turn[] },
];
for (let time = 1; time <= Number(given.times); time++)
  for (const { name, cwd, turns } of versions) {
    const played = await turn(cwd);
    turns.push(played);
    say(`${time}. ${name}: ${figures(played)}; load ${load()}`);
  }
const [other, mine] = versions.map(({ turns }) => ({
  ratio: median(turns.map((each) => each.ratio)),
  cost: median(turns.map((each) => each.cost)),
}));
if (other !== undefined && mine !== undefined) {
  say(`medians: the other ${figures(other)}; this one ${figures(mine)}`);
  say(`this one to the other: ${(mine.ratio / other.ratio).toFixed(2)}`);
}
