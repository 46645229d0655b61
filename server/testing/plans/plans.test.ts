/**
 * No statement may read in proportion to history: hot queries, rounds of every game, every query, sweep and process run over 100,000 rows of every
 * table that grows, and the plans of all that they send are read. How it works: README.md.
 */
import { getClosing, listHistory } from '@fairpot/contract/profile/schemas';
import type { Query } from '@fairpot/contract/wire/call.schemas';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openPool, type ClosablePool } from '../../src/platform/database/db.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { PlayedSample } from '../cases/case.ts';
import { ROWS } from '../cases/places.ts';
import { isDue, sweepOnce } from '../cases/sweep-case.ts';
import type { World } from '../world.ts';
import { fill, rowsOf, sizes, SMALL } from './history.ts';
import { HOT_QUERIES } from './hot.ts';
import { PlanLog } from './plan-log.ts';
import { makePlanWorld } from './plan-world.ts';
import { playOneOfEach } from './played.ts';
import { replicaStage } from './replica.ts';
import { answerOf, askerOf, inputsOf, knownTexts, otherProcesses, playAgain, readAll, serve } from './work.ts';

/** Filling takes most of it: tens of seconds on a busy machine. */
const FILL_MS = 300_000;
const DAY_MS = 86_400_000;
/** Each query with other ids. */
const TRIES = [1, 2];
/** Rows that one node of a plan may read, at most a page of a sweep; 100,000 are far beyond it. */
const MAX_ROWS = 10_000;
/** Pages beyond those of searches and rows: an index was walked. One of 100,000 entries has 275 and more. */
const MAX_PAGES = 200;

/** What reads a whole table, by a piece of the statement, and why it may. */
const WHOLE: Readonly<Record<string, string>> = {
  'payout_store(w.id': 'its pages are those of the function that it calls',
  'from players where lower(name) collate "C" >= $1 and lower(name) collate "C" < $2 and (lower':
    'a later page of the search by name walks the index over the pages before it: staff only',
};

/** Queries that refuse whatever is asked here, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  'client.proof': 'no build was announced',
  'fair.find': 'the hash is of no round',
  'user.inventory.steam': 'Steam is away',
  'staff.begunCodes': 'no codes were begun',
  'cryptoWithdraw.calculate': 'an amount of one cent',
  'solvency.proof': 'no statement was published',
  'solvency.mine': 'the same',
};

let world: World;
let played: PlayedSample;
let log: PlanLog;
let pool: ClosablePool;
beforeAll(async () => {
  const { logFile } = inject('testServer');
  invariant(logFile, 'plans are read from the log of our own server: run without DATABASE_URL');
  world = await makePlanWorld();
  // Copies of rounds take the numbers up to ROWS.
  await world.db.run(sql`update round_counters set last = ${10 * ROWS}`);
  for (const feature of world.features) await feature.start?.();
  played = await playOneOfEach(world);
  pool = openPool({ url: world.databaseUrl, maxConnections: 1, statementTimeoutMs: FILL_MS });
  await fill(world, pool, played);
  log = new PlanLog(logFile);
  await log.begin(pool);
  let keys = 0;
  // Without the checks of all invariants after each call, which read everything.
  world.run = (call, actor, input) => world.runner.execute(call, actor, input, { key: `plans-${(keys += 1)}` });
}, FILL_MS);
afterAll(async () => {
  await pool?.close();
  await world?.close();
});

/** Statements since the last time that read too much, with the nodes that did. */
function tooMuch(maxRows = MAX_ROWS): string[] {
  const statements = log.take();
  expect(statements.length).toBeGreaterThan(0);
  const found = statements.flatMap(({ text, reads }) => {
    const bad = reads.filter(
      ({ node, table, rows, pages }) =>
        !(table in SMALL) && (node.startsWith('Seq Scan') || rows > maxRows || pages > MAX_PAGES),
    );
    const isAllowed = Object.keys(WHOLE).some((piece) => text.includes(piece));
    return bad.length === 0 || isAllowed
      ? []
      : [`${bad.map(({ node, rows, pages }) => `${node}: ${rows} rows, ${pages} pages`).join('; ')} in: ${text}`];
  });
  return [...new Set(found)];
}

const queries = () => [...world.runner.bindings.values()].flatMap(({ call }) => (call.kind === 'query' ? [call] : []));
const sweeps = () => world.features.flatMap((feature) => feature.sweeps ?? []).map(({ name }) => name);

describe('reads no more than necessary', () => {
  test.each(HOT_QUERIES.map((each) => [`${each.call.name} ${JSON.stringify(each.input)}`, each] as const))(
    '%s',
    async (_, { call, input, maxRows }) => {
      log.take();
      expect(await world.runner.execute(call, played.player, input)).toBeTruthy();
      expect(tooMuch(maxRows)).toEqual([]);
    },
  );

  test(
    'a round of every game, a deposit and a withdrawal',
    async () => {
      log.take();
      await playAgain(world, played);
      expect(tooMuch(2_000)).toEqual([]);
    },
    FILL_MS,
  );

  test(
    'every query: its first page, one far back, and with every filter',
    async () => {
      log.take();
      const known = knownTexts(played);
      const answered = new Set<string>();
      for (const call of queries())
        for (const input of TRIES.flatMap(() => inputsOf(call, known))) {
          const answer = await answerOf(() => world.runner.execute(call, askerOf(call, played), input));
          if (answer !== null) answered.add(call.name);
          known.add(answer);
        }
      expect.soft(tooMuch()).toEqual([]);
      for (const { call } of HOT_QUERIES) answered.add(call.name);
      const refused = queries().filter(({ name }) => !answered.has(name) && !(name in REFUSED));
      expect(refused.map(({ name }) => name)).toEqual([]);
    },
    FILL_MS,
  );

  test(
    'sessions, relay, facts, gauges, and the other processes',
    async () => {
      log.take();
      await serve(world, played);
      await otherProcesses(world);
      expect(tooMuch()).toEqual([]);
    },
    FILL_MS,
  );

  test(
    'every sweep, and the question whether it is due; again a day later',
    async () => {
      for (let day = 0; day < 2; day += 1) {
        for (const name of sweeps()) {
          log.take();
          await isDue(world.deps, world.features, name);
          await (name === 'solvency.publish' ? readAll(world.deps) : sweepOnce(world.features, name));
          expect.soft(tooMuch(), name).toEqual([]);
        }
        await world.clock.advance(DAY_MS);
      }
    },
    FILL_MS,
  );
});

test(
  'queries that may be read from a replica read only, by the connection that they are given',
  async () => {
    const { reads, runner } = await replicaStage(world);
    const mayLag = [...runner.bindings.values()].filter((each) => each.kind === 'query' && each.mayLag);
    expect(mayLag.length).toBeGreaterThan(25);
    const known = knownTexts(played);
    const lagging = queries().filter(({ name }) => mayLag.some(({ call }) => call.name === name));
    for (const call of lagging) {
      const [least = {}] = inputsOf(call, known);
      await answerOf(() => runner.execute(call, askerOf(call, played), least, { after: 0 }));
    }
    expect(reads.counts).toEqual({ replica: lagging.length, primary: 0, repeated: 0 });
  },
  FILL_MS,
);

test(
  `there are ${ROWS} rows in every table that people read, and enough in every other that grows`,
  async () => {
    const found = await sizes(pool);
    const short = [...found].filter(([table, rows]) => rows < 0.9 * rowsOf(table) && !(table in SMALL));
    expect(short).toEqual([]);
    expect(Object.keys(SMALL).filter((table) => (found.get(table) ?? Infinity) >= ROWS)).toEqual([]);
  },
  FILL_MS,
);

describe('the measurement', () => {
  const said = async (text: string, ...values: readonly unknown[]) => {
    log.take();
    await world.db.many({ text, values });
    return tooMuch().join('\n');
  };

  test('detects a filter without an index, and names the node', async () => {
    const text = `select id from chat_messages where message = 'no such message'`;
    expect(await said(text)).toMatch(/^Seq Scan on chat_messages: \d{5,6} rows.* in: select/);
  });

  test('detects a full index scan', async () => {
    const found = await said('select round_id from entries where no = 99');
    expect(found).toMatch(/^Index.* using entries_pkey on entries/);
  });

  test('detects reads inside functions', async () => {
    await world.db.run(sql`
      create function slow() returns bigint language plpgsql as $$
      begin return (select count(*) from item_moves where ref = 'none'); end $$`);
    expect(await said('select slow()')).toMatch(/on item_moves: \d{6} rows/);
  });

  test('detects a page that is searched from the newest row on', async () => {
    const text = 'select id from chat_audit where $1::bigint is null or id < $1 order by id desc limit 10';
    expect(await said(text, 10_000)).toMatch(/^Index.* using chat_audit_pkey on chat_audit: \d{5} rows/);
  });

  test('accepts a page', async () => {
    expect(await said('select id from chat_messages order by id desc limit 50')).toBe('');
  });

  const ask = (call: Query) => world.runner.execute(call, played.player, {});
  // The database is dropped afterwards.
  test.each([
    ['of stakes', 'open_stakes_of_player', () => ask(getClosing)],
    ['of history', 'item_moves_came', () => ask(listHistory)],
    ['of a sweep', 'sessions_idle, sessions_player', () => sweepOnce(world.features, 'accounts.forget')],
  ])(
    'detects a missing index %s',
    async (_, index, work) => {
      await world.db.run({ text: `drop index ${index}`, values: [] });
      log.take();
      await work();
      expect(tooMuch()).not.toEqual([]);
    },
    FILL_MS,
  );
});
