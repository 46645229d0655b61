/** Staff find an order by any clue that a person gives, and by the order the item that an asset became. */
import { findTrades, type TradeSearchResult } from '@fairpot/contract/staff/trades/schemas';
import { withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { getItemTrace } from '@fairpot/contract/operations/trace/schemas';
import { tradeClueOf } from '@fairpot/contract/staff/trades/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import { makeTradeDesk, type TradeDesk } from '../../../testing/trades/desk.fixture.ts';

let desk: TradeDesk;
let staff: Actor;
beforeAll(async () => {
  desk = await makeTradeDesk();
  staff = { ...(await desk.player()), status: 'SUPPORT' };
});
afterAll(() => desk.close());

const find = async (text: string): Promise<TradeSearchResult[]> =>
  (await desk.world.run(findTrades, staff, { text })).found;
const idsOf = async (text: string) => (await find(text)).map(({ order }) => order.id);

/** A settled deposit of one item, and the item's withdrawal, which is declined. */
async function thereAndBack() {
  const { world } = desk;
  const player = await desk.player();
  const deposit = await desk.deposit(player, [1_000]);
  await desk.sent(deposit);
  await desk.complete(deposit);
  await desk.settle(deposit);
  await world.sweepAll();
  const item = (await desk.order(player, deposit)).items[0]?.itemId ?? '';
  const { orderId: withdrawal } = await world.run(withdrawBySteam, player, { inventoryIds: [item] });
  await desk.sent(withdrawal);
  await desk.move(withdrawal, ['SENT'], { state: 'DECLINED' });
  await world.sweepAll();
  return { player, deposit, withdrawal, item };
}

test('the asset before the trade, the one after it, the trade’s number, the offer’s, the code and our ids all lead to it', async () => {
  const { player, deposit, withdrawal, item } = await thereAndBack();
  const [{ user, order, tradeId, tradeStatus, moved } = { moved: [] }] = (await find(deposit)) as [TradeSearchResult];
  expect(user?.id).toBe(player.id);
  expect(order).toEqual(await desk.order(player, deposit));
  expect(tradeStatus).toBe(3);
  const [move] = moved;
  expect(moved).toMatchObject([
    {
      tradeId,
      direction: 'IN',
      before: { appId: 730, contextId: '2' },
      after: { appId: 730, contextId: '16' },
      itemId: item,
    },
  ]);
  const ways = [order?.code, `#${order?.code.toLowerCase()}`, ` ${order?.offerId} `, tradeId, move?.before.assetId];
  for (const way of ways) expect([way, await idsOf(way ?? '')]).toEqual([way, expect.arrayContaining([deposit])]);
  // Its asset id at our account is the one that the withdrawal offered, and the item's own trace agrees.
  expect(await idsOf(move?.after.assetId ?? '')).toEqual(expect.arrayContaining([withdrawal, deposit]));
  expect(await idsOf(item)).toEqual([withdrawal, deposit]);
  const { asset } = await desk.world.run(getItemTrace, staff, { id: item });
  expect(asset?.assetId).toBe(move?.after.assetId);
});

test('an order that was never sent is found by its ordered asset; of very many, the newest', async () => {
  const { world } = desk;
  const player = await desk.player();
  const steamItems = desk.assets([1_000]);
  const [{ assetid } = { assetid: '' }] = steamItems;
  const deposit = await desk.deposit(player, [1_000]);
  await world.db.run(sql`update trade_order_items set asset_id = ${assetid} where order_id = ${deposit}`);
  expect(await idsOf(assetid)).toEqual([deposit]);
  await desk.move(deposit, ['CREATED'], { state: 'REFUSED', reason: 'ITEM_GONE' });
  await world.db.run(sql`
    insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at,
      expires_at, state, changed_at)
    select 'trd_' || lpad(n::text, 26, 'z'), kind, player_id, partner, token, app_id, 'D-' || lpad(n::text, 6, '0'),
      to_balance, cents, created_at, expires_at, state, changed_at
    from trade_orders, generate_series(1, 30) n where id = ${deposit}`);
  await world.db.run(sql`
    insert into trade_order_items (order_id, no, app_id, context_id, asset_id, item_type, market_hash_name, cents,
      back_cents, open)
    select 'trd_' || lpad(n::text, 26, 'z'), no, app_id, context_id, asset_id, item_type, market_hash_name, cents,
      back_cents, false
    from trade_order_items, generate_series(1, 30) n where order_id = ${deposit}`);
  const found = await idsOf(assetid);
  expect(found).toHaveLength(20);
  expect(found).toEqual([...found].sort().reverse());
  expect([found[0], found.includes(deposit)]).toEqual([`trd_${'z'.repeat(25)}9`, false]);
});

test('is for staff; a text that is no clue, and a clue to nothing, find nothing', async () => {
  const player = await desk.player();
  expect(await desk.world.refused(findTrades, player, { text: '1' })).toBe('FORBIDDEN');
  for (const text of [
    '',
    'D-7Q3K2',
    '%',
    '-1',
    '9'.repeat(21),
    'trd_1',
    '99999999999999',
    'D-000ZZZ',
    `trd_${'0'.repeat(25)}z`,
  ])
    expect([text, await find(text)]).toEqual([text, []]);
  expect(tradeClueOf(' #d-7q3k2m ')).toEqual({ kind: 'CODE', text: 'D-7Q3K2M' });
  // Letters that codes never contain, because they look like digits.
  expect(['D-7Q3K2I', 'D-7Q3K2O', 'D-7Q3K2U', 'X-7Q3K2M'].map(tradeClueOf)).toEqual([null, null, null, null]);
});
