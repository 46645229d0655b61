/** The invariants of deposits and withdrawals detect what they exist for: each planted fault is named. */
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql, type Sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { makeTradeDesk, type TradeDesk } from '../../../testing/trades/desk.fixture.ts';

let desk: TradeDesk;
let here: string;
let gone: string;
let paid: string;
let waiting: string;

/** A settled deposit; its order and its items. */
async function deposited(player: Actor, prices: readonly number[], toBalance = false) {
  const orderId = await desk.deposit(player, prices, toBalance);
  await desk.sent(orderId);
  await desk.complete(orderId);
  await desk.settle(orderId);
  await desk.world.sweepAll();
  const { items } = await desk.order(player, orderId);
  return { orderId, items: items.map((item) => item.itemId ?? '') };
}

beforeAll(async () => {
  desk = await makeTradeDesk();
  const player = await desk.player();
  const { items } = await deposited(player, [1_000, 600]);
  [here = '', gone = ''] = items;
  const out = await desk.world.run(withdrawBySteam, player, { inventoryIds: [gone] });
  await desk.sent(out.orderId);
  await desk.complete(out.orderId);
  await desk.settle(out.orderId);
  await desk.world.sweepAll();
  paid = (await deposited(player, [1_000], true)).orderId;
  waiting = await desk.deposit(player, [5_000], true);
  await desk.sent(waiting);
  await desk.complete(waiting);
  await desk.world.sweepAll();
  await desk.world.checkInvariants();
});
afterAll(() => desk.close());

/** The violations after these statements, which are then rolled back. */
async function planted(statements: readonly Sql[]): Promise<string> {
  const { db, features } = desk.world;
  const found: string[] = [];
  const undo = new Error('undo');
  await db
    .transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      await tx.run(sql`drop index trade_assets_once`);
      for (const statement of statements) expect(await tx.run(statement)).toBeGreaterThan(0);
      for (const invariant of features.flatMap((f) => f.invariants ?? [])) {
        for (const line of await invariant.check(tx)) found.push(`${invariant.name}: ${line}`);
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found.join('\n');
}

describe('a fault is detected', () => {
  const faults: readonly [string, RegExp, () => Sql[]][] = [
    [
      'an item of a trade unknown to Steam',
      /came by a trade that Steam does not know/,
      () => [
        sql`delete from trade_moves m using trade_order_items i
        where i.item_id = ${here} and m.order_id = i.order_id and m.asset_id = i.asset_id`,
      ],
    ],
    [
      'an item that names another asset than the one received',
      /came by a trade that Steam does not know/,
      () => [sql`update items set origin = origin || '1' where id = ${here}`],
    ],
    [
      'an item that left without a trade',
      /left by no trade that Steam knows/,
      () => [sql`delete from trade_moves where direction = 'OUT'`],
    ],
    [
      'an item that was sent but is still here',
      /sent out is still here/,
      () => [sql`update item_positions set holder_kind = 'player', state = 'available' where item_id = ${gone}`],
    ],
    [
      'an asset behind two items',
      /is behind 2 items/,
      () => [
        sql`update trade_assets set held = true, asset_id = (select asset_id from trade_assets where item_id = ${here})
        where item_id = ${gone}`,
      ],
    ],
    [
      'a missing asset of an item that is here',
      /is available, its asset is gone/,
      () => [sql`update trade_assets set held = false where item_id = ${here}`],
    ],
    [
      'a held asset of an item that left',
      /is withdrawn, its asset is held/,
      () => [sql`update trade_assets set held = true where item_id = ${gone}`],
    ],
    [
      'a traded item without an asset',
      /came by a trade and has no asset/,
      () => [sql`delete from trade_assets where item_id = ${here}`],
    ],
    [
      'an asset that did not come by a trade',
      /which no trade of it brought/,
      () => [sql`update trade_assets set asset_id = '1' where item_id = ${here}`],
    ],
    [
      'a deposit that the ledger paid twice',
      /reserved 0 and paid 2000, not 0 and 1000/,
      () => [
        sql`update postings set cents = cents * 2 where account_id like 'cash:%'
        and transfer_id in (select id from transfers where ref = ${paid} and code = 'HOLD_RELEASE')`,
      ],
    ],
    [
      'a deposit paid while it can be reversed',
      /reserved 0 and paid 5000, not 5000 and 0/,
      () => [
        sql`update postings set account_id = replace(account_id, 'hold:', 'cash:') where account_id like 'hold:%'
        and transfer_id in (select id from transfers where ref = ${waiting})`,
      ],
    ],
  ];

  test.each(faults)('%s', async (_name, line, statements) => {
    expect(await planted(statements())).toMatch(line);
  });
});
