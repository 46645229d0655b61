/**
 * `npx tsx bench/archive.ts`: a month of 100,000 rounds leaves the database and returns. Measures what stays of its tables, how long each takes, and for
 * how long a transaction was open that had written: facts and leaves of the log wait for it. Rounds are played ones, copied by SQL. Exit 1 when
 * the month does not leave or return, or a proof from the archive is not as before.
 *
 * Options: --rounds 100000 --batch 10000 (rows of a transaction at most; the product's own unless given).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { sql } from '../server/src/platform/database/sql.ts';
import { leafBodies } from '../server/src/games/kit/leaf-feed.ts';
import { archiveMonth, restoreMonth, type ArchiveParts } from '../server/src/games/kit/archive/archive.ts';
import { countPublished } from '../server/src/transparency/front.ts';
import { entriesOfRounds } from '../server/src/transparency/store.ts';
import { load, percentile, say } from './lib/figures.ts';
import { prepareSite } from './lib/growth/cases.ts';
import { grow, roundAt } from './lib/growth/history.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '100000' }, batch: { type: 'string' } },
});
const rounds = Number(given.rounds);
/** What is taken out of the database with a month, and what takes its place. */
const TABLES = ['entries', 'item_moves', 'log_leaves', 'postings', 'round_secrets', 'settlements', 'stake_items'];
const LOOK_EVERY_MS = 5;
const WAITS_AT_MOST_MS = 1_000;
const MOST_STAYS = 1 / 3;
const PROOFS = 200;
const QUERY_SHOWN = 160;
const SETTLED_WITHIN_MS = 120_000;
const ENDS_ROUNDS = /^fair[.](windows|follow)$|[.]reveal$/;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const month = new Date().toISOString().slice(0, 7);

async function main(): Promise<boolean> {
  const site = await startSite({ nodes: 1, profiles: null });
  const to = mkdtempSync(join(tmpdir(), 'fp-archive-'));
  try {
    const { player } = await prepareSite(site);
    await site.stopNodes();
    await endAll(site);
    await grow({ url: site.url, deps: site.inside.deps, playerId: player.id }, 0, rounds);
    say(`${rounds} rounds; load ${load()}`);
    const batch = given.batch === undefined ? {} : { batch: Number(given.batch) };
    const parts: ArchiveParts = { db: site.db, url: site.url, countPublished, ...batch };
    const [before, proofs] = [await bytes(site), await bodies(site)];
    const out = await watched(site, () => archiveMonth(parts, { month, to, minAge: 0 }));
    const stays = await bytes(site);
    const isSame = isDeepStrictEqual((await bodies(site)).texts, proofs.texts);
    const packed = await bodies(site);
    const back = await watched(site, () => restoreMonth(parts, join(to, month)));
    const isBack = isDeepStrictEqual((await bodies(site)).texts, proofs.texts);
    for (const [table, size] of before)
      say(`  ${table}: ${perRound(size)} bytes a round, ${perRound(stays.get(table) ?? 0)} stay`);
    const [all, left] = [sum(before), sum(stays)];
    say(
      `  together ${perRound(all)}, ${perRound(left)} stay; out in ${out.seconds.toFixed(1)} s, ` +
        `back in ${back.seconds.toFixed(1)} s`,
    );
    say(
      `  the texts of a round's leaves: p50 ${percentile(proofs.ms, 0.5).toFixed(2)} ms from rows, ` +
        `${percentile(packed.ms, 0.5).toFixed(2)} ms from packs; load ${load()}`,
    );
    for (const { longestMs, longest } of [out, back])
      say(
        `  longest transaction: ${longestMs.toFixed(0)} ms, ${longest.replaceAll(/\s+/g, ' ').slice(0, QUERY_SHOWN)}`,
      );
    const waits = Math.max(out.longestMs, back.longestMs);
    report({
      work: `archive of ${rounds} rounds: what stays`,
      ours: `${perRound(left)} of ${perRound(all)} bytes a round`,
      limit: 'a third',
      ratio: (MOST_STAYS * all) / left,
    });
    report({
      work: `archive of ${rounds} rounds: facts wait`,
      ours: `${waits.toFixed(0)} ms at most`,
      limit: `${WAITS_AT_MOST_MS} ms`,
      ratio: WAITS_AT_MOST_MS / Math.max(1, waits),
    });
    return isSame && isBack;
  } finally {
    await site.stop();
    rmSync(to, { recursive: true });
  }
}

const perRound = (size: number): string => (size / rounds).toFixed(0);
const sum = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((all, size) => all + size, 0);

/** Settles what is locked, ends what waits for players, and moves the database's clock past the month. */
async function endAll({ db, inside }: BenchSite): Promise<void> {
  const sweeps = inside.features.flatMap((feature) => feature.sweeps ?? []);
  const { signal } = new AbortController();
  const until = performance.now() + SETTLED_WITHIN_MS;
  const locked = async () =>
    (await db.one<{ n: number }>(sql`select count(*) as n from rounds where phase = 'locked'`)).n;
  while ((await locked()) > 0) {
    if (performance.now() > until) throw new Error('games were not settled in time');
    for (const sweep of sweeps) if (ENDS_ROUNDS.test(sweep.name)) await sweep.run(signal);
    await pause(500);
  }
  const byHand = (text: string) => db.run({ text, values: [] });
  await byHand(`update rounds set phase = 'cancelled', ended_at = opened_at where phase = 'open'`);
  for (const table of ['items_at_stake', 'open_stakes']) await byHand(`delete from ${table}`);
  const sequence = sweeps.find(({ name }) => name === 'transparency.sequence');
  while (((await sequence?.run(signal)) ?? 0) > 0);
  await byHand(`create or replace function database_ms() returns bigint language sql volatile as
    $$ select (extract(epoch from clock_timestamp() + interval '1 month') * 1000)::bigint $$`);
}

/** Bytes of the tables with their indexes, and of the packs. */
async function bytes({ db }: BenchSite): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<{ table: string; size: number }>(sql`
    select p.relname::text as "table", sum(pg_total_relation_size(i.inhrelid))::bigint as size
    from pg_class p join pg_inherits i on i.inhparent = p.oid where p.relname = any(${TABLES}::text[]) group by 1
    union all select 'packed_leaves', pg_total_relation_size('packed_leaves') order by 1`);
  return new Map(rows.map(({ table, size }) => [table, size]));
}

/** The texts of the leaves of some rounds, and how long each took. */
async function bodies({ db }: BenchSite): Promise<{ readonly texts: unknown; readonly ms: readonly number[] }> {
  const [texts, ms]: [unknown[], number[]] = [[], []];
  for (let n = 0; n < PROOFS; n += 1) {
    const entries = await entriesOfRounds(db, [roundAt(1 + ((n * 7_919) % rounds))], Number.MAX_SAFE_INTEGER);
    const began = performance.now();
    const found = await leafBodies(db, entries);
    ms.push(performance.now() - began);
    texts.push([...found].toSorted(([a], [b]) => a - b));
  }
  return { texts, ms };
}

interface Watched {
  readonly seconds: number;
  /** The longest time that one transaction was seen which had written, and its statement. For those of autovacuum nothing waits. */
  readonly longestMs: number;
  readonly longest: string;
}

async function watched(site: BenchSite, work: () => Promise<unknown>): Promise<Watched> {
  const began = performance.now();
  let [longestMs, longest, isOver] = [0, '', false];
  const looks = (async () => {
    while (!isOver) {
      const found = await site.inside.deps.db.maybe<{ ms: number; query: string }>(sql`
        select (extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms, query
        from pg_stat_activity where datname = current_database() and backend_xid is not null
          and backend_type = 'client backend' order by xact_start limit 1`);
      if (found && found.ms > longestMs) [longestMs, longest] = [found.ms, found.query];
      await pause(LOOK_EVERY_MS);
    }
  })();
  await work().finally(() => (isOver = true));
  const seconds = (performance.now() - began) / 1_000;
  await looks;
  return { seconds, longestMs, longest };
}

// The sweeps that end rounds leave a worker behind, which would keep this process alive.
process.exit((await main()) ? 0 : 1);
