/**
 * `npx tsx bench/stakes.ts`: accepted stakes (create and join over HTTP with sessions) per pgbench TPC-B transaction, on the same PostgreSQL in the
 * same run. Interleaved, medians; see README.md for how to read it.
 *
 * Options: --seconds 8 --rounds 3 --connections 24 --nodes 1 --profiles <folder> (CPU profiles of the servers).
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import { load, median, percentile, say } from './lib/figures.ts';
import { playGames, requireInvariants } from './lib/load-process.ts';
import { makePlayers, planGames, type PlannedGame } from './lib/players.ts';
import { report } from './lib/report.ts';
import { functionTimes, startSite, type BenchSite } from './lib/site.ts';
import { watch } from './lib/spectator.ts';
import { prepareTpcb, requirePgbench, tpcb } from './lib/tpcb.ts';
import type { LoadResult } from './lib/load-process.ts';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '24' },
    nodes: { type: 'string', default: '1' },
    profiles: { type: 'string' },
  },
});
const seconds = Number(given.seconds);
const rounds = Number(given.rounds);
const connections = Number(given.connections);
/** One stake creates a round, a second one locks it. */
const GAME = 'coinflip';
const WARM_UP_SECONDS = 4;
const PLAYERS = 240;
/** Games are prepared for this many stakes a second; running out fails the run. */
const MAX_STAKES_PER_SECOND = 3_500;
const DRAIN_WITHIN_MS = 180_000;

interface Round {
  readonly tps: number;
  readonly stakesPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  requirePgbench();
  const site = await startSite({ nodes: Number(given.nodes), profiles: given.profiles ?? null });
  try {
    await measure(site);
  } finally {
    await site.stop();
  }
}

async function measure(site: BenchSite): Promise<void> {
  await describe(site.db);
  await prepareTpcb(site.besideUrl);
  const { runner } = site.inside;
  const players = await makePlayers(runner, PLAYERS);
  const spectator = await watch(site.ports[0] ?? 0, GAME);
  let games = await planGames(runner, players, (MAX_STAKES_PER_SECOND / 2) * WARM_UP_SECONDS);
  let accepted = (await stakes(site, games, WARM_UP_SECONDS)).accepted;
  await drained(site.db);
  const results: Round[] = [];
  for (let n = 1; n <= rounds; n++) {
    games = await planGames(runner, players, (MAX_STAKES_PER_SECOND / 2) * seconds);
    await settled(site.db);
    const start = site.cpu();
    const tps = await tpcb(site.besideUrl, seconds);
    const each = { tpcb: (site.cpu().database - start.database) / (tps * seconds), server: 0, database: 0 };
    await settled(site.db);
    const before = site.cpu();
    const played = await stakes(site, games, seconds);
    const after = site.cpu();
    each.server = (after.server - before.server) / played.accepted;
    each.database = (after.database - before.database) / played.accepted;
    accepted += played.accepted;
    const round = roundOf(tps, played);
    results.push(round);
    say(`round ${n}: ${line(round)}; load ${load()}`);
    say(
      `  processor time: a stake ${each.server.toFixed(2)} ms server + ${each.database.toFixed(2)} ms database, ` +
        `TPC-B ${each.tpcb.toFixed(2)} ms database`,
    );
    await drained(site.db);
  }
  if (given.profiles !== undefined) say((await functionTimes(site.db)).join('\n'));
  await check(site, accepted, spectator.seen());
  spectator.close();
  const stakesPerSecond = median(results.map((r) => r.stakesPerSecond));
  const middle = (of: (round: Round) => number) => median(results.map(of));
  const medians = { tps: middle((r) => r.tps), stakesPerSecond, p50: middle((r) => r.p50), p99: middle((r) => r.p99) };
  say(`medians: ${line(medians)}`);
  report({
    work: 'stakes (create and join)',
    ours: `${medians.stakesPerSecond.toFixed(0)} stakes/s, p99 ${medians.p99.toFixed(0)} ms`,
    limit: `${medians.tps.toFixed(0)} TPC-B/s`,
    ratio: middle((r) => r.stakesPerSecond / r.tps),
  });
}

async function describe(db: Db): Promise<void> {
  const { version } = await db.one<{ version: string }>(sql`select current_setting('server_version') as version`);
  say(
    `PostgreSQL ${version}, Node ${process.version}, ${cpus().length} cores, load ${load()}; ${given.nodes} node(s), ` +
      `${connections} connections, ${rounds} x ${seconds} s`,
  );
}

function roundOf(tps: number, played: LoadResult): Round {
  return {
    tps,
    stakesPerSecond: (1_000 * played.accepted) / played.ms,
    p50: percentile(played.latencies, 0.5),
    p99: percentile(played.latencies, 0.99),
  };
}

function line({ tps, stakesPerSecond, p50, p99 }: Round): string {
  const ratio = (stakesPerSecond / tps).toFixed(2);
  return (
    `TPC-B ${tps.toFixed(0)} tps, stakes ${stakesPerSecond.toFixed(0)} a second (${ratio}), ` +
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  );
}

function stakes(site: BenchSite, games: readonly PlannedGame[], forSeconds: number): Promise<LoadResult> {
  return playGames(site, { game: GAME, connections, seconds: forSeconds, games });
}

/** Fresh statistics and nothing left to write back, so that neither side pays for the previous one. */
async function settled(db: Db): Promise<void> {
  await db.run(sql`analyze`);
  await db.run(sql`checkpoint`);
}

/** Waits until every game of the bench is settled. */
async function drained(db: Db): Promise<void> {
  const until = performance.now() + DRAIN_WITHIN_MS;
  while (performance.now() < until) {
    const { waiting } = await db.one<{ waiting: number }>(sql`
      select count(*) as waiting from rounds r join entries e on e.round_id = r.id and e.no = 2
        join players p on p.id = e.player_id and not p.is_fake where r.phase = 'locked'`);
    if (waiting === 0) return;
    await pause(1_000);
  }
  throw new Error('games were not settled in time');
}

/** Every accepted stake is a row and was published, and every invariant of the product holds. */
async function check(site: BenchSite, accepted: number, facts: number): Promise<void> {
  const { entries } = await site.db.one<{ entries: number }>(sql`
    select count(*) as entries from entries e join players p on p.id = e.player_id and p.name like 'bench %'`);
  if (entries !== accepted) throw new Error(`${accepted} stakes were accepted but ${entries} rows exist`);
  // One fact per stake; the settlements' and the bots' come on top.
  if (facts < accepted) throw new Error(`${accepted} stakes were accepted but only ${facts} facts were published`);
  await requireInvariants(site);
  say(`${accepted} accepted stakes are ${entries} rows, ${facts} facts were published, every invariant holds`);
}

await main();
