/** What may be withdrawn below Level 10, to the cent, whatever the player has at stake at that moment. */
import { leaveCasebattle } from '@fairpot/contract/casebattle/schemas';
import { cancelCoinflip, createCoinflip, joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { withdrawBySteam, withdrawItems, withdrawTerms } from '@fairpot/contract/trades/schemas';
import { publishCase } from '@fairpot/contract/casebattle/cases/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Arena, CASES, WORTH } from '../../testing/games/casebattle/arena.fixture.ts';
import { casebattleFeature } from '../games/casebattle/casebattle.feature.ts';
import { coinflipFeature } from '../games/coinflip/coinflip.feature.ts';
import { fairFeature } from '../games/kit/fair.feature.ts';
import { sql } from '../platform/database/sql.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { itemTypeAt, slugOf } from '../../testing/item-types.ts';
import { raceIn, times } from '../../testing/races.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { makeTradeDesk, PRICES, type TradeDesk } from '../../testing/trades/desk.fixture.ts';

const MINUTE = 60_000;

let desk: TradeDesk;
beforeAll(async () => {
  desk = await makeTradeDesk({ features: [fairFeature, coinflipFeature, casebattleFeature] });
  const { world } = desk;
  await upsertItemTypes(world.db, [...new Set<number>([...WORTH, ...PRICES])].map(itemTypeAt), world.clock.now());
  for (const each of Object.values(CASES)) await world.run(publishCase, SYSTEM, { ...each, items: [...each.items] });
});
afterAll(() => desk.close());

const refundable = async (player: Actor) => (await desk.world.run(withdrawTerms, player, {})).refundableUsd;

/** A player with settled deposits of items at these prices. Returns the items' ids. */
async function withBrought(prices: readonly number[], toBalance = false): Promise<{ player: Actor; items: string[] }> {
  const player = await desk.player();
  const id = await desk.deposit(player, prices, toBalance);
  await desk.sent(id);
  await desk.complete(id);
  await desk.settle(id);
  await desk.world.sweepAll();
  return { player, items: (await desk.order(player, id)).items.map((item) => item.itemId ?? '') };
}

async function otherWith(price: number): Promise<{ player: Actor; item: string }> {
  const player = await desk.player();
  return { player, item: await desk.gift(player, price) };
}

describe('an open stake', () => {
  test('counts against it once, from the stake through the end of its round; a returned stake no longer counts', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([5_000, 600]);
    const won = await desk.gift(player, 600);
    const stake = { inventoryIds: items.slice(0, 1), side: 1 as const };
    const { gameId } = await world.run(createCoinflip, player, stake);
    expect(await refundable(player)).toBe(6);
    await world.run(cancelCoinflip, player, { gameId });
    expect(await refundable(player)).toBe(56);
    const again = await world.run(createCoinflip, player, stake);
    expect(await refundable(player)).toBe(6);
    const rival = await otherWith(5_000);
    await world.run(joinCoinflip, rival.player, { gameId: again.gameId, inventoryIds: [rival.item], side: 2 });
    expect(await refundable(player)).toBe(6);
    await world.clock.advance(MINUTE);
    await world.sweepAll();
    await world.clock.advance(MINUTE);
    expect((await world.run(getUser, player, {})).statistics.games.coinflip.stakedUsd).toBe(50);
    expect(await refundable(player)).toBe(6);
    // A cent more than what is left is refused; the exact sum is not.
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: [won, ...items.slice(1)] })).toBe(
      'WITHDRAW_LEVEL',
    );
    await world.run(withdrawBySteam, player, { inventoryIds: [won] });
    expect(await refundable(player)).toBe(0);
  }, 60_000);

  test('in a battle counts from the seat through the replay, and not when the seat is returned', async () => {
    const { world } = desk;
    const arena = new Arena(world);
    const { player } = await withBrought([5_000], true);
    const rival = await withBrought([5_000], true);
    const seen = async () => Math.round((await refundable(player)) * 100);
    const left = await arena.create(rival.player, { type: 'STANDARD_3' });
    await arena.join(player, left, 1);
    const price = 5_000 - (await seen());
    expect(price).toBeGreaterThan(0);
    await world.run(leaveCasebattle, player, { gameId: left });
    expect(await seen()).toBe(5_000);
    const id = await arena.create(player);
    expect(await seen()).toBe(5_000 - price);
    await arena.join(rival.player, id, 1);
    expect(await seen()).toBe(5_000 - price);
    // To the result, to the end of the replay, and past it.
    for (let step = 0; step < 10; step += 1) {
      await world.clock.advance(4_000);
      await world.sweepAll();
      expect(await seen()).toBe(5_000 - price);
    }
    await world.clock.advance(MINUTE);
    expect((await world.run(getUser, player, {})).statistics.games.casebattle.stakedUsd).toBe(price / 100);
  }, 60_000);
});

describe('a deposit', () => {
  test('counts when it can no longer be reversed, and not while it is protected', async () => {
    const { world } = desk;
    const player = await desk.player();
    const won = await desk.gift(player, 1_000);
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.complete(id);
    await world.sweepAll();
    expect(await refundable(player)).toBe(0);
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: [won] })).toBe('WITHDRAW_LEVEL');
    await desk.settle(id);
    await world.sweepAll();
    expect(await refundable(player)).toBe(10);
  });

  test('counts for nothing after its trade was reversed', async () => {
    const { world } = desk;
    const { player } = await withBrought([600]);
    const id = await desk.deposit(player, [1_000], true);
    await desk.sent(id);
    await desk.complete(id);
    await world.sweepAll();
    await desk.move(id, ['ACCEPTED'], { state: 'REVERSED', tradeStatus: 12 });
    await world.sweepAll();
    expect(await refundable(player)).toBe(6);
  });
});

describe('at the limit of the sum', () => {
  test('20 concurrent withdrawals take the sum and not a cent more', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([600, 5_000]);
    await world.run(createCoinflip, player, { inventoryIds: items.slice(1), side: 1 });
    const won = await Promise.all(times(19, () => desk.gift(player, 600)));
    const attempts = [items[0] ?? '', ...won].map(
      (id) => () => world.runner.execute(withdrawBySteam, player, { inventoryIds: [id] }),
    );
    expect(await raceIn(world, attempts)).toEqual({ ok: 1, WITHDRAW_LEVEL: 19 });
    expect(await refundable(player)).toBe(0);
  });
});

describe('withdrawable items', () => {
  test('are listed with what backs them, and waiting ones with their date', async () => {
    const { world } = desk;
    const { player, items } = await withBrought([1_000]);
    await world.db.run(sql`update item_types set price_cents = 1500 where slug = ${slugOf(1_000)}`);
    const won = await desk.gift(player, 600);
    const id = await desk.deposit(player, [5_000]);
    await desk.sent(id);
    await desk.complete(id);
    await world.sweepAll();
    const list = () => world.run(withdrawItems, player, {});
    expect((await list()).items.map((item) => [item.id, item.backUsd, item.hasAsset, item.inStock])).toEqual([
      [items[0], 10, true, null],
      [won, 6, false, null],
    ]);
    const order = await desk.order(player, id);
    expect((await list()).waiting).toMatchObject([
      { id: order.items[0]?.itemId, orderId: id, protectedUntil: order.protectedUntil, item: { priceUsd: 50 } },
    ]);
    // As the trade worker reports it.
    const name = itemTypeAt(600).marketHashName;
    const seen = [
      { assetId: '901', name },
      { assetId: '902', name },
    ];
    await desk.trader.run(sql`select trade_stock_seen(730, ${JSON.stringify(seen)}::jsonb, ${world.clock.now()})`);
    expect((await list()).items.map((item) => item.inStock)).toEqual([0, 2]);
    await world.clock.advance(15 * MINUTE + 1);
    expect((await list()).items.map((item) => item.inStock)).toEqual([null, null]);
    await world.db.run(sql`update item_types set price_cents = 1000 where slug = ${slugOf(1_000)}`);
  });
});
