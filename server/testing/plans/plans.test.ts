/**
 * No background work and no list may read in proportion to history: each runs over 100,000 rows of every table, and the reads of its statements are
 * counted. How it works, and how to add a case: README.md.
 */
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool, type ClosablePool } from '../../src/platform/database/db.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import type { World } from '../world.ts';
import { maxRows, nameOf, type PlanCase, type PlanStage, type PlayedSample } from '../cases/case.ts';
import { fill, sizes, SMALL } from './history.ts';
import { textOf } from './measure.ts';
import { ROWS } from '../cases/places.ts';
import { makePlanWorld } from './plan-world.ts';
import { playOneOfEach } from './played.ts';
import { QUERY_CASES } from './query-cases.ts';
import { replicaStage } from './replica.ts';
import { runCase } from './stage.ts';
import { LIVE_CASES } from './live-cases.ts';
import { SWEEP_CASES } from './sweep-cases.ts';

/** Filling takes most of it: tens of seconds on a busy machine. */
const FILL_MS = 300_000;
const CASE_MS = 60_000;

let world: World;
let pool: ClosablePool;
let played: PlayedSample;
beforeAll(async () => {
  world = await makePlanWorld();
  // Copies of rounds take the numbers up to ROWS.
  await world.db.run(sql`update round_counters set last = ${10 * ROWS}`);
  for (const feature of world.features) await feature.start?.();
  played = await playOneOfEach(world);
  pool = openPool({ url: world.databaseUrl, maxConnections: 1, statementTimeoutMs: FILL_MS });
  await fill(world, pool, played);
}, FILL_MS);
afterAll(async () => {
  await pool?.close();
  await world?.close();
});

async function tooMuch(each: PlanCase): Promise<string> {
  return (await runCase(world, pool, played, each)).map((excess) => textOf(excess, maxRows(each))).join('\n');
}

describe('reads no more than necessary', () => {
  test.each([...SWEEP_CASES, ...LIVE_CASES, ...QUERY_CASES].map((each) => [nameOf(each), each] as const))(
    '%s',
    async (_, each) => {
      expect(await tooMuch(each)).toBe('');
    },
    CASE_MS,
  );
});

test(
  'queries that may be read from a replica read only, by the connection that they are given',
  async () => {
    const { reads, runner } = await replicaStage(world);
    const mayLag = [...runner.bindings.values()].filter((each) => each.kind === 'query' && each.mayLag);
    expect(mayLag.length).toBeGreaterThan(25);
    const names = new Set(mayLag.map(({ call }) => call.name));
    const cases = QUERY_CASES.filter((each) => names.has(each.about) && each.crowd === undefined);
    expect(new Set(cases.map((each) => each.about))).toEqual(names);
    const execute: PlanStage['execute'] = (call, actor, input) => runner.execute(call, actor, input, { after: 0 });
    for (const each of cases) await each.run({ execute, played } as PlanStage);
    expect(reads.counts).toEqual({ replica: cases.length, primary: 0, repeated: 0 });
  },
  CASE_MS,
);

describe('the cases', () => {
  const about = (cases: readonly PlanCase[]) => new Set(cases.map((each) => each.about));

  test('cover every sweep', () => {
    const sweeps = world.features.flatMap((feature) => feature.sweeps ?? []).map((sweep) => sweep.name);
    expect([...about(SWEEP_CASES)].sort()).toEqual(sweeps.sort());
  });

  test('cover every query, and pages beyond the first', () => {
    const queries = [...world.runner.bindings.values()].map(({ call }) => call).filter((call) => call.kind === 'query');
    expect([...about(QUERY_CASES)].sort()).toEqual(queries.map((call) => call.name).sort());
    const paged = queries
      .filter((call) => 'before' in (z.toJSONSchema(call.input).properties ?? {}))
      .map((call) => call.name);
    // If the input is derived from what was played, the case's name says that it is a far page.
    const deep = QUERY_CASES.filter(({ input, variant, about: name }) =>
      typeof input === 'function'
        ? variant === 'far back' && paged.includes(name)
        : (input as { before?: unknown }).before !== undefined,
    );
    expect([...about(deep)].sort()).toEqual(paged.sort());
  });

  test('cover every kind of fact whose body is filled in after the commit', () => {
    const topics = world.features
      .flatMap((feature) => feature.presenters ?? [])
      .map(({ topic }) => `facts of ${topic}`);
    expect(topics.filter((topic) => !about(LIVE_CASES).has(topic))).toEqual([]);
  });

  test(`see ${ROWS} rows of every growing table`, async () => {
    const found = await sizes(pool);
    const short = [...found].filter(([table, rows]) => rows < ROWS && !(table in SMALL));
    expect(short).toEqual([]);
    expect(Object.keys(SMALL).filter((table) => (found.get(table) ?? Infinity) >= ROWS)).toEqual([]);
  });
});

describe('the measurement', () => {
  const said = async (text: string, before: readonly string[] = [], values: readonly unknown[] = []) =>
    await tooMuch({
      about: 'planted',
      limit: 1,
      crowd: async (db) => {
        for (const each of before) await db.run({ text: each, values: [] });
      },
      run: async ({ deps }) => void (await deps.db.many({ text, values })),
    });

  test('detects a filter without an index, and names the node', async () => {
    const text = `select id from chat_messages where message = 'no such message'`;
    expect(await said(text)).toMatch(
      /100\d\d\d of chat_messages from its start \[Seq Scan on chat_messages\] in: select/,
    );
  });

  test('detects a full index scan', async () => {
    const text = 'select round_id from entries where no = 99';
    expect(await said(text)).toMatch(/of entries by entries_pkey .*\[Index.* using entries_pkey on entries[\];]/);
  });

  test('detects reads inside functions', async () => {
    const slow = `create function slow() returns bigint language plpgsql as $$
      begin return (select count(*) from item_moves where ref = 'none'); end $$`;
    expect(await said('select slow()', [slow])).toMatch(/10\d{4} of item_moves .*\[inside a function or trigger\]/);
  });

  test('detects a page that is searched from the newest row on', async () => {
    const text = 'select id from chat_audit where $1::bigint is null or id < $1 order by id desc limit 10';
    expect(await said(text, [], [10_000])).toMatch(
      /9\d{4} of chat_audit by chat_audit_pkey.*\[Index.* using chat_audit_pkey/,
    );
  });

  test('detects a sweep whose index is missing', async () => {
    const forget = SWEEP_CASES.find((each) => each.about === 'accounts.forget');
    invariant(forget, 'there is such a sweep');
    const crowd = async (db: Pool) => void (await db.run(sql`drop index sessions_idle, sessions_player`));
    expect(await tooMuch({ ...forget, crowd })).toMatch(/99\d{3} of sessions from its start.*\[Seq Scan on sessions/);
  });

  test('accepts a page', async () => {
    expect(await said('select id from chat_messages order by id desc limit 50')).toBe('');
  });
});
