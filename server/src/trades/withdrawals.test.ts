/** Withdrawals on the site's side: who may withdraw what, and where the items are meanwhile. */
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { withdrawBySteam, withdrawTerms } from '@fairpot/contract/trades/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertResults } from '../accounts/results.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { raceIn, times } from '../../testing/races.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { notificationsOf, pushesOf, wantPushes } from '../../testing/notifications.ts';

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk()));
afterAll(() => desk.close());

const site = async (player: Actor) => (await desk.world.run(siteInventory, player, {})).items;

/** What this player staked and lost, as the games record it; cents. */
async function staked(player: Actor, cents: number): Promise<void> {
  const { ids, clock } = desk.world.deps;
  const result = { game: 'coinflip' as const, at: clock.now(), won: false, wonCents: 0, feeCents: 0 };
  await desk.world.db.transaction((tx) =>
    insertResults(tx, [{ ...result, playerId: player.id, roundId: ids.next('round'), stakedCents: cents }], 10),
  );
}

describe('a withdrawal', () => {
  async function withBrought(prices: readonly number[]): Promise<{ player: Actor; items: string[] }> {
    const player = await desk.player();
    await wantPushes(desk.world.db, player);
    const id = await desk.deposit(player, prices);
    await desk.sent(id);
    await desk.complete(id);
    await desk.settle(id);
    await desk.world.sweepAll();
    return { player, items: (await desk.order(player, id)).items.map((item) => item.itemId ?? '') };
  }

  test('below Level 10 returns what was deposited and not staked, and not a cent more', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([1_000, 600]);
    const won = await desk.gift(player, 100);
    expect(await world.run(withdrawTerms, player, {})).toEqual({
      level: 0,
      levelNeeded: 10,
      refundableUsd: 16,
      frozenAt: null,
    });
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: [...items, won] })).toBe('WITHDRAW_LEVEL');
    const { orderId } = await world.run(withdrawBySteam, player, { inventoryIds: items });
    expect((await world.run(withdrawTerms, player, {})).refundableUsd).toBe(0);
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: [won] })).toBe('WITHDRAW_LEVEL');
    await desk.sent(orderId);
    await desk.complete(orderId);
    await desk.settle(orderId);
    await world.sweepAll();
    expect((await site(player)).map((item) => item.id)).toEqual([won]);
    expect(await desk.order(player, orderId)).toMatchObject({ state: 'SETTLED', booked: true });
    expect(await pushesOf(world.db, player)).toEqual([
      ['offer', '/deposit'],
      ['deposited', '/deposit'],
      ['offer', '/withdraw'],
      ['withdrawn', '/withdraw'],
    ]);
    const history = await world.db.many<{ code: string }>(sql`
      select code from item_moves where item_id = ${items[0]} order by version`);
    expect(history.map((each) => each.code)).toEqual([
      'MINT',
      'TRADE_HOLD',
      'TRADE_RELEASE',
      'TRADE_HOLD',
      'TRADE_LEAVE',
    ]);
  });

  test('returns a deposited item even if its price rose; stakes count against it', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([1_000]);
    await world.db.run(sql`update item_types set price_cents = 2000 where slug = 'test-1000'`);
    const order = await world.run(withdrawBySteam, player, { inventoryIds: items });
    await desk.move(order.orderId, ['CREATED'], { state: 'REFUSED', reason: 'NO_STOCK' });
    await world.sweepAll();
    await world.db.run(sql`update item_types set price_cents = 1000 where slug = 'test-1000'`);
    await staked(player, 1);
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: items })).toBe('WITHDRAW_LEVEL');
  });

  test('of an item whose price is in doubt: its owner gets it, and nothing else counts as a refund', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([1_000]);
    const won = await desk.gift(player, 5_000);
    const doubt = (type: string, to: string | null, price: number) =>
      world.db.run(sql`update item_types set doubt = ${to}, price_cents = ${price} where slug = ${`test-${type}`}`);
    // Its sources say a fifth of its price, and are not believed.
    await doubt('5000', 'JUMP', 1_000);
    await expect(world.runner.execute(withdrawBySteam, player, { inventoryIds: [won] })).rejects.toMatchObject({
      code: 'PRICE_DOUBTED',
    });
    await doubt('1000', 'STALE', 100);
    await world.run(withdrawBySteam, player, { inventoryIds: items });
    expect((await world.run(withdrawTerms, player, {})).refundableUsd).toBe(0);
    await staked(player, 10_000);
    await world.run(withdrawBySteam, player, { inventoryIds: [won] });
    for (const price of [1_000, 5_000]) await doubt(String(price), null, price);
  });

  test('from Level 10 on pays winnings', async () => {
    const player = await desk.player();
    const won = await desk.gift(player, 5_000);
    await staked(player, 9_999);
    expect(await desk.world.refused(withdrawBySteam, player, { inventoryIds: [won] })).toBe('WITHDRAW_LEVEL');
    await staked(player, 1);
    await desk.world.run(withdrawBySteam, player, { inventoryIds: [won] });
    expect((await desk.world.run(withdrawTerms, player, {})).level).toBe(10);
  });

  test.each(['DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED'])(
    'that ends %s returns the items and the refundable sum',
    async (state) => {
      const { player, items } = await withBrought([1_000]);
      const { orderId } = await desk.world.run(withdrawBySteam, player, { inventoryIds: items });
      expect(await site(player)).toEqual([]);
      await desk.sent(orderId);
      await desk.move(orderId, ['SENT'], { state, reason: state === 'REFUSED' ? 'ITEM_GONE' : null });
      await desk.world.sweepAll();
      expect((await site(player)).map((item) => item.id)).toEqual(items);
      expect((await desk.world.run(withdrawTerms, player, {})).refundableUsd).toBe(10);
      expect(await desk.order(player, orderId)).toMatchObject({ state, returned: true });
      const texts = (await notificationsOf(desk.world.db, player, 'withdrawal')).map(({ text }) => text);
      expect(texts).toEqual([
        expect.stringMatching(/^Your items wait for you at Steam: accept the offer W-\w+$/),
        expect.stringContaining('are back in your inventory'),
      ]);
      expect((await pushesOf(desk.world.db, player)).slice(2)).toEqual([
        ['offer', '/withdraw'],
        ['returned', '/withdraw'],
      ]);
    },
  );

  test('that Steam reverses returns the item to the player, with the asset that came back', async () => {
    const { player, items } = await withBrought([1_000]);
    const { orderId } = await desk.world.run(withdrawBySteam, player, { inventoryIds: items });
    await desk.sent(orderId);
    await desk.complete(orderId);
    await desk.world.sweepAll();
    expect(await site(player)).toEqual([]);
    const [item] = (await desk.order(player, orderId)).items;
    const back = [
      { assetId: item?.assetId, contextId: '2', newAssetId: '999999', newContextId: '2', direction: 'BACK' },
    ];
    await desk.trader.run(sql`select trade_record(${orderId}, '555', ${JSON.stringify(back)}::jsonb, 1)`);
    await desk.move(orderId, ['ACCEPTED'], { state: 'REVERSED', tradeStatus: 12 });
    await desk.world.sweepAll();
    expect((await site(player)).map((each) => each.id)).toEqual(items);
    expect((await desk.order(player, orderId)).items[0]?.assetId).toBe('999999');
  });

  test('of one item, 12 concurrent times, succeeds once, and never while it is protected', async () => {
    const { player, items } = await withBrought([1_000]);
    const once = () => desk.world.runner.execute(withdrawBySteam, player, { inventoryIds: items });
    expect(
      await raceIn(
        desk.world,
        times(12, () => once),
      ),
    ).toEqual({ ok: 1, ITEM_NOT_AVAILABLE: 11 });
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.complete(id);
    await desk.world.sweepAll();
    const held = (await desk.order(player, id)).items.map((item) => item.itemId);
    expect(await desk.world.refused(withdrawBySteam, player, { inventoryIds: held })).toBe('ITEM_NOT_AVAILABLE');
  });

  test('of two halves of the refundable sum both succeed, of two wholes one', async () => {
    const { player, items } = await withBrought([1_000]);
    const won = [await desk.gift(player, 1_000), await desk.gift(player, 1_000)];
    const attempts = [...items, ...won].map(
      (id) => () => desk.world.runner.execute(withdrawBySteam, player, { inventoryIds: [id] }),
    );
    expect(await raceIn(desk.world, attempts)).toEqual({ ok: 1, WITHDRAW_LEVEL: 2 });
  });

  test('is refused while withdrawals are paused, and for more items than one offer holds', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([1_000, 600]);
    const set = (key: 'withdraw.paused' | 'deposit.maxCount', value: boolean | number) =>
      writeSetting(world.db, SITE_SETTINGS, key, value as never, world.clock.now());
    await set('withdraw.paused', true);
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: items })).toBe('GAME_PAUSED');
    await set('withdraw.paused', false);
    await set('deposit.maxCount', 1);
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: items })).toBe('ITEMS_LIMIT');
    await set('deposit.maxCount', 15);
    await world.run(withdrawBySteam, player, { inventoryIds: items });
  });

  test('gets assets only from the worker that claimed it, and only before it was sent', async () => {
    const { world, trader } = desk;
    const player = await desk.player();
    const won = await desk.gift(player, 5_000);
    await staked(player, 10_000);
    const { orderId } = await world.run(withdrawBySteam, player, { inventoryIds: [won] });
    const now = world.clock.now();
    const picks = JSON.stringify([{ no: 1, assetId: '4242', contextId: '2' }]);
    const assign = async (lease: string, at = now) =>
      (
        await trader.one<{ done: boolean }>(
          sql`select trade_assign(${orderId}, ${lease}, ${picks}::jsonb, ${at}) as done`,
        )
      ).done;
    const claimed = await trader.many(sql`select trade_claim('mine', ${now}, ${now + 1_000}, 100)`);
    expect(claimed.length).toBeGreaterThan(0);
    expect(await assign('another')).toBe(false);
    expect(await assign('mine', now + 1_000)).toBe(false);
    await desk.move(orderId, ['CREATED'], { state: 'SENDING' });
    expect(await assign('mine')).toBe(false);
    await desk.move(orderId, ['SENDING'], { state: 'CREATED' });
    expect(await assign('mine')).toBe(true);
    expect((await desk.order(player, orderId)).items[0]?.assetId).toBe('4242');
  });

  test('is refused without a trade link, and for another player’s items', async () => {
    const { player, items } = await withBrought([1_000]);
    const other = await desk.player();
    expect(await desk.world.refused(withdrawBySteam, other, { inventoryIds: items })).toBe('ITEM_NOT_AVAILABLE');
    expect(await desk.world.refused(withdrawBySteam, await desk.player(''), { inventoryIds: items })).toBe(
      'TRADE_LINK_MISSING',
    );
    expect(await desk.world.refused(withdrawBySteam, player, { inventoryIds: [...items, ...items] })).toBe(
      'ITEM_NOT_AVAILABLE',
    );
  });
});
