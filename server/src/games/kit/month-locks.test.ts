/**
 * A command locks each month of each table that it names, because plans are made once for all ids (decision 0010). The locks of all commands share one
 * table of the database, and those beyond the first are slower: a year of months stays within a bound (decision 0094).
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

/** Beside the first partition, which has this month, too, and the one that takes the rest. */
const MONTHS_AHEAD = 12;
/** By call, and of a settlement of one round; the first time on a connection, when a statement's plan is made, too. */
const MOST = { 'coinflip.create': 250, 'coinflip.join': 260, settlement: 300 };

let table: CoinflipTable;
const owner = (text: string) => table.world.db.run({ text, values: [] });
beforeEach(async () => {
  table = await makeTable({ fresh: true });
});
afterEach(() => table.world.close());

/** Partitions as if the database's clock were later. */
async function makeMonths(): Promise<void> {
  const { db } = table.world;
  const now = 'create or replace function database_ms() returns bigint language sql volatile as';
  // The sweep makes two months ahead by itself.
  const later = `clock_timestamp() + interval '${MONTHS_AHEAD - 2} months'`;
  await owner(`${now} $$ select (extract(epoch from ${later}) * 1000)::bigint $$`);
  for (;;) {
    const { made } = await db.one<{ made: number }>(sql`select round_partition_ahead() as made`);
    if (made === 0) break;
  }
  await owner(`${now} $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$`);
}

/** Notes how many locks a transaction holds when it commits, if it adds a row to the table. */
async function countLocks(of: string, name: string): Promise<void> {
  await owner(`create function count_${of}() returns trigger language plpgsql security definer as $$ begin
    insert into lock_counts select ${name}, count(*) from pg_locks where pid = pg_backend_pid();
    return null;
  end $$`);
  await owner(`create constraint trigger count_locks after insert on ${of} deferrable initially deferred
    for each row execute function count_${of}()`);
}

test('create, join and settlement hold a bounded number of locks over a year of months', async () => {
  await makeMonths();
  await owner('create table lock_counts (work text, locks bigint)');
  await countLocks('receipts', 'new.call');
  await countLocks('settlements', `'settlement'`);
  for (let n = 0; n < 3; n++) {
    await table.lockedGame();
    await table.settle();
  }
  const counts = await table.world.db.many<{ work: string; most: number }>(sql`
    select work, max(locks) as most from lock_counts where work = any(${Object.keys(MOST)}::text[]) group by work`);
  const { parts } = await table.world.db.one<{ parts: number }>(sql`
    select count(*) as parts from pg_inherits where inhparent = 'entries'::regclass`);
  expect(parts).toBe(MONTHS_AHEAD + 2);
  for (const [work, most] of Object.entries(MOST)) {
    const locks = counts.find((each) => each.work === work)?.most ?? Number.POSITIVE_INFINITY;
    expect(locks, work).toBeLessThanOrEqual(most);
  }
});
