/**
 * `npx tsx bench/growth.ts`: the same site with 10,000, 1,000,000 and, if asked for, more rounds. The rounds are really played ones, copied by SQL with
 * all their rows. At each size: p50 and p99 of what players, staff and the site itself do, and the pages that the database reads for it, as ratios to the
 * first size; bytes a round by table and index; and bytes of write-ahead log a round that is played. Statements run in this process, through the
 * product's own runner. Exit 1 when something reads more than 1.5 times as many pages and 400 more: time depends on what else the
 * machine does, pages do not.
 *
 * Options: --sizes 10000,1000000 --asks 300 --games 150. Ten million rounds need 112 GB below the system's temporary folder,
 * or 16 GB on a file system that compresses.
 */
import { parseArgs } from 'node:util';
import { sql } from '../server/src/platform/database/sql.ts';
import { load, percentile, say } from './lib/figures.ts';
import { casesOf, planRounds, playGames, prepareSite, settleAll, type GrowthSite } from './lib/growth/cases.ts';
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
/** An index of a hundred times as many rows is one page deeper, so a look-up reads four pages instead of three. */
const MAX_PAGES = 1.5;
/**
 * Below these differences it is not growth: a page of a list that was not full before, a tree of hashes that is higher, rows of one list that lay side by
 * side (read as one page) and lie apart later (page 1,000 of a player's movements reads 350 rows).
 */
const MIN_PAGES = 400;
const MIN_MS = 1;
const MAX_TIME = 1.2;
const ROUND = 'a round: create, join, settle';
/** Of the site's pool (lib/site.ts). */
const CONNECTIONS = 8;
const SHOWN = 12;

interface Measured {
  /** Milliseconds by kind of work. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** Pages read each time, by kind of work. */
  readonly pages: ReadonlyMap<string, number>;
}

async function main(): Promise<boolean> {
  const site = await startSite({ nodes: 1, profiles: null });
  try {
    const ready = await prepareSite(site);
    await site.stopNodes();
    await settleAll(site, () => undefined);
    let first: Measured | null = null;
    let last: Measured = { times: new Map(), pages: new Map() };
    for (const [at, size] of sizes.entries()) {
      const began = performance.now();
      await grow({ url: site.url, deps: site.inside.deps, playerId: ready.player.id }, sizes[at - 1] ?? 0, size);
      say(`${size} rounds, loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s; load ${load()}`);
      await printSizes(ready, size);
      last = await measure(ready, size);
      first ??= last;
      printMeasured(last, first);
    }
    return judgeGrowth(last, first ?? last);
  } finally {
    await site.stop();
  }
}

/** Each kind of work after a tenth that is not counted. The last one is whole rounds: create, join and settle. */
async function measure(site: GrowthSite, rounds: number): Promise<Measured> {
  const times = new Map<string, number[]>();
  const pages = new Map<string, number>();
  const note = (name: string, ms: number) => void times.set(name, [...(times.get(name) ?? []), ms]);
  for (const [name, work] of Object.entries(await casesOf(site, rounds))) {
    for (let n = 0; n < asks / 10; n += 1) await work(asks + n);
    const before = await pagesRead(site);
    for (let n = 0; n < asks; n += 1) {
      const began = performance.now();
      await work(n);
      note(name, performance.now() - began);
    }
    pages.set(name, ((await pagesRead(site)) - before) / asks);
  }
  await playGames(site, await planRounds(site, 20), () => undefined);
  const games = await planRounds(site, Number(given.games));
  await site.site.db.run(sql`checkpoint`);
  const [pagesBefore, walBefore] = [await pagesRead(site), await walBytes(site)];
  await playGames(site, games, note);
  const wal = ((await walBytes(site)) - walBefore) / games.length;
  pages.set(ROUND, ((await pagesRead(site)) - pagesBefore) / games.length);
  say(`  write-ahead log, after a checkpoint: ${(wal / 1_000).toFixed(1)} KB a round; load ${load()}`);
  return { times, pages };
}

async function walBytes({ site }: GrowthSite): Promise<number> {
  const { bytes } = await site.db.one<{ bytes: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`);
  return bytes;
}

/**
 * Pages that statements read so far, from memory or disk: unlike time, another process does not change them. Of client backends alone: autovacuum reads
 * whole tables after a load, at any moment. PostgreSQL 18 counts so.
 */
async function pagesRead({ site }: GrowthSite): Promise<number> {
  // Each connection reports its own, at the end of this statement; all of them are busy with it at once.
  const report = () => site.db.many(sql`select pg_stat_force_next_flush(), pg_sleep(0.2)`);
  await Promise.all(Array.from({ length: CONNECTIONS }, report));
  const { pages } = await site.db.one<{ pages: number }>(sql`
    select sum(hits + read_bytes / current_setting('block_size')::integer)::float8 as pages from pg_stat_io
    where backend_type = 'client backend' and object = 'relation'`);
  return pages;
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

/** Prints what was measured at a size, beside the first size. */
function printMeasured(now: Measured, first: Measured): void {
  say(`  p50 / p99 in ms and their ratio to ${sizes[0]} rounds; pages read, and their ratio:`);
  for (const [name, values] of now.times) {
    const grown = [0.5, 0.99].map((share) => timeRatio(now, first, name, share).toFixed(2)).join(' / ');
    const times = `${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.99).toFixed(2)} (${grown})`;
    say(`    ${name}: ${times}${now.pages.has(name) ? `; ${pagesLine(now, first, name)}` : ''}`);
  }
  say(`    ${ROUND}: ${pagesLine(now, first, ROUND)}`);
}

function pagesLine(now: Measured, first: Measured, name: string): string {
  return `${(now.pages.get(name) ?? 0).toFixed(0)} pages (${pagesRatio(now, first, name).toFixed(2)})`;
}

function pagesRatio(now: Measured, first: Measured, name: string): number {
  return (now.pages.get(name) ?? 0) / (first.pages.get(name) ?? 1);
}

function timeRatio(now: Measured, first: Measured, name: string, share: number): number {
  return percentile(now.times.get(name) ?? [], share) / percentile(first.times.get(name) ?? [], share);
}

/** True when nothing reads more at the last size than deeper indexes explain. */
function judgeGrowth(now: Measured, first: Measured): boolean {
  const pages = worstOf([...now.pages.keys()], (name) => {
    const [before = 0, after = 0] = [first.pages.get(name), now.pages.get(name)];
    return after - before > MIN_PAGES ? pagesRatio(now, first, name) : 1;
  });
  const times = worstOf([...now.times.keys()], (name) => {
    const [before, after] = [first, now].map(({ times }) => percentile(times.get(name) ?? [], 0.5));
    return (after ?? 0) - (before ?? 0) > MIN_MS ? timeRatio(now, first, name, 0.5) : 1;
  });
  for (const [what, worst, most] of [
    ['pages', pages, MAX_PAGES],
    ['p50', times, MAX_TIME],
  ] as const)
    report({
      work: `growth to ${sizes.at(-1)} rounds, worst ${what}`,
      ours: worst.ratio === 1 ? 'none grows' : `${worst.name}: ${worst.ratio.toFixed(2)} times`,
      limit: `${most} times ${sizes[0]} rounds`,
      ratio: most / worst.ratio,
    });
  return pages.ratio <= MAX_PAGES;
}

interface Worst {
  readonly name: string;
  readonly ratio: number;
}

function worstOf(names: readonly string[], ratioOf: (name: string) => number): Worst {
  return names
    .map((name) => ({ name, ratio: ratioOf(name) }))
    .reduce((worst, each) => (each.ratio > worst.ratio ? each : worst), { name: '', ratio: 1 });
}

// Not only the exit code: the sweep that follows the beacon would wait for its next output.
process.exit((await main()) ? 0 : 1);
