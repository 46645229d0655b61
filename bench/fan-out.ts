/**
 * `npx tsx bench/fan-out.ts`: one node with 20,000 sockets. Measures the server's memory a socket; how long a fact takes from its commit to 5,000
 * sockets that watch one round of the jackpot, at 50 joins a second; and how long 10,000 sockets that are cut at once take to be back. The other
 * sockets are idle. Real server, real sockets, real joins. Exit 1 when a fact did not arrive or a socket was cut or refused.
 *
 * Options: --sockets 20000 --watchers 5000 --rate 50 --seconds 15 --storm 10000 --processes 2 (of sockets). A process opens at most as many files as
 * `ulimit -n` says, so the bench lowers --sockets to what that allows, and reports it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from '../server/src/platform/database/sql.ts';
import { load, percentile, say } from './lib/figures.ts';
import { makePlayers, planGames, type Stake } from './lib/players.ts';
import { delaysOf, startReaders, type ReaderPool } from './lib/reader-pool.ts';
import { report } from './lib/report.ts';
import { stakeRequest } from './lib/request.ts';
import { requireInvariants } from './lib/load-process.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { openWire } from './lib/wire.ts';
import type { ReadersReport } from './readers.ts';

const { values: given } = parseArgs({
  options: {
    sockets: { type: 'string', default: '20000' },
    watchers: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '15' },
    storm: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '2' },
  },
});
const watchers = Number(given.watchers);
const rate = Number(given.rate);
const joins = rate * Number(given.seconds);
const PLAYERS = 96;
const MAX_BYTES_PER_SOCKET = 20_000;
const SEEN_WITHIN_MS = 200;
/** Pages connect again this long after they lost their socket: 500 ms ± 50% (live-socket.ts). */
const COME_BACK_MS = [250, 750] as const;
const ALL_BACK_MS = 10_000;
/** Files that a server opens besides its sockets. */
const OTHER_FILES = 300;
/** Facts arrive after the answers. */
const ARRIVED_WITHIN_MS = 30_000;
const SETTLED_MS = 5_000;
/** Digits of a fact's id in its `seq` (relay.ts). */
const SEQ_DIGITS = 12;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function main(): Promise<boolean> {
  const sockets = Math.min(Number(given.sockets), maxFiles() - OTHER_FILES);
  if (sockets < Number(given.sockets)) say(`a process may open ${maxFiles()} files here: ${sockets} sockets`);
  const site = await startSite({ nodes: 1, profiles: null, commitTimes: true });
  const pool = startReaders(Number(given.processes));
  try {
    const stakes = await planStakes(site);
    await measureMemory(site, pool, sockets);
    const isWatched = await measureFacts(site, pool, stakes);
    const isBack = await measureStorm(site, pool, Number(given.storm));
    await requireInvariants(site);
    return isWatched && isBack;
  } finally {
    pool.close();
    await site.stop();
  }
}

/** This process has the limit of the server that it starts. */
function maxFiles(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Number(limit ?? Number.MAX_SAFE_INTEGER);
}

async function planStakes({ inside }: BenchSite): Promise<readonly Stake[]> {
  const players = await makePlayers(inside.runner, PLAYERS);
  const games = await planGames(inside.runner, players, Math.ceil(joins / 2));
  return games.flatMap(({ creator, joiner }) => [creator, joiner]).slice(0, joins);
}

/** What the server's memory grows by, from the first thousand sockets on: those also warm it up. */
async function measureMemory(site: BenchSite, pool: ReaderPool, sockets: number): Promise<void> {
  const port = site.ports[0] ?? 0;
  const warm = Math.min(1_000, watchers);
  await pool.connect(port, warm, 'jackpot');
  await pause(SETTLED_MS);
  const before = site.memoryBytes();
  const began = performance.now();
  await pool.connect(port, watchers - warm, 'jackpot');
  await pool.connect(port, sockets - watchers, null);
  const seconds = (performance.now() - began) / 1_000;
  await pause(SETTLED_MS);
  const bytes = (site.memoryBytes() - before) / (sockets - warm);
  say(
    `${sockets} sockets in ${seconds.toFixed(1)} s, ${watchers} watch the jackpot; the server holds ` +
      `${(site.memoryBytes() / 1e6).toFixed(0)} MB, ${(before / 1e6).toFixed(0)} MB before; load ${load()}`,
  );
  report({
    work: `memory of ${sockets} sockets`,
    ours: `${(bytes / 1_000).toFixed(1)} KB a socket`,
    limit: `${MAX_BYTES_PER_SOCKET / 1_000} KB`,
    ratio: MAX_BYTES_PER_SOCKET / bytes,
  });
}

async function measureFacts(site: BenchSite, pool: ReaderPool, stakes: readonly Stake[]): Promise<boolean> {
  await pool.reset();
  const { first } = await site.db.one<{ first: number }>(sql`select coalesce(max(id), 0) as first from facts`);
  const before = site.cpu();
  const began = performance.now();
  const { refused, answeredMs } = await joinAll(site.ports[0] ?? 0, stakes, began);
  const ms = performance.now() - began;
  const after = site.cpu();
  // The facts of bots and of the round itself come on top.
  const facts = async () =>
    (
      await site.db.one<{ n: number }>(sql`
      select count(*) as n from facts where topic = 'jackpot' and id > ${first}`)
    ).n;
  const arrivals = await arrived(pool, facts);
  const due = watchers * (await facts());
  const committed = await commitsOf(site, first);
  const at = delaysOf(arrivals.arrivals, (seq) => committed.get(seq));
  const part = (name: string, used: number) => `${name} ${((100 * used) / ms).toFixed(0)}% of a core`;
  say(
    `${stakes.length} joins in ${(ms / 1_000).toFixed(1)} s, ${refused.length} refused; ${arrivals.received} facts ` +
      `arrived at ${watchers} watchers, ${due} were due; ${arrivals.cut} sockets were cut`,
  );
  if (refused.length > 0) say(refused.slice(0, 3).join('\n'));
  say(
    `answers: p50 ${percentile(answeredMs, 0.5).toFixed(0)} ms, p99 ${percentile(answeredMs, 0.99).toFixed(0)} ms; ` +
      `commit to screen: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms; load ${load()}`,
  );
  say(
    `processor: ${part('server', after.server - before.server)}, ` +
      `${part('database', after.database - before.database)}, ${part('readers', arrivals.cpuMs)}`,
  );
  report({
    work: `facts to ${watchers} watchers of one round`,
    ours: `${((1_000 * stakes.length) / ms).toFixed(0)} joins/s, p99 ${at(0.99)} ms`,
    limit: `${SEEN_WITHIN_MS} ms`,
    ratio: SEEN_WITHIN_MS / Math.max(1, at(0.99)),
  });
  return refused.length === 0 && arrivals.received >= due && arrivals.cut === 0;
}

/** When each fact was committed, by its `seq`; epoch ms. */
async function commitsOf({ db }: BenchSite, first: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<{ seq: string; ms: number }>(sql`
    select xid::text || lpad(id::text, ${SEQ_DIGITS}, '0') as seq,
      extract(epoch from pg_xact_commit_timestamp(xid::xid))::float8 * 1000 as ms
    from facts where topic = 'jackpot' and id > ${first}`);
  return new Map(rows.map(({ seq, ms }) => [seq, ms]));
}

interface JoinedAll {
  /** Answers that were no success. */
  readonly refused: readonly string[];
  /** From the request to the answer. */
  readonly answeredMs: readonly number[];
}

/** At the rate, however long each takes. */
async function joinAll(port: number, stakes: readonly Stake[], began: number): Promise<JoinedAll> {
  const refused: string[] = [];
  const answeredMs: number[] = [];
  const wires = await Promise.all(Array.from({ length: 25 }, () => openWire(port)));
  const pending = stakes.entries();
  await Promise.all(
    wires.map(async (wire) => {
      for (const [n, stake] of pending) {
        await pause(Math.max(0, began + (1_000 * n) / rate - performance.now()));
        const sent = performance.now();
        const answer = await wire.ask(stakeRequest(port, 'jackpot/join/inventory', stake, {}));
        answeredMs.push(performance.now() - sent);
        if (answer.status !== 200) refused.push(`${answer.status} ${answer.body.slice(0, 200)}`);
      }
    }),
  );
  for (const wire of wires) wire.close();
  return { refused, answeredMs };
}

async function arrived(pool: ReaderPool, facts: () => Promise<number>): Promise<ReadersReport> {
  const until = performance.now() + ARRIVED_WITHIN_MS;
  for (;;) {
    await pause(500);
    const due = watchers * (await facts());
    const arrivals = await pool.report();
    if (arrivals.received >= due || performance.now() > until) return arrivals;
  }
}

async function measureStorm(site: BenchSite, pool: ReaderPool, count: number): Promise<boolean> {
  const before = site.cpu().server;
  const storm = await pool.reconnect(count, COME_BACK_MS);
  const each = (site.cpu().server - before) / count;
  say(
    `${count} sockets were cut and came back, ${storm.refused} were refused; ` +
      `${each.toFixed(2)} ms of the server each; load ${load()}`,
  );
  report({
    work: `${count} sockets cut at once`,
    ours: `all back after ${(storm.ms / 1_000).toFixed(1)} s`,
    limit: `${ALL_BACK_MS / 1_000} s`,
    ratio: ALL_BACK_MS / storm.ms,
  });
  return storm.refused === 0;
}

process.exitCode = (await main()) ? 0 : 1;
