/** Limits of trades: a player who reversed a deposit, limits of a day and of an hour, items whose trade can still be reversed. */
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import {
  depositBySteam,
  listFrozenTrades,
  unfreezeTrades,
  withdrawBySteam,
  withdrawTerms,
} from '@fairpot/contract/trades/schemas';
import { getUser } from '@fairpot/contract/user/schemas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { itemTypeAt } from '../../testing/item-types.ts';
import { raceIn, times } from '../../testing/races.ts';
import { until } from '../../testing/until.ts';
import { insertResults } from '../accounts/results.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { notificationsOf } from '../../testing/notifications.ts';

const HOUR = 60 * 60_000;

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk()));
afterAll(() => desk.close());

type Key = keyof typeof SITE_SETTINGS;
const set = async (values: Partial<Record<Key, number | boolean>>) => {
  for (const [key, value] of Object.entries(values))
    await writeSetting(desk.world.db, SITE_SETTINGS, key as Key, value as never, desk.world.clock.now());
};
afterEach(() => desk.world.db.run(sql`delete from settings where key <> 'global.appid'`).then(() => undefined));

const site = async (player: Actor) =>
  (await desk.world.run(siteInventory, player, {})).items.map((item) => item.id).sort();

/** A deposit that Steam reports complete and that is booked. */
async function credited(player: Actor, prices: readonly number[], toBalance = false): Promise<string> {
  const id = await desk.deposit(player, prices, toBalance);
  await desk.sent(id);
  await desk.complete(id);
  await desk.world.sweepAll();
  return id;
}

async function settled(player: Actor, prices: readonly number[]): Promise<{ id: string; items: string[] }> {
  const id = await credited(player, prices);
  await desk.settle(id);
  await desk.world.sweepAll();
  return { id, items: (await desk.order(player, id)).items.map((item) => item.itemId ?? '') };
}

const reverse = async (id: string) => {
  await desk.move(id, ['ACCEPTED'], { state: 'REVERSED', tradeStatus: 12 });
  await desk.world.sweepAll();
};

describe('a player who reversed a deposit', () => {
  test('can neither deposit nor withdraw until staff lift the freeze; other players are not affected', async () => {
    const { world } = desk;
    const [player, other] = [await desk.player(), await desk.player()];
    const admin = { ...(await desk.player()), status: 'ADMIN' as const };
    const mine = await settled(player, [1_000]);
    const theirs = await settled(other, [1_000]);
    const taken = await credited(player, [600], true);
    expect((await world.run(withdrawTerms, player, {})).frozenAt).toBe(null);
    await reverse(taken);
    expect(await notificationsOf(world.db, player, 'security')).toEqual([
      { kind: 'security', header: 'Trades', text: expect.stringContaining('reversed a deposit on Steam') as string },
    ]);
    expect((await world.run(withdrawTerms, player, {})).frozenAt).toBe(world.clock.now());
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: mine.items })).toBe('TRADES_FROZEN');
    const steamItems = desk.assets([1_000]);
    await world.clock.advance(6 * 60_000);
    expect(await world.refused(depositBySteam, player, { steamItems, convertToBalance: false })).toBe('TRADES_FROZEN');
    // What the player has stays where it is, and so does everything of the others.
    expect(await site(player)).toEqual(mine.items);
    await world.run(withdrawBySteam, other, { inventoryIds: theirs.items });
    const { frozen } = await world.run(listFrozenTrades, admin, {});
    expect(frozen).toMatchObject([{ user: { id: player.id }, orderId: taken }]);
    await world.run(unfreezeTrades, admin, { playerId: player.id, why: 'Steam support confirmed a stolen phone' });
    expect(await world.refused(unfreezeTrades, admin, { playerId: player.id, why: 'again' })).toBe('NO_PLAYER');
    await world.run(withdrawBySteam, player, { inventoryIds: mine.items });
    const kept = await world.db.many(
      sql`select lifted_by as by, why from trade_freezes where player_id = ${player.id}`,
    );
    expect(kept).toEqual([{ by: admin.id, why: 'Steam support confirmed a stolen phone' }]);
  });

  test('and the worker checks their open offers at once', async () => {
    const { world } = desk;
    const player = await desk.player();
    const mine = await settled(player, [1_000]);
    const taken = await credited(player, [600]);
    const { orderId } = await world.run(withdrawBySteam, player, { inventoryIds: mine.items });
    await desk.sent(orderId);
    await desk.move(orderId, ['SENT'], { dueAt: world.clock.now() + HOUR });
    await reverse(taken);
    const due = await desk.trader.one<{ at: number }>(sql`select due_at as at from trade_orders where id = ${orderId}`);
    expect(due.at).toBe(world.clock.now());
  });

  test('is not frozen if it was not credited yet: nothing had arrived', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.move(id, ['SENT'], { state: 'ACCEPTED', tradeId: '880001', tradeStatus: 0 });
    await reverse(id);
    expect((await desk.world.run(withdrawTerms, player, {})).frozenAt).toBe(null);
    expect(await desk.order(player, id)).toMatchObject({ state: 'REVERSED', returned: true });
  });
});

describe('limits', () => {
  test('a player’s deposits have a daily limit, lower on an account’s first day', async () => {
    const { world } = desk;
    await set({ 'deposit.firstDayCents': 1_600, 'deposit.dayCents': 2_600 });
    const player = await desk.player();
    const order = (prices: readonly number[]) => desk.deposit(player, prices);
    const first = await order([1_000]);
    await expect(order([1_000])).rejects.toMatchObject({ code: 'DEPOSIT_DAY' });
    await order([600]);
    // An order that ended without a trade does not count.
    await desk.sent(first);
    await desk.move(first, ['SENT'], { state: 'DECLINED' });
    await order([1_000]);
    await world.clock.advance(25 * HOUR);
    for (const { id } of await world.db.many<{ id: string }>(sql`
      select id from trade_orders where player_id = ${player.id} and slot is not null`))
      await desk.sent(id).then(() => desk.move(id, ['SENT'], { state: 'DECLINED' }));
    const second = await order([1_000, 1_000, 600]);
    await desk.sent(second);
    await desk.complete(second);
    await expect(order([600])).rejects.toMatchObject({ code: 'DEPOSIT_DAY' });
  });

  test('the daily limit holds for two concurrent deposits', async () => {
    const { world } = desk;
    await set({ 'deposit.firstDayCents': 1_000 });
    const player = await desk.player();
    const assets = desk.assets([1_000, 1_000]);
    await world.clock.advance(6 * 60_000);
    const attempts = assets.map(
      (asset) => () => world.runner.execute(depositBySteam, player, { steamItems: [asset], convertToBalance: false }),
    );
    const waiting = () =>
      world.db.one<{ n: number }>(sql`
        select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
    // Neither can write its order before both have come as far as they can.
    const racing = await world.db.transaction(async (tx) => {
      await tx.run(sql`lock table trade_orders in share mode`);
      const both = raceIn(world, attempts);
      await until(async () => (await waiting()).n === 2);
      return { both };
    });
    expect(await racing.both).toEqual({ ok: 1, DEPOSIT_DAY: 1 });
  });

  test('the trading account’s holdings have a limit that includes all open orders, however many are concurrent', async () => {
    const { world } = desk;
    const held = async () => {
      const { held } = await world.db.one<{ held: number }>(sql`
        select brought_cents + ordered_cents as held from trade_holdings`);
      return held;
    };
    const before = await held();
    const [player, ...others] = await Promise.all([1, 2, 3, 4, 5, 6].map(() => desk.player()));
    if (player === undefined) throw new Error('no player');
    const { items } = await settled(player, [1_000, 600]);
    expect((await held()) - before).toBe(1_600);
    // What else the account holds by the newest check counts too: an item of 6.00 and one without a price.
    const stock = [itemTypeAt(600).marketHashName, 'no such thing'].map((name, n) => ({ assetId: `9${n}`, name }));
    const seen = (assets: object[]) =>
      desk.trader.run(sql`select trade_stock_seen(730, ${JSON.stringify(assets)}::jsonb, ${world.clock.now()})`);
    await seen(stock);
    await set({ 'trade.accountCents': before + 1_600 + 600 + 2_500 });
    const assets = desk.assets(others.map(() => 1_000));
    await world.clock.advance(6 * 60_000);
    const attempts = others.map((other, n) => () => {
      const steamItems = [assets[n]].flatMap((asset) => asset ?? []);
      return world.runner.execute(depositBySteam, other, { steamItems, convertToBalance: false });
    });
    expect(await raceIn(world, attempts)).toEqual({ ok: 2, DEPOSIT_FULL: 3 });
    // An offer that ended makes room, and so does a withdrawal.
    const [open] = await world.db.many<{ id: string }>(sql`
      select id from trade_orders where kind = 'DEPOSIT' and slot is not null and created_at = ${world.clock.now()}`);
    await desk.sent(open?.id ?? '');
    await desk.move(open?.id ?? '', ['SENT'], { state: 'DECLINED' });
    expect(await raceIn(world, attempts)).toEqual({ ok: 1, DEPOSIT_FULL: 3, ITEM_IN_OFFER: 1 });
    await seen([]);
    const { orderId } = await world.run(withdrawBySteam, player, { inventoryIds: items });
    await desk.sent(orderId);
    await desk.complete(orderId);
    await desk.settle(orderId);
    await world.sweepAll();
    expect((await held()) - before).toBe(2_000);
  });

  test('a player’s withdrawals have a daily limit that never blocks a single item', async () => {
    const { world } = desk;
    await set({ 'withdraw.dayCents': 900 });
    const player = await desk.player();
    const { items } = await settled(player, [1_000, 600, 100]);
    const [dear = '', fair = '', cheap = ''] = items;
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: [dear, cheap] })).toBe('WITHDRAW_DAY');
    await world.run(withdrawBySteam, player, { inventoryIds: [dear] });
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: [cheap] })).toBe('WITHDRAW_DAY');
    await world.clock.advance(25 * HOUR);
    await world.run(withdrawBySteam, player, { inventoryIds: [fair, cheap] });
  });

  test('all withdrawals together have an hourly limit, however many are concurrent', async () => {
    const { world } = desk;
    const players = [];
    for (let n = 0; n < 6; n += 1) {
      const player = await desk.player();
      players.push({ player, item: (await settled(player, [1_000])).items[0] ?? '' });
    }
    await world.clock.advance(2 * HOUR);
    await set({ 'withdraw.hourCents': 3_500 });
    const attempts = players.map(
      ({ player, item }) =>
        () =>
          world.runner.execute(withdrawBySteam, player, { inventoryIds: [item] }),
    );
    expect(await raceIn(world, attempts)).toEqual({ ok: 3, WITHDRAW_BUSY: 3 });
    await world.clock.advance(HOUR);
    expect(await raceIn(world, attempts)).toEqual({ ok: 3, ITEM_NOT_AVAILABLE: 3 });
  });
});

describe('items whose trade Steam can still reverse', () => {
  test('are unusable, unless the setting lets them be staked; then they stay on the site until they are settled', async () => {
    const { world } = desk;
    const player = await desk.player();
    const before = await credited(player, [1_000]);
    expect(await site(player)).toEqual([]);
    await set({ 'trade.stakeProtected': true });
    const id = await credited(player, [600]);
    const items = (await desk.order(player, id)).items.map((item) => item.itemId ?? '');
    expect(await site(player)).toEqual(items);
    expect((await desk.order(player, id)).protectedUntil).toBeGreaterThan(world.clock.now());
    expect(await desk.order(player, before)).toMatchObject({ booked: true, released: false });
    expect(await world.refused(withdrawBySteam, player, { inventoryIds: items })).toBe('ITEM_PROTECTED');
    await desk.settle(id);
    await world.sweepAll();
    expect(await site(player)).toEqual(items);
    const { context } = await world.db.one<{ context: string }>(sql`
      select context_id as context from trade_assets where item_id = ${items[0]}`);
    expect(context).toBe('2');
    await world.run(withdrawBySteam, player, { inventoryIds: items });
    await desk.settle(before);
    expect(await desk.order(player, before)).toMatchObject({ state: 'SETTLED', released: false });
    await world.sweepAll();
    expect((await desk.order(player, before)).released).toBe(true);
    expect(await site(player)).toHaveLength(1);
  });

  test('money of such a deposit is reserved in either case', async () => {
    await set({ 'trade.stakeProtected': true });
    const player = await desk.player();
    await credited(player, [1_000], true);
    const { user } = await desk.world.run(getUser, player, {});
    expect([user.balanceUsd, user.balanceUsdHold]).toEqual([0, 10]);
  });

  test('are reversed after they were staked: the new owner keeps them, the house bears the loss, the depositor is frozen', async () => {
    const { world } = desk;
    await set({ 'trade.stakeProtected': true });
    const [player, winner] = [await desk.player(), await desk.player()];
    const id = await credited(player, [1_000, 600]);
    const [won = '', kept = ''] = (await desk.order(player, id)).items.map((item) => item.itemId ?? '');
    // As a round pays it to its winner.
    await world.db.run(sql`
      with moved as (
        update item_positions set holder_id = ${winner.id}, version = version + 1 where item_id = ${won}
        returning version
      )
      insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
      select ${won}, version, 'WIN', 'player', ${player.id}, 'player', ${winner.id}, 'test', 1 from moved`);
    await reverse(id);
    expect(await site(player)).toEqual([]);
    expect(await site(winner)).toEqual([won]);
    const places = await world.db.many<{ id: string; kind: string }>(sql`
      select item_id as id, holder_kind as kind from item_positions where item_id = any(${[won, kept]}::text[])`);
    expect(new Map(places.map((each) => [each.id, each.kind]))).toEqual(
      new Map([
        [won, 'player'],
        [kept, 'outside'],
      ]),
    );
    expect((await world.run(withdrawTerms, player, {})).frozenAt).not.toBe(null);
    expect((await world.run(withdrawTerms, winner, {})).frozenAt).toBe(null);
    // The winner is paid out of stock: the item's own asset is gone.
    const result = { game: 'coinflip' as const, at: 1, won: true, wonCents: 1, feeCents: 0, stakedCents: 10_000 };
    await world.db.transaction((tx) =>
      insertResults(tx, [{ ...result, playerId: winner.id, roundId: desk.world.deps.ids.next('round') }], 10),
    );
    const { orderId } = await world.run(withdrawBySteam, winner, { inventoryIds: [won] });
    expect((await desk.order(winner, orderId)).items[0]?.assetId).toBe(null);
    const now = world.clock.now();
    const claimed = await desk.trader.many<{ id: string }>(
      sql`select trade_claim('w1', ${now}, ${now + 1_000}, 1000) as id`,
    );
    expect(claimed.map((each) => each.id)).toContain(orderId);
    const picks = JSON.stringify([{ no: 1, assetId: '424242', contextId: '2' }]);
    const { done } = await desk.trader.one<{ done: boolean }>(sql`
      select trade_assign(${orderId}, 'w1', ${picks}::jsonb, ${now}) as done`);
    expect(done).toBe(true);
    expect((await desk.order(winner, orderId)).items[0]?.assetId).toBe('424242');
    await world.checkInvariants();
  });
});

describe('the books', () => {
  test('process other orders even if more orders than one run takes cannot be booked', async () => {
    const { world } = desk;
    const stuck = [];
    for (let n = 0; n < 22; n += 1) {
      const player = await desk.player();
      const id = await desk.deposit(player, [1_000]);
      await desk.sent(id);
      await desk.complete(id);
      stuck.push({ player, id });
    }
    const ids = stuck.map(({ id }) => id);
    await world.db.run(sql`
      insert into trade_assets (item_id, app_id, asset_id, context_id)
      select 'itm_planted' || row_number() over (), app_id, new_asset_id, new_context_id from trade_moves
      where order_id = any(${ids}::text[])`);
    await world.clock.advance(1_000);
    const player = await desk.player();
    const good = await desk.deposit(player, [1_000]);
    await desk.sent(good);
    await desk.complete(good);
    for (let n = 0; n < 2; n += 1) await world.sweepAll();
    expect((await desk.order(player, good)).booked).toBe(true);
    await world.db.run(sql`delete from trade_assets where item_id like 'itm_planted%'`);
    await world.clock.advance(61_000);
    for (let n = 0; n < 2; n += 1) await world.sweepAll();
    for (const each of stuck) expect((await desk.order(each.player, each.id)).booked).toBe(true);
  });
});

describe('the account behind an offer', () => {
  test('is shown with the order once its offer is sent, as Steam showed it last', async () => {
    const { world } = desk;
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    expect((await desk.order(player, id)).bot).toBe(null);
    const steamId = '76561198000000301';
    const seen = { steamId, name: 'Fairpot 1', level: 12, sinceAt: 1_400_000_000_000, avatar: 'ab'.repeat(20) };
    const tell = (bot: object, at: number) =>
      desk.trader.run(sql`select trade_bot_seen(${JSON.stringify(bot)}::jsonb, ${at})`);
    await tell(seen, 2);
    await tell({ ...seen, name: 'Older look' }, 1);
    await desk.move(id, ['CREATED'], { state: 'SENDING', bot: steamId });
    expect((await desk.order(player, id)).bot).toMatchObject({
      name: 'Fairpot 1',
      level: 12,
      sinceAt: 1_400_000_000_000,
    });
    // An account that was never seen is not made up, and an order's account does not change.
    const other = await desk.deposit(player, [1_000]);
    await desk.move(other, ['CREATED'], { state: 'SENDING', bot: '76561198000000399' });
    expect((await desk.order(player, other)).bot).toBe(null);
    await tell({ ...seen, steamId: '76561198000000302', name: 'Fairpot 2' }, 3);
    await desk.move(id, ['SENDING'], { state: 'UNKNOWN', bot: '76561198000000302' });
    expect((await desk.order(player, id)).bot?.name).toBe('Fairpot 1');
    await world.checkInvariants();
  });
});

test('twenty concurrent withdrawals by one player stay within the daily limit', async () => {
  const { world } = desk;
  const player = await desk.player();
  const { items } = await settled(
    player,
    times(6, () => 600),
  );
  await set({ 'withdraw.dayCents': 1_200 });
  const attempts = items.map((id) => () => world.runner.execute(withdrawBySteam, player, { inventoryIds: [id] }));
  const outcomes = await raceIn(world, attempts);
  expect(outcomes['ok']).toBe(2);
});
