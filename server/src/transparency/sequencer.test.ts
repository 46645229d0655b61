/**
 * The sequencer is killed at every step, runs twice at once, meets late transactions and forged tables: the log
 * continues or stops.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { makeLoggedTable, type LoggedTable } from '../../testing/transparency/log.fixture.ts';
import { MAX_LEAVES, type SequencerStep } from './sequencer.ts';
import { publishedHead } from './store.ts';

let table: LoggedTable;
beforeEach(async () => {
  table = await makeLoggedTable();
});
afterEach(() => table.world.close());

const STEPS: readonly SequencerStep[] = ['placed', 'persisted', 'signed', 'kept', 'published'];
const published = async () => (await publishedHead(table.world.db))?.size ?? 0;
const waiting = async () =>
  (
    await table.world.db.one<{ n: number }>(
      sql`select count(*) as n from log_leaves where id not in (select leaf_id from log_entries)`,
    )
  ).n;

/** Some leaves without a place in the log. */
async function newLeaves(): Promise<void> {
  const { actor, items } = await table.playerWith([2_000]);
  await table.create(actor, items);
}

async function untilIdle(): Promise<void> {
  while ((await table.sequence()) > 0);
  await table.world.checkInvariants();
}

describe('a crash', () => {
  test.each(STEPS)('after %s loses nothing and publishes nothing twice', async (step) => {
    await untilIdle();
    const before = await published();
    await newLeaves();
    const crash = new Error('crash');
    const stop = (at: SequencerStep) => {
      if (at === step) throw crash;
    };
    await expect(table.sequence(stop)).rejects.toThrow(crash);
    // Nothing is public before it is signed.
    expect(await published()).toBe(step === 'published' ? before + 1 : before);
    expect(await waiting()).toBe(step === 'placed' ? 1 : 0);
    await untilIdle();
    expect(await published()).toBe(before + 1);
    expect(await waiting()).toBe(0);
  });

  test('at every step in turn, while leaves arrive', async () => {
    for (const step of [...STEPS, ...STEPS]) {
      await newLeaves();
      await table
        .sequence((at) => (at === step ? Promise.reject(new Error('crash')) : undefined))
        .catch(() => undefined);
      await newLeaves();
    }
    await untilIdle();
    expect(await published()).toBe(1 + 20);
  });
});

describe('at once', () => {
  test('of many sequencers one works at a time, and every leaf has one index', async () => {
    for (let n = 0; n < 12; n += 1) await newLeaves();
    await Promise.all(Array.from({ length: 8 }, () => table.sequence()));
    await untilIdle();
    expect(await published()).toBe(13);
    const { places } = await table.world.db.one<{ places: number[] }>(
      sql`select array_agg(index order by index) as places from log_entries`,
    );
    expect(places).toEqual(Array.from({ length: 13 }, (_, i) => i));
  });

  test('a sequencer does nothing while another one is running', async () => {
    await newLeaves();
    let second = -1;
    await table.sequence(async (step) => {
      if (step === 'placed') second = await table.sequence();
    });
    expect(second).toBe(0);
    expect(await published()).toBe(2);
  });
});

describe('order', () => {
  test('a leaf of an open transaction delays the later ones', async () => {
    await untilIdle();
    await table.world.db.transaction(async (tx) => {
      await tx.run(sql`insert into log_leaves (kind, round_id, body, at) values ('fee', null,
        '{"at":1,"feeBps":500,"game":"jackpot","type":"fee","v":"fp/2"}', 1)`);
      await newLeaves();
      await table.sequence();
      expect(await waiting()).toBe(1);
    });
    await untilIdle();
    const kinds = await table.world.db.many<{ kind: string }>(sql`select kind from log_entries order by index`);
    expect(kinds.map((row) => row.kind)).toEqual(['terms', 'fee', 'open']);
  });

  test('a leaf takes along the earlier leaf of its round, whose transaction began later', async () => {
    await untilIdle();
    const body = (kind: string) => `{"type":"${kind}"}`;
    const insert = (kind: string) =>
      sql`insert into log_leaves (kind, round_id, body, at) values (${kind}, 'rnd_x', ${body(kind)}, 1)`;
    const hold = await table.world.db.transaction(async (older) => {
      // Gets its transaction id now, writes its leaf only after the younger transaction is done.
      await older.one(sql`select pg_current_xact_id()::text`);
      await table.world.db.run(insert('lock'));
      await older.run(insert('void'));
      return true;
    });
    expect(hold).toBe(true);
    await untilIdle();
    const kinds = await table.world.db.many<{ kind: string }>(sql`select kind from log_entries order by index`);
    expect(kinds.map((row) => row.kind)).toEqual(['terms', 'lock', 'void']);
  });

  test('more leaves than one run takes, in as many runs as needed', async () => {
    await untilIdle();
    const count = 2 * MAX_LEAVES + 10;
    await table.world.db.run(sql`insert into log_leaves (kind, round_id, body, at)
      select 'fee', null, '{"at":' || n || ',"feeBps":500,"game":"jackpot","type":"fee","v":"fp/2"}', n
      from generate_series(1, ${count}::integer) n`);
    const runs: number[] = [];
    for (let done = await table.sequence(); done > 0; done = await table.sequence()) runs.push(done);
    expect(runs).toEqual([MAX_LEAVES, MAX_LEAVES, 10]);
    expect(await published()).toBe(1 + count);
    await table.world.checkInvariants();
  });

  test('a database restored from a dump, where transaction ids start over', async () => {
    await newLeaves();
    await untilIdle();
    await table.world.db.run(sql`update log_state set cursor_xid = '900000000000'`);
    await newLeaves();
    await untilIdle();
    expect(await waiting()).toBe(0);
    expect(await published()).toBe(3);
  });
});

describe('published data cannot be changed', () => {
  test('the tables refuse', async () => {
    await newLeaves();
    await untilIdle();
    for (const statement of [
      sql`update log_entries set index = index + 10`,
      sql`delete from log_entries`,
      sql`update log_tiles set hashes = substring(hashes from 33)`,
      sql`delete from log_tiles`,
      sql`update log_heads set root = decode(repeat('00', 32), 'hex')`,
      sql`update log_heads set note = 'x'`,
      sql`delete from log_heads`,
      sql`update log_state set name = 'x'`,
      sql`update log_state set size = 0`,
      sql`delete from log_state`,
    ])
      await expect(table.world.db.run(statement), statement.text).rejects.toThrow('only added to');
    await table.world.checkInvariants();
  });

  test('changes that bypass them are not signed', async () => {
    await newLeaves();
    await untilIdle();
    const before = await published();
    await table.world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`update log_tiles set hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1) where level = 0`);
    });
    const { actor, items } = await table.playerWith([2_000]).catch(() => ({ actor: null, items: [] as string[] }));
    if (actor) await table.create(actor, items).catch(() => undefined);
    await expect(table.sequence()).rejects.toThrow(`no longer holds its first ${before} leaves`);
    expect(await published()).toBe(before);
    await expect(table.world.checkInvariants()).rejects.toThrow('I13 log');
  });
});
