/** The books of what is open at a moment: a settlement takes its own rounds out of them, and reads no others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type ClosablePool } from '../platform/database/db.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import { makeTable, type CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';

let table: CoinflipTable;
let pool: ClosablePool;
beforeAll(async () => {
  table = await makeTable();
  pool = openPool({ url: table.world.databaseUrl, maxConnections: 1 });
});
afterAll(async () => {
  await pool.close();
  await table.world.close();
});

const record = (tx: Tx, playerId: string, rounds: readonly string[]) =>
  tx.run(sql`
    insert into player_results (player_id, round_id, game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    select ${playerId}, r.id, 'coinflip', 0, false, 100, 0, 0, 0 from unnest(${rounds}::text[]) as r (id)`);

const read = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ read: number }>(sql`
      select sum(pg_stat_get_xact_tuples_returned(indexrelid)) as read from pg_index
      where indrelid = 'open_stakes'::regclass`)
  ).read;

test('a plan made while little was open still reads its own rounds alone when thousands are open', async () => {
  const { id } = await table.player();
  await pool.transaction(async (tx) => {
    await tx.run(sql`
      insert into open_stakes (round_id, player_id, cents, seat, hour)
      select 'rnd_0' || n, 'ply_' || n, 100, false, 0 from generate_series(1, 40) n`);
    await tx.run(sql`analyze open_stakes`);
    await record(tx, id, ['rnd_first']);
    await tx.run(sql`
      insert into open_stakes (round_id, player_id, cents, seat, hour)
      select 'rnd_' || n, ${id}, 100, false, 0 from generate_series(1, 3000) n
      union all select 'rnd_998', 'ply_other', 100, false, 0`);
    const before = await read(tx);
    await record(tx, id, ['rnd_998', 'rnd_999']);
    expect((await read(tx)) - before).toBeLessThan(20);
    const left = await tx.one<{ open: number }>(sql`select count(*) as open from open_stakes where player_id = ${id}`);
    expect(left.open).toBe(2_998);
    const others = await tx.one<{ open: number }>(
      sql`select count(*) as open from open_stakes where round_id in ('rnd_998', 'rnd_999')`,
    );
    expect(others.open).toBe(1);
  });
});
