/** What belongs to rounds is kept by month; a month without a partition stops no one, and an item is at stake once across months. */
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { systemRandom, timeSortedIds } from '../../platform/process/system-ports.ts';
import { sweepOnce } from '../../../testing/cases/sweep-case.ts';
import { blockedStatement } from '../../../testing/races.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';
import { missingPartitions, partitionGauge, partitionSweep } from './partitions.ts';

const OF_ROUNDS = ['entries', 'log_leaves', 'round_secrets', 'settlements', 'stake_items'];
const today = new Date();
/** The middle of a month after this one, by the database's clock, which is this machine's. */
const inMonth = (ahead: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 15);
const nameOf = (ahead: number) => new Date(inMonth(ahead)).toISOString().slice(0, 7).replace('-', '_');
const idAt = (at: number) => timeSortedIds({ now: () => at, sleep: () => Promise.resolve() }, systemRandom);

let table: CoinflipTable;
/** The time in the ids of new rounds. */
let at: number;
beforeEach(async () => {
  at = inMonth(1);
  table = await makeTable({ ids: { next: (kind) => idAt(at).next(kind) }, fresh: true });
});
afterEach(() => table.world.close());

/** Which partition of each table has rows of the round. */
async function placesOf(id: string): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const name of OF_ROUNDS) {
    const rows = await table.world.db.many<{ place: string }>({
      text: `select distinct tableoid::regclass::text as place from ${name} where round_id = $1`,
      values: [id],
    });
    places[name] = rows.map(({ place }) => place).join();
  }
  return places;
}
const placed = (suffix: string) => Object.fromEntries(OF_ROUNDS.map((name) => [name, `partitions.${name}_${suffix}`]));

const drop = async (...suffixes: string[]) => {
  for (const suffix of suffixes)
    for (const name of OF_ROUNDS)
      await table.world.db.run({ text: `drop table partitions.${name}_${suffix}`, values: [] });
};
const sweep = () => partitionSweep(table.world.deps).run(new AbortController().signal);
async function sweepAll(): Promise<number> {
  let made = 0;
  while ((await sweep()) > 0) made += 1;
  return made;
}

test('the database makes times of ids as the server does', async () => {
  for (const ms of [1, Date.UTC(2026, 0, 1), inMonth(1), 2 ** 48 - 1]) {
    const { time } = await table.world.db.one<{ time: string }>(sql`select ulid_time(${ms}) as time`);
    expect(idAt(ms).next('round').slice(4, 14)).toBe(time);
  }
});

test('rows of a round are in the partition of its month, and two months are ready ahead', async () => {
  expect(await missingPartitions(table.world.deps.db)).toEqual([]);
  expect(await sweep()).toBe(0);
  for (const [ahead, suffix] of [
    [0, 'before'],
    [1, nameOf(1)],
    [2, nameOf(2)],
    [3, 'rest'],
  ] as const) {
    at = inMonth(ahead);
    const { id } = await table.lockedGame();
    await table.settle();
    expect(await placesOf(id)).toEqual(placed(suffix));
    await table.verify(id);
  }
  await table.world.checkInvariants();
});

describe('a month without a partition', () => {
  beforeEach(() => drop(nameOf(1), nameOf(2)));

  test('is reported, stops no play, and its rows move when it is made', async () => {
    const missing = [1, 2].flatMap((ahead) => OF_ROUNDS.map((name) => `${name}_${nameOf(ahead)}`));
    expect(await missingPartitions(table.world.deps.db)).toEqual(missing);
    const fair = table.world.features.find(({ name }) => name === 'fair');
    expect(await fair?.readyInfo?.()).toEqual({ partitionsMissing: missing });
    expect(await partitionGauge(table.world.deps.db)).toMatchObject({ value: missing.length });
    expect((await fair?.gauges?.())?.map(({ name }) => name)).toContain('fairpot_partitions_missing');
    const settled = (await table.lockedGame()).id;
    await table.world.clock.advance(24_000);
    expect(await sweepOnce(table.world.features, 'coinflip.reveal')).toBe(1);
    const locked = (await table.lockedGame()).id;
    expect(await placesOf(settled)).toEqual(placed('rest'));
    expect(await sweepAll()).toBe(missing.length);
    expect(await missingPartitions(table.world.deps.db)).toEqual([]);
    expect(await placesOf(settled)).toEqual(placed(nameOf(1)));
    await table.settle();
    expect(await placesOf(locked)).toEqual(placed(nameOf(1)));
    for (const id of [settled, locked]) await table.verify(id);
    await table.world.checkInvariants();
  });

  test('is made once by two nodes at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, sweepAll));
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2 * OF_ROUNDS.length);
  });

  test('waits for a transaction that stays open, while others play', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const reader = table.world.db.transaction(async (tx) => {
      await tx.run(sql`select count(*) from entries`);
      await released;
    });
    const failed = expect(sweep()).rejects.toThrow('lock timeout');
    await blockedStatement(table.world.db, 'round_partition_ahead');
    const { id } = await table.lockedGame();
    await failed;
    release();
    await reader;
    expect(await sweepAll()).toBe(2 * OF_ROUNDS.length);
    expect((await placesOf(id))['entries']).toBe(`partitions.entries_${nameOf(1)}`);
  });

  test('waits for locks no longer than a third of a second, because others wait behind it', async () => {
    const { set } = await table.world.db.one<{ set: readonly string[] }>(sql`
      select proconfig as set from pg_proc where proname = 'round_partition_ahead'`);
    expect(set).toContain('lock_timeout=300ms');
  });

  test('is made for a past month too, unless a newer one has a partition', async () => {
    const { db } = table.world;
    // A site whose sweep did not run for three months, and one whose first month is in an archive.
    await db.run(sql`
      create or replace function database_ms() returns bigint language sql volatile as
      $$ select (extract(epoch from clock_timestamp() + interval '3 months') * 1000)::bigint $$`);
    const months = [1, 2, 3, 4, 5].map((ahead) => `entries_${nameOf(ahead)}`);
    expect((await missingPartitions(db)).filter((name) => name.startsWith('entries'))).toEqual(months);
    await sweepAll();
    await drop(nameOf(1));
    expect(await missingPartitions(db)).toEqual([]);
    await drop(nameOf(4));
    expect(await missingPartitions(db)).toEqual(OF_ROUNDS.map((name) => `${name}_${nameOf(4)}`));
  });
});

describe('an item', () => {
  const stake = (roundId: string, itemId: string) =>
    table.world.db.run(sql`
      insert into stake_items (round_id, entry_no, item_id, item_type, cents)
      values (${roundId}, 1, ${itemId}, 'x', 1)`);
  const statesOf = async (itemId: string) =>
    (
      await table.world.db.many<{ round: string }>(
        sql`select round_id as round from items_at_stake where item_id = ${itemId}`,
      )
    ).map(({ round }) => round);

  test('is at stake once, across partitions, of two that are written at once', async () => {
    const rounds = [0, 1, 1, 2, 3].map((ahead) => idAt(inMonth(ahead)).next('round'));
    const ends = await Promise.allSettled(rounds.map((id) => stake(id, 'itm_x')));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(String(end.reason)).toContain('items_at_stake_pkey');
    expect(await statesOf('itm_x')).toHaveLength(1);
  });

  test('is free when its stake is over, and at stake again when that is undone', async () => {
    const [first = '', second = ''] = [0, 1].map((ahead) => idAt(inMonth(ahead)).next('round'));
    await stake(first, 'itm_y');
    const fate = (to: string, id: string) =>
      table.world.db.run(sql`update stake_items set fate = ${to} where round_id = ${id}`);
    await fate('won', first);
    expect(await statesOf('itm_y')).toEqual([]);
    await stake(second, 'itm_y');
    expect(await statesOf('itm_y')).toEqual([second]);
    await expect(fate('open', first)).rejects.toThrow('items_at_stake_pkey');
    await fate('returned', second);
    await fate('open', first);
    expect(await statesOf('itm_y')).toEqual([first]);
  });

  test('leaves with its round, and no role of the site changes what is at stake', async () => {
    const { actor, items } = await table.playerWith([2_000, 1_000]);
    const gameId = await table.create(actor, items);
    expect(await Promise.all(items.map(statesOf))).toEqual([[gameId], [gameId]]);
    for (const text of ['delete from items_at_stake', `update items_at_stake set round_id = 'x'`])
      await expect(table.world.deps.db.run({ text, values: [] })).rejects.toThrow('permission denied');
    await table.cancel(actor, gameId);
    expect(await Promise.all(items.map(statesOf))).toEqual([[], []]);
    await table.world.run(createCoinflip, actor, { inventoryIds: items, side: 1 });
  });
});
