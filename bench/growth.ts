/**
 * `npx tsx bench/growth.ts`: the same site with 10,000, 1,000,000 and, if asked for, more rounds. The rounds are really played ones, copied by SQL with
 * all their rows. At each size: p50 and p99 of what players, staff and the site itself do, as the ratio to the first size; bytes a round by table and
 * index; and bytes of write-ahead log a round that is played. Statements run in this process, through the product's own runner. Exit 1 when a p99 grows
 * beyond 1.2 times the first size and by more than a millisecond.
 *
 * Options: --sizes 10000,1000000 --asks 300 --games 150. Ten million rounds need 60 GB of disk below the system's temporary folder.
 */
import { parseArgs } from 'node:util';
import { sql } from '../server/src/platform/database/sql.ts';
import { load, percentile, say } from './lib/figures.ts';
import { casesOf, playGames, prepareSite, type GrowthSite } from './lib/growth/cases.ts';
import { grow, indexSizes, tableSizes } from './lib/growth/history.ts';
import { report } from './lib/report.ts';
import { startSite } from './lib/site.ts';

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    asks: { type: 'string', default: '300' },
    games: { type: 'string', default: '150' },
  },
});
const sizes = given.sizes.split(',').map(Number);
const asks = Number(given.asks);
const MOST = 1.2;
/** Below this difference a ratio is the machine's noise. */
const LEAST_MS = 1;
const SHOWN = 12;

type Times = ReadonlyMap<string, readonly number[]>;

async function main(): Promise<boolean> {
  const site = await startSite({ nodes: 1, profiles: null });
  try {
    const ready = await prepareSite(site);
    await site.stopNodes();
    let first: Times | null = null;
    let last: Times = new Map();
    for (const [at, size] of sizes.entries()) {
      const began = performance.now();
      await grow({ url: site.url, deps: site.inside.deps, playerId: ready.player.id }, sizes[at - 1] ?? 0, size);
      say(`${size} rounds, loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s; load ${load()}`);
      await printSizes(ready, size);
      last = await measure(ready, size);
      first ??= last;
      printTimes(last, first);
    }
    return judgeGrowth(last, first ?? last);
  } finally {
    await site.stop();
  }
}

/** Milliseconds of each kind of work, in turns, after a tenth that is not counted. */
async function measure(site: GrowthSite, rounds: number): Promise<Times> {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => void times.set(name, [...(times.get(name) ?? []), ms]);
  const cases = await casesOf(site, rounds);
  for (let n = -Math.ceil(asks / 10); n < asks; n += 1)
    for (const [name, work] of Object.entries(cases)) {
      const began = performance.now();
      await work(Math.abs(n));
      if (n >= 0) note(name, performance.now() - began);
    }
  await playGames(site, 20, () => undefined);
  const before = await walPlace(site);
  await playGames(site, Number(given.games), note);
  const wal = (await walPlace(site)) - before;
  say(`  write-ahead log: ${(wal / Number(given.games) / 1_000).toFixed(1)} KB a round, load ${load()}`);
  return times;
}

async function walPlace({ site }: GrowthSite): Promise<number> {
  const { place } = await site.db.one<{ place: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as place`);
  return place;
}

async function printSizes({ site }: GrowthSite, rounds: number): Promise<void> {
  const tables = await tableSizes(site.db);
  const sum = (of: (table: (typeof tables)[number]) => number) => tables.reduce((all, each) => all + of(each), 0);
  const perRound = (bytes: number) => (bytes / rounds).toFixed(0);
  const [data, index] = [perRound(sum((t) => t.tableBytes)), perRound(sum((t) => t.indexBytes))];
  say(`  bytes a round: ${data} of tables, ${index} of indexes`);
  for (const { table, rows, tableBytes, indexBytes } of tables.slice(0, SHOWN))
    say(`    ${table}: ${(rows / rounds).toFixed(2)} rows, ${perRound(tableBytes)} + ${perRound(indexBytes)} bytes`);
  const indexes = await indexSizes(site.db);
  say(
    `    indexes: ${indexes
      .slice(0, SHOWN)
      .map(({ index, bytes }) => `${index} ${perRound(bytes)}`)
      .join(', ')}`,
  );
}

/** Prints the times at a size, beside those of the first size. */
function printTimes(times: Times, first: Times): void {
  say(`  p50 / p99 in ms, and their ratio to ${sizes[0]} rounds:`);
  for (const [name, values] of times) {
    const grown = `${ratioOf(times, first, name, 0.5).toFixed(2)} / ${ratioOf(times, first, name, 0.99).toFixed(2)}`;
    say(`    ${name}: ${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.99).toFixed(2)} (${grown})`);
  }
}

function ratioOf(times: Times, first: Times, name: string, share: number): number {
  return percentile(times.get(name) ?? [], share) / percentile(first.get(name) ?? [], share);
}

/** True when nothing is slower at the last size than at the first. */
function judgeGrowth(times: Times, first: Times): boolean {
  const names = [...times.keys()];
  const slower = names.filter((name) => {
    const grownMs = percentile(times.get(name) ?? [], 0.99) - percentile(first.get(name) ?? [], 0.99);
    return ratioOf(times, first, name, 0.99) > MOST && grownMs > LEAST_MS;
  });
  const worst = Math.max(...names.map((name) => ratioOf(times, first, name, 0.5)));
  report({
    work: `growth to ${sizes.at(-1)} rounds, worst p50`,
    ours: `${worst.toFixed(2)} times`,
    limit: `${MOST} times ${sizes[0]} rounds`,
    ratio: MOST / worst,
  });
  if (slower.length > 0) say(`p99 is higher with more rounds: ${slower.join(', ')}`);
  return slower.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
