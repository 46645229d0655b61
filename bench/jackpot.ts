/**
 * `npx tsx bench/jackpot.ts`: accepted joins to one hot round (over HTTP with sessions) per pgbench simple-update transaction, on the same PostgreSQL
 * in the same run. Interleaved, medians; see README.md for how to read it.
 *
 * Options: --seconds 4 --rounds 3 --joins 900 --connections 48 --nodes 1.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { JACKPOT_MAX_ENTRIES } from '@fairpot/contract/jackpot/calls';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import type { JoinPlan, JoinResult } from './jackpot-load.ts';
import { load, median, percentile, say } from './lib/figures.ts';
import { makePlayers, planGames, type Stake } from './lib/players.ts';
import { requireInvariants, runLoad } from './lib/load-process.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { watch, type Spectator } from './lib/spectator.ts';
import { pgbench, prepareTpcb, requirePgbench } from './lib/tpcb.ts';

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    joins: { type: 'string', default: '900' },
    connections: { type: 'string', default: '48' },
    nodes: { type: 'string', default: '1' },
  },
});
const seconds = Number(given.seconds);
const rounds = Number(given.rounds);
const joins = Number(given.joins);
const connections = Number(given.connections);
const PLAYERS = 96;
/** The demo's bots join too: the round must have room for them. */
const MAX_JOINS = JACKPOT_MAX_ENTRIES - 50;
/** A countdown, its extensions, the beacon, and the next opening. */
const NEXT_ROUND_WITHIN_MS = 240_000;
/** Facts arrive after the answers. */
const TOLD_WITHIN_MS = 20_000;

interface Round {
  readonly tps: number;
  readonly joinsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<void> {
  requirePgbench();
  if (joins > MAX_JOINS) throw new Error(`a round has room for ${MAX_JOINS} joins besides the bots'`);
  const site = await startSite({ nodes: Number(given.nodes), profiles: null });
  try {
    await measure(site);
  } finally {
    await site.stop();
  }
}

async function measure(site: BenchSite): Promise<void> {
  const { version } = await site.db.one<{ version: string }>(sql`select current_setting('server_version') as version`);
  say(
    `PostgreSQL ${version}, Node ${process.version}, ${cpus().length} cores, load ${load()}; ${given.nodes} node(s), ` +
      `${connections} connections, ${rounds} rounds of ${joins} joins, pgbench ${seconds} s each`,
  );
  await prepareTpcb(site.besideUrl);
  const { runner } = site.inside;
  const players = await makePlayers(runner, PLAYERS);
  const spectator = await watch(site.ports[0] ?? 0, 'jackpot');
  const results: Round[] = [];
  let accepted = 0;
  for (let n = 1; n <= rounds; n++) {
    const games = await planGames(runner, players, Math.ceil(joins / 2));
    const stakes = games.flatMap(({ creator, joiner }) => [creator, joiner]).slice(0, joins);
    await site.db.run(sql`analyze`);
    await site.db.run(sql`checkpoint`);
    const tps = await pgbench(site.besideUrl, seconds, 'simple-update');
    await site.db.run(sql`checkpoint`);
    await freshRound(site.db);
    const before = site.cpu();
    const played = await joinAll(site, stakes);
    const after = site.cpu();
    accepted += played.accepted;
    const result = roundOf(tps, played);
    results.push(result);
    const each = (of: 'server' | 'database') => ((after[of] - before[of]) / played.accepted).toFixed(2);
    const transactions = await transactionsOf(site.db, played.rounds);
    say(`round ${n}: ${line(result)}; ${transactions} transactions; load ${load()}`);
    say(`  processor time: a join ${each('server')} ms server + ${each('database')} ms database`);
  }
  await check(site, accepted, spectator);
  spectator.close();
  const middle = (of: (round: Round) => number) => median(results.map(of));
  const medians = {
    tps: middle((r) => r.tps),
    joinsPerSecond: middle((r) => r.joinsPerSecond),
    p50: middle((r) => r.p50),
    p99: middle((r) => r.p99),
  };
  say(`medians: ${line(medians)}`);
  report({
    work: 'joins to one hot round',
    ours: `${medians.joinsPerSecond.toFixed(0)} joins/s, p99 ${medians.p99.toFixed(0)} ms`,
    limit: `${medians.tps.toFixed(0)} simple updates/s`,
    ratio: middle((r) => r.joinsPerSecond / r.tps),
  });
}

function roundOf(tps: number, { accepted, ms, latencies }: JoinResult): Round {
  const joinsPerSecond = (1_000 * accepted) / ms;
  return { tps, joinsPerSecond, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

function line({ tps, joinsPerSecond, p50, p99 }: Round): string {
  const ratio = (joinsPerSecond / tps).toFixed(2);
  return (
    `simple-update ${tps.toFixed(0)} tps, joins ${joinsPerSecond.toFixed(0)} a second (${ratio}), ` +
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  );
}

/** Waits for an open round that none of the bench's players has joined. */
async function freshRound(db: Db): Promise<void> {
  const until = performance.now() + NEXT_ROUND_WITHIN_MS;
  while (performance.now() < until) {
    const fresh = await db.maybe(sql`
      select 1 from rounds r where r.game = 'jackpot' and r.phase = 'open' and not exists (
        select 1 from entries e join players p on p.id = e.player_id and not p.is_fake where e.round_id = r.id)
        and not exists (select 1 from jackpot_rounds j where j.round_id = r.id and j.deadline_at is not null)`);
    if (fresh !== undefined) return;
    await pause(100);
  }
  throw new Error('no fresh round was opened in time');
}

/** Runs the load in its own process. Throws when a join was refused, or went into another round. */
async function joinAll(site: BenchSite, stakes: readonly Stake[]): Promise<JoinResult> {
  const plan: JoinPlan = { ports: site.ports, connections, joins: stakes };
  const result = await runLoad<JoinResult>('jackpot-load.ts', plan);
  if (result.rounds.length !== 1) throw new Error(`${result.rounds.length} rounds were joined instead of one`);
  return result;
}

/** The number of transactions that wrote the entries of these rounds. */
async function transactionsOf(db: Db, ids: readonly string[]): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(distinct xid::text) as n from facts where subject = any(${ids}::text[]) and type = 'jackpot.entered'`);
  return n;
}

/** Every accepted join is a row and was published, and every invariant of the product holds. */
async function check(site: BenchSite, accepted: number, { seen }: Spectator): Promise<void> {
  const { entries } = await site.db.one<{ entries: number }>(sql`
    select count(*) as entries from entries e join players p on p.id = e.player_id and not p.is_fake
      join rounds r on r.id = e.round_id and r.game = 'jackpot'`);
  if (entries !== accepted) throw new Error(`${accepted} joins were accepted but ${entries} rows exist`);
  const until = performance.now() + TOLD_WITHIN_MS;
  while (seen() < accepted && performance.now() < until) await pause(50);
  const facts = seen();
  if (facts < accepted) throw new Error(`${accepted} joins were accepted but only ${facts} facts were published`);
  await requireInvariants(site);
  say(`${accepted} accepted joins are ${entries} rows, ${facts} facts were published, every invariant holds`);
}

await main();
