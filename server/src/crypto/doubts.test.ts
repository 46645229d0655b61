/**
 * A node's answer must be repeated exactly before it becomes an incident; until then it is only a doubt. For payments, payouts and
 * address balances.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';

let till: Till;
let wallet: string;
let txid: string;
beforeAll(async () => {
  till = await makeTill();
  const { db } = till.world;
  await db.run(sql`select crypto_start('tron', 100, 'block 100', 1)`);
  const player = await till.player();
  ({ wallet } = await till.order(player, 'USDT'));
  ({ txid } = await till.show('USDT', wallet, 10_000_000n));
  await till.confirm('tron', 100, 100);
  await till.sweep();
  await db.run(sql`
    with off as (select set_config('session_replication_role', 'replica', true))
    insert into crypto_payouts (withdrawal_id, attempt, network, coin, address, units, txid, raw, signed_at, state,
      changed_at, height)
    select 'cwd_7', 1, 'tron', 'USDT', 'T', 5, ${'ab'.repeat(32)}, 'aa', 1, 'CONFIRMED', 1, 7 from off`);
});
afterAll(() => till.close());

const open = async () => {
  const rows = await till.world.db.many<{ kind: string }>(
    sql`select kind from crypto_incidents where closed_at is null`,
  );
  return rows.map(({ kind }) => kind);
};
const held = (units: string) => JSON.stringify([{ coin: 'USDT', units, spent: false }]);

test.each([
  [
    'NOT_ON_CHAIN',
    (said: string | null) => sql`select crypto_checked('tron', ${txid}, 0, ${said}, 1000, 5)`,
    ['it is not there', 'it is another sum', null],
  ],
  [
    'PAYOUT_NOT_ON_CHAIN',
    (said: string | null) => sql`select crypto_payout_checked('tron', ${'ab'.repeat(32)}, ${said}, 1000, 5)`,
    ['it is not there', 'it is another sum', null],
  ],
  [
    'MONEY_MISSING',
    (said: string | null) => sql`
      select crypto_weighed('tron', 100, 'block 100', ${wallet}, ${said ?? held('10000000')}::jsonb, 1000, 5)`,
    [held('4000000'), held('3000000'), null],
  ],
] as const)('%s', async (kind, statement, [one, other, same]) => {
  const say = async (what: string | null) => {
    await till.world.db.run(statement(what));
    return open();
  };
  expect(await say(one)).toEqual([]);
  // Something else, and the same again after it matched: no two identical answers in a row.
  expect(await say(other)).toEqual([]);
  expect(await say(one)).toEqual([]);
  expect(await say(same)).toEqual([]);
  expect(await say(one)).toEqual([]);
  expect(await say(one)).toEqual([kind]);
  expect(await say(one)).toEqual([kind]);
  await till.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from crypto_incidents`);
  });
});
