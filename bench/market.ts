/**
 * `npx tsx bench/market.ts`: the market with 10,000 and with 1,000,000 items on sale, of the same 20,000 item types: p99 of a search, of filters and
 * of distant pages, each as the ratio of the two; and accepted orders (over HTTP with sessions) per pgbench TPC-B transaction on the same PostgreSQL.
 * See README.md for how to read it.
 *
 * Options: --few 10000 --many 1000000 --asks 400 --orders 4000 --rounds 5 --warm 2 --seconds 6 --connections 48.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { listMarket, importItemTypes } from '@fairpot/contract/market/schemas';
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import { demoGrant } from '@fairpot/contract/system/schemas';
import { SYSTEM } from '../server/src/platform/runner/command.ts';
import { sql, type Db } from '../server/src/platform/database/sql.ts';
import { load, median, percentile, say } from './lib/figures.ts';
import { makePlayers } from './lib/players.ts';
import { requireInvariants, runLoad } from './lib/load-process.ts';
import { report } from './lib/report.ts';
import { startSite, type BenchSite } from './lib/site.ts';
import { prepareTpcb, requirePgbench, tpcb } from './lib/tpcb.ts';
import { spreadSql } from '../server/src/market/store.ts';
import type { OrderPlan, OrderResult } from './market-load.ts';

const { values: given } = parseArgs({
  options: {
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '1000000' },
    asks: { type: 'string', default: '400' },
    orders: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '6' },
    connections: { type: 'string', default: '48' },
  },
});
const TYPES = 20_000;
const PLAYERS = 48;
/** The cheapest types come last in the list: a distant page. */
const [few, many, asks] = [Number(given.few), Number(given.many), Number(given.asks)];
type MarketQuery = CallInput<typeof listMarket>;

/** Queries by kind: the n-th query of each differs from the one before. */
const KINDS: Readonly<Record<string, (n: number) => MarketQuery>> = {
  search: (n) => ({ search: `skin ${(n * 7919) % TYPES}` }),
  'search of many': (n) => ({ search: ['rifle', 'field', 'tested ri', 'skin 1'][n % 4] ?? '' }),
  'search of nothing': (n) => ({ search: `nothing ${n}` }),
  filter: (n) => ({ wear: String(1 + (n % 5)), type: `Rifle ${n % 40}`, minUsd: n % 50, maxUsd: 50 + (n % 50) }),
  'first page': (n) => ({ sort: n % 2 === 0 ? 'highToLow' : 'lowToHigh' }),
  'deep paging': (n) => ({ after: cursorAt((n * 9973) % TYPES) }),
  'deep paging, filtered': (n) => ({ after: cursorAt((n * 9973) % TYPES), wear: '3', sort: 'lowToHigh' }),
};

const priceAt = (n: number) => 100 + ((n * 31) % 20_000);
const slugAt = (n: number) => `bench-${String(n).padStart(6, '0')}`;
const cursorAt = (n: number) => `${priceAt(n)}~${slugAt(n)}~itm_${'5'.padEnd(26, '0')}`;

async function main(): Promise<void> {
  requirePgbench();
  const site = await startSite({ nodes: 1, profiles: null });
  try {
    const { version } = await site.db.one<{ version: string }>(
      sql`select current_setting('server_version') as version`,
    );
    say(`PostgreSQL ${version}, Node ${process.version}, ${cpus().length} cores, load ${load()}; ${TYPES} item types`);
    await prepareTpcb(site.besideUrl);
    await site.db.run(sql`delete from market_listings`);
    await makeTypes(site);
    const players = await makePlayers(site.inside.runner, PLAYERS);
    for (const { id } of players) {
      const grant = { playerId: id, origin: 'demo:bench', cents: 100_000_000_00, items: [] };
      await site.inside.runner.execute(demoGrant, SYSTEM, grant, { key: `grant-${id}` });
    }
    await putOnSale(site.db, 0, few);
    const small = await askAll(site, players[0]?.id ?? '');
    await putOnSale(site.db, few, many);
    const large = await askAll(site, players[0]?.id ?? '');
    say(`p99 with ${few} on sale, with ${many}, and their ratio:`);
    for (const kind of Object.keys(KINDS)) {
      const [a, b] = [percentile(small.get(kind) ?? [], 0.99), percentile(large.get(kind) ?? [], 0.99)];
      say(`  ${kind}: ${a.toFixed(1)} ms, ${b.toFixed(1)} ms, ${(b / a).toFixed(2)}`);
    }
    const all = Object.keys(KINDS).map((kind) => ratioOf(small, large, kind));
    const worst = Math.max(...all);
    report({
      work: 'market queries, worst p99',
      ours: `${worst.toFixed(2)} times with ${many} on sale`,
      limit: `as with ${few}`,
      ratio: 1 / worst,
    });
    await buyAll(site, players);
  } finally {
    await site.stop();
  }
}

function ratioOf(small: ReadonlyMap<string, number[]>, large: ReadonlyMap<string, number[]>, kind: string): number {
  return percentile(large.get(kind) ?? [], 0.99) / percentile(small.get(kind) ?? [], 0.99);
}

/** As many item types as the real markets of three games have, with names of the same kind. */
async function makeTypes(site: BenchSite): Promise<void> {
  await site.db.run(sql`
    insert into item_types (slug, app_id, market_hash_name, rarity, rarity_color, pips, price_cents, priced_at)
    select 'bench-' || lpad(n::text, 6, '0'), (array[730, 252490, 570])[1 + n % 3],
      'Rifle ' || n % 40 || ' | Skin ' || n || ' ('
        || (array['Factory New', 'Minimal Wear', 'Field-Tested', 'Well-Worn', 'Battle-Scarred'])[1 + n % 5] || ')',
      'Covert', '#ff6b6b', 6, 100 + (n::bigint * 31) % 20000, 1
    from generate_series(0, ${TYPES - 1}::integer) n`);
  await site.inside.runner.execute(importItemTypes, SYSTEM, {});
}

/** Items of the house on sale, from one number to another, by plain SQL: a million by commands would take an hour. */
async function putOnSale(db: Db, from: number, to: number): Promise<void> {
  const at = performance.now();
  for (let begin = from; begin < to; begin += 100_000) {
    const end = Math.min(to, begin + 100_000) - 1;
    await db.run(sql`
      with made as (
        select 'itm_' || lpad(n::text, 26, '0') as id,
          'bench-' || lpad((n % ${TYPES}::integer)::text, 6, '0') as item_type
        from generate_series(${begin}::integer, ${end}::integer) n
      ), items_made as (
        insert into items (id, item_type, kind, origin, created_at) select id, item_type, 'MARKET', 'bench', 1 from made
      ), placed as (
        insert into item_positions (item_id, holder_kind, holder_id, state, version)
        select id, 'house', 'house', 'stock', 1 from made
      ), moved as (
        insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
        select id, 1, 'MINT', 'outside', 'outside', 'house', 'house', 'bench', 1 from made
      )
      insert into market_listings (item_id, item_type, listed_at) select id, item_type, 1 from made`);
  }
  await db.run(sql`vacuum (analyze) market_listings`);
  await db.run(sql`vacuum (analyze) market_prices`);
  await db.run(sql`analyze`);
  await db.run(sql`checkpoint`);
  say(`${to} items are on sale, ${((performance.now() - at) / 1_000).toFixed(0)} s; load ${load()}`);
}

/** Times of each kind of query in ms, in turns, after a first round that is not counted. */
async function askAll({ inside }: BenchSite, playerId: string): Promise<ReadonlyMap<string, number[]>> {
  const actor = { kind: 'player', id: playerId, status: 'USER', isBot: false, ageConfirmed: true } as const;
  const found = new Map<string, number[]>(Object.keys(KINDS).map((kind) => [kind, []]));
  const warm = Math.ceil(asks / 10);
  for (let n = -warm; n < asks; n += 1) {
    for (const [kind, questionOf] of Object.entries(KINDS)) {
      const began = performance.now();
      await inside.runner.execute(listMarket, actor, questionOf(Math.abs(n)));
      if (n >= 0) found.get(kind)?.push(performance.now() - began);
    }
  }
  return found;
}

/**
 * Orders of one item each, by all players over many connections, in turns with TPC-B. The first `--warm` rounds are reported and not counted, like
 * the first queries: until V8 has compiled the hot code, an order costs the server twice as much.
 */
async function buyAll(site: BenchSite, players: readonly { readonly cookie: string }[]): Promise<void> {
  const [orders, rounds, seconds] = [Number(given.orders), Number(given.rounds), Number(given.seconds)];
  const warm = Number(given.warm);
  const counted: { readonly orders: number; readonly tps: number }[] = [];
  let accepted = 0;
  for (let round = -warm; round < rounds; round += 1) {
    const rows = await site.db.many<{ id: string; ask: number }>(sql`
      select l.item_id as id, (m.reference_cents * (10000 + ${spreadSql}) + 9999) / 10000 as ask
      from market_listings l join market_prices m on m.item_type = l.item_type
      order by md5(l.item_id || ${String(round)}) limit ${orders}::integer`);
    const plan: OrderPlan = {
      port: site.ports[0] ?? 0,
      connections: Number(given.connections),
      orders: rows.map(({ id, ask }, n) => ({
        id,
        cookie: players[n % players.length]?.cookie ?? '',
        totalUsd: ask / 100,
      })),
    };
    await site.db.run(sql`checkpoint`);
    const tps = await tpcb(site.besideUrl, seconds);
    await site.db.run(sql`checkpoint`);
    const before = site.cpu();
    const result = await runLoad<OrderResult>('market-load.ts', plan);
    const after = site.cpu();
    accepted += result.accepted;
    const perSecond = (1_000 * result.accepted) / result.ms;
    if (round >= 0) counted.push({ orders: perSecond, tps });
    const each = (of: 'server' | 'database') => ((after[of] - before[of]) / result.accepted).toFixed(2);
    say(
      `${round < 0 ? 'not counted' : `round ${round + 1}`}: TPC-B ${tps.toFixed(0)} tps, ` +
        `orders ${perSecond.toFixed(0)} a second (${(perSecond / tps).toFixed(2)}), ` +
        `p50 ${percentile(result.latencies, 0.5).toFixed(1)} ms, ` +
        `p99 ${percentile(result.latencies, 0.99).toFixed(1)} ms; an order ${each('server')} ms server + ` +
        `${each('database')} ms database; load ${load()}`,
    );
  }
  await check(site, accepted);
  report({
    work: 'market orders',
    ours: `${median(counted.map((each) => each.orders)).toFixed(0)} orders/s`,
    limit: `${median(counted.map((each) => each.tps)).toFixed(0)} TPC-B/s`,
    ratio: median(counted.map((each) => each.orders / each.tps)),
  });
}

/** Every accepted order is a sale and a transfer, and every invariant of the product holds. */
async function check(site: BenchSite, accepted: number): Promise<void> {
  const { sales } = await site.db.one<{ sales: number }>(sql`select count(*) as sales from market_sales`);
  if (sales !== accepted) throw new Error(`${accepted} orders were accepted but ${sales} items were sold`);
  await requireInvariants(site);
  say(`${accepted} accepted orders are ${sales} sales, every invariant holds`);
}

await main();
