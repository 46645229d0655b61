/** Trades on the site's side, with a real database: what may be ordered, and what follows from Steam's answers. */
import { siteInventory, steamInventory } from '@fairpot/contract/inventory/schemas';
import {
  depositBySteam,
  getTradeOrder,
  listTradeOrders,
  setTradeLink,
  withdrawTerms,
} from '@fairpot/contract/trades/schemas';
import { tradeLinkOf } from '@fairpot/contract/trades/calls';
import { getUser } from '@fairpot/contract/user/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { SITE_SETTINGS } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { itemTypeAt, slugOf } from '../../testing/item-types.ts';
import { raceIn, times } from '../../testing/races.ts';
import { mintStock } from '../vault/items.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { backedStock } from './invariants.ts';
import { notificationsOf } from '../../testing/notifications.ts';

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk()));
afterAll(() => desk.close());

const balances = async (player: Actor) => {
  const { user } = await desk.world.run(getUser, player, {});
  return [user.balanceUsd, user.balanceUsdHold];
};
const site = async (player: Actor) => (await desk.world.run(siteInventory, player, {})).items;

describe('the trade link', () => {
  test('is accepted for the own account, and shows in the profile', async () => {
    const player = await desk.player('');
    const { user } = await desk.world.run(getUser, player, {});
    expect(user.tradeToken).toBe('');
    const tradeLink = tradeLinkOf(user.steamid, 'Ab_-9xYz');
    expect(await desk.world.run(setTradeLink, player, { tradeLink })).toEqual({ tradeToken: 'Ab_-9xYz' });
    expect((await desk.world.run(getUser, player, {})).user.tradeToken).toBe('Ab_-9xYz');
  });

  test('is refused for another account, or if it is no trade link', async () => {
    const [player, other] = [await desk.player(''), await desk.player('')];
    const theirs = (await desk.world.run(getUser, other, {})).user.steamid;
    const link = tradeLinkOf(theirs, 'abcdefgh');
    expect(await desk.world.refused(setTradeLink, player, { tradeLink: link })).toBe('TRADE_LINK_FOREIGN');
    const own = tradeLinkOf((await desk.world.run(getUser, player, {})).user.steamid, 'abcdefgh');
    const bad = [
      own.replace('https:', 'http:'),
      own.replace('steamcommunity.com', 'steamcommunity.com.example'),
      own.replace('https://', 'https://a@'),
      `${own}&token=12345678`,
      `${own}&x=1`,
      `${own}9`,
      own.replace(/token=.*/, 'token=%61bcdefgh'),
      own.replace('partner=', 'partner=0'),
      own.replace(/partner=\d+/, 'partner=4294967296'),
      'javascript:alert(1)',
    ];
    for (const tradeLink of bad)
      expect(await desk.world.refused(setTradeLink, player, { tradeLink })).toBe('TRADE_LINK_BAD');
    expect((await desk.world.run(getUser, player, {})).user.tradeToken).toBe('');
  });
});

describe('a deposit', () => {
  test('becomes items when the trade is settled, and waits on the site until then', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000, 600]);
    expect(await desk.order(player, id)).toMatchObject({
      state: 'CREATED',
      totalUsd: 16,
      offerId: null,
      booked: false,
    });
    await desk.sent(id);
    const open = await desk.order(player, id);
    expect(open.offerUrl).toBe(`/sim/steam/tradeoffer/${open.offerId}/`);
    expect(open.clientUrl).toBe(`steam://openurl/https://steamcommunity.com/tradeoffer/${open.offerId}/`);
    await desk.complete(id);
    await desk.world.sweepAll();
    const held = await desk.order(player, id);
    expect(held).toMatchObject({ state: 'ACCEPTED', booked: true });
    expect(held.protectedUntil).toBeGreaterThan(desk.world.clock.now());
    expect(await site(player)).toEqual([]);
    await desk.settle(id);
    await desk.world.sweepAll();
    expect((await site(player)).map((item) => item.item.priceUsd)).toEqual([10, 6]);
    expect(await balances(player)).toEqual([0, 0]);
  });

  test('to the balance is reserved until it is settled; the house gets the items then', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000], true);
    await desk.sent(id);
    await desk.complete(id);
    await desk.world.sweepAll();
    expect(await balances(player)).toEqual([0, 10]);
    await desk.settle(id);
    await desk.world.sweepAll();
    expect(await balances(player)).toEqual([10, 0]);
    expect(await site(player)).toEqual([]);
    const [{ itemId } = { itemId: null }] = (await desk.order(player, id)).items;
    const moves = await desk.world.db.many<{ code: string }>(sql`
      select code from item_moves where item_id = ${itemId} order by version`);
    expect(moves.map((move) => move.code)).toEqual(['MINT', 'TRADE_HOLD', 'TRADE_SELL']);
  });

  test.each([true, false])('that the player reverses leaves nothing (to balance: %s)', async (toBalance) => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000], toBalance);
    await desk.sent(id);
    await desk.complete(id);
    await desk.world.sweepAll();
    await desk.move(id, ['ACCEPTED'], { state: 'REVERSED', tradeStatus: 12 });
    await desk.world.sweepAll();
    expect(await balances(player)).toEqual([0, 0]);
    expect(await site(player)).toEqual([]);
    expect(await desk.order(player, id)).toMatchObject({ state: 'REVERSED', returned: true });
    expect((await desk.world.run(withdrawTerms, player, {})).refundableUsd).toBe(0);
  });

  test('credits what was really received, and nothing before Steam reports the trade complete', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000, 600], true);
    await desk.sent(id);
    await desk.move(id, ['SENT'], { state: 'ACCEPTED', tradeId: '777000', tradeStatus: 0 });
    await desk.world.sweepAll();
    expect(await balances(player)).toEqual([0, 0]);
    expect((await desk.order(player, id)).booked).toBe(false);
    const other = await desk.deposit(player, [1_000, 600], true);
    await desk.sent(other);
    await desk.complete(other, { without: 1 });
    await desk.world.sweepAll();
    expect(await balances(player)).toEqual([0, 6]);
  });

  test('is no longer offered once it was booked: the cached inventory is dropped', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    const read = () => desk.world.run(steamInventory, player, { appId: 730, contextId: 2 });
    const before = await read();
    desk.steam.items.length = 0;
    expect(await read()).toEqual(before);
    await desk.sent(id);
    await desk.complete(id);
    await desk.world.sweepAll();
    expect((await read()).items).toEqual([]);
  });

  test('that Steam holds is not credited', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.move(id, ['SENT'], { state: 'HELD', tradeStatus: 10, tradeId: '777001' });
    await desk.world.sweepAll();
    expect(await desk.order(player, id)).toMatchObject({ state: 'HELD', booked: false });
    expect(await site(player)).toEqual([]);
  });

  test('accepted after it was given up is credited as items, never at the old price, and the player is notified', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000], true);
    await desk.sent(id);
    await desk.move(id, ['SENT'], { state: 'EXPIRED' });
    await desk.complete(id);
    await desk.world.sweepAll();
    await desk.settle(id);
    await desk.world.sweepAll();
    expect(await balances(player)).toEqual([0, 0]);
    expect(await site(player)).toHaveLength(1);
    expect((await notificationsOf(desk.world.db, player)).map(({ text }) => text)).toEqual([
      'Trade accepted late: the items are in your inventory',
    ]);
  });

  test('is booked once, however many nodes keep the books', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000], true);
    await desk.sent(id);
    await desk.complete(id);
    await desk.settle(id);
    await Promise.all(times(6, () => desk.world.node(desk.world.clock).sweepAll()));
    expect(await balances(player)).toEqual([10, 0]);
    await desk.world.checkInvariants();
  });

  test('that cannot be booked does not block the others', async () => {
    const [player, other] = [await desk.player(), await desk.player()];
    const [stuck, good] = [await desk.deposit(player, [1_000]), await desk.deposit(other, [1_000])];
    for (const id of [stuck, good]) {
      await desk.sent(id);
      await desk.complete(id);
    }
    await desk.world.db.run(sql`
      insert into trade_assets (item_id, app_id, asset_id, context_id)
      select 'itm_planted', app_id, new_asset_id, new_context_id from trade_moves where order_id = ${stuck}`);
    await desk.world.sweepAll();
    expect((await desk.order(player, stuck)).booked).toBe(false);
    expect((await desk.order(other, good)).booked).toBe(true);
    await desk.world.db.run(sql`delete from trade_assets where item_id = 'itm_planted'`);
    await desk.world.clock.advance(61_000); // it is retried after a minute
    await desk.world.sweepAll();
    expect((await desk.order(player, stuck)).booked).toBe(true);
  });
});

describe('a deposit is refused', () => {
  test('without a trade link, below the minimum, of another game, of a missing item, and when deposits are paused', async () => {
    const { world } = desk;
    const player = await desk.player();
    const offer = (steamItems: object[], by = player) =>
      world.refused(depositBySteam, by, { steamItems, convertToBalance: true });
    const [cheap, dear, hidden] = desk.assets([100, 1_000, 50]);
    const fine = [dear ?? {}];
    await world.clock.advance(6 * 60_000);
    expect(await offer(fine, await desk.player(''))).toBe('TRADE_LINK_MISSING');
    expect(await offer([cheap ?? {}])).toBe('DEPOSIT_TOO_LOW');
    expect(await offer([{ ...dear, appid: 570 }])).toBe('DEPOSIT_CLOSED');
    expect(await offer([...fine, { ...dear, appid: 570 }])).toBe('ONE_GAME_PER_OFFER');
    expect(await offer([...fine, { ...dear, assetid: '1' }])).toBe('ITEM_NOT_AVAILABLE');
    expect(await offer([...fine, hidden ?? {}])).toBe('ITEM_NOT_AVAILABLE');
    expect(await offer([...fine, ...fine])).toBe('ITEM_NOT_AVAILABLE');
    expect(await offer([{ ...dear, contextid: '16' }])).toBe('ITEM_NOT_AVAILABLE');
    expect(await offer(times(16, () => dear ?? {}))).toBe('ITEMS_LIMIT');
    await writeSetting(world.db, SITE_SETTINGS, 'deposit.paused', true, world.clock.now());
    expect(await offer(fine)).toBe('GAME_PAUSED');
    await writeSetting(world.db, SITE_SETTINGS, 'deposit.paused', false, world.clock.now());
    desk.steam.away = true;
    await world.clock.advance(6 * 60_000);
    expect(await offer(fine)).toBe('STEAM_BUSY');
    desk.steam.away = false;
  });

  test('of an item with a doubted or expired price: with its name, and the screen says why', async () => {
    const { world } = desk;
    const { db, clock } = world;
    const player = await desk.player();
    const [asset = { assetid: '', contextid: '2', appid: 730 as const }] = desk.assets([1_000]);
    await clock.advance(6 * 60_000);
    const deposit = () => world.runner.execute(depositBySteam, player, { steamItems: [asset], convertToBalance: true });
    const shown = async () => {
      await clock.advance(6 * 60_000);
      const { items } = await world.run(steamInventory, player, { appId: 730, contextId: 2 });
      return items.find(({ assetId }) => assetId === asset.assetid);
    };
    const name = itemTypeAt(1_000).marketHashName;
    const at = clock.now();
    await db.run(sql`update item_types set doubt = 'JUMP', priced_at = ${at} where slug = ${slugOf(1_000)}`);
    expect(await shown()).toMatchObject({ doubt: 'JUMP', pricedAt: at, priceUsd: 10 });
    await expect(deposit()).rejects.toMatchObject({ code: 'PRICE_DOUBTED', details: { name } });
    await db.run(sql`
      update item_types set doubt = null, good_until = ${clock.now() - 1} where slug = ${slugOf(1_000)}`);
    expect(await shown()).toMatchObject({ doubt: 'STALE' });
    await expect(deposit()).rejects.toMatchObject({ code: 'PRICE_DOUBTED' });
    await db.run(sql`update item_types set good_until = ${clock.now() + 3_600_000} where slug = ${slugOf(1_000)}`);
    expect(await shown()).toMatchObject({ doubt: null });
    expect(await deposit()).toMatchObject({ offerId: null });
    await db.run(sql`update item_types set good_until = null where slug = ${slugOf(1_000)}`);
  });

  test('when its price fell below the minimum since the inventory was read', async () => {
    const { world } = desk;
    const player = await desk.player();
    const steamItems = desk.assets([600, 5_000]);
    await world.clock.advance(6 * 60_000);
    const price = (cents: number) =>
      world.db.run(sql`update item_types set price_cents = ${cents} where slug = 'test-600'`);
    await world.run(depositBySteam, player, { steamItems: steamItems.slice(1), convertToBalance: false });
    await price(50);
    expect(await world.refused(depositBySteam, player, { steamItems, convertToBalance: false })).toBe(
      'ITEM_NOT_AVAILABLE',
    );
    await price(600);
  });

  test('when two offers are open already, and when an item is in one; of 12 concurrent orders two open', async () => {
    const { world } = desk;
    const player = await desk.player();
    const assets = desk.assets(times(12, () => 1_000));
    await world.clock.advance(6 * 60_000);
    const one = (n: number) => () =>
      world.runner.execute(depositBySteam, player, { steamItems: [assets[n]], convertToBalance: false });
    expect(await raceIn(world, times(12, one))).toEqual({ ok: 2, TOO_MANY_OFFERS: 10 });
    const other = await desk.player();
    const same = () => world.runner.execute(depositBySteam, other, { steamItems: [assets[0]], convertToBalance: true });
    const [shared] = desk.assets([1_000]);
    await world.clock.advance(6 * 60_000);
    const both = { steamItems: [shared], convertToBalance: true };
    const race = [other, await desk.player(), await desk.player()].map(
      (who) => () => world.runner.execute(depositBySteam, who, both),
    );
    expect(await raceIn(world, race)).toEqual({ ok: 1, ITEM_IN_OFFER: 2 });
    const taken = await raceIn(world, [same]);
    expect(Object.keys(taken)[0]).toMatch(/ok|ITEM_IN_OFFER/);
  });

  test('never when it is a retry of the same call, even if Steam is down by now', async () => {
    const { world } = desk;
    const player = await desk.player();
    const steamItems = desk.assets([1_000]);
    await world.clock.advance(6 * 60_000);
    const input = { steamItems, convertToBalance: true };
    const first = await world.runner.execute(depositBySteam, player, input, { key: 'again' });
    desk.steam.away = true;
    await world.clock.advance(6 * 60_000);
    expect(await world.runner.execute(depositBySteam, player, input, { key: 'again' })).toEqual(first);
    desk.steam.away = false;
    expect((await world.run(listTradeOrders, player, {})).orders).toHaveLength(1);
  });
});

describe('an order', () => {
  test('is visible only to its player', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    expect(await desk.world.refused(getTradeOrder, await desk.player(), { id })).toBe('NOT_FOUND');
    expect((await desk.world.run(listTradeOrders, player, {})).orders.map((order) => order.id)).toEqual([id]);
    expect((await desk.world.run(listTradeOrders, player, { before: id })).orders).toEqual([]);
  });

  test('goes only where its states lead, and otherwise does not change', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    const stateOf = (attempt: Promise<unknown>) => attempt.then(() => 'done', sqlState);
    for (const state of ['SENT', 'ACCEPTED', 'SETTLED', 'REVERSED', 'DECLINED', 'HELD'])
      expect(await stateOf(desk.move(id, ['CREATED'], { state, tradeId: '9' }))).toBe('FPT03');
    await desk.sent(id);
    expect(await desk.move(id, ['CREATED'], { state: 'SENDING' })).toBe(false);
    await desk.complete(id);
    await desk.world.sweepAll();
    expect(await stateOf(desk.move(id, ['ACCEPTED'], { state: 'REFUSED' }))).toBe('FPT03');
    for (const change of ['cents = cents + 1', "partner = '76561190000000009'", 'booked_at = 1', "offer_id = '7'"])
      expect(
        await stateOf(desk.world.db.run({ text: `update trade_orders set ${change} where id = '${id}'`, values: [] })),
      ).toBe('FPT03');
  });

  test('is moved by the worker that claimed it, while the claim holds', async () => {
    const { world, trader } = desk;
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    const now = world.clock.now();
    const move = async (lease: string, at: number) =>
      (
        await trader.one<{ moved: boolean }>(sql`
          select trade_move(${id}, array['CREATED'], ${lease}, '{"state": "SENDING"}'::jsonb, ${at}) as moved`)
      ).moved;
    await trader.many(sql`select trade_claim('mine', ${now}, ${now + 1_000}, 1000)`);
    expect(await move('another', now)).toBe(false);
    expect(await move('mine', now + 1_000)).toBe(false);
    expect(await move('mine', now)).toBe(true);
  });

  test('is claimed by one worker at a time, and by another once the claim has expired', async () => {
    const { world, trader } = desk;
    const id = await desk.deposit(await desk.player(), [1_000]);
    const now = world.clock.now();
    const claim = async (lease: string, at: number) => {
      const rows = await trader.many<{ id: string }>(sql`
        select trade_claim(${lease}, ${at}, ${at + 1_000}, 1000) as id`);
      return rows.some((row) => row.id === id);
    };
    expect((await Promise.all(['a', 'b', 'c', 'd'].map((lease) => claim(lease, now)))).filter(Boolean)).toHaveLength(1);
    expect(await claim('late', now + 999)).toBe(false);
    expect(await claim('late', now + 1_000)).toBe(true);
  });

  test('publishes each step to its player', async () => {
    const player = await desk.player();
    const id = await desk.deposit(player, [1_000]);
    await desk.sent(id);
    await desk.complete(id);
    await desk.world.sweepAll();
    const facts = await desk.world.db.many<{ state: string; version: number; who: string }>(sql`
      select body ->> 'state' as state, version, player_id as who from facts where subject = ${id}
      order by facts.xid, facts.id`);
    expect(facts.map((fact) => fact.state)).toEqual(['SENDING', 'SENT', 'ACCEPTED', 'ACCEPTED']);
    expect(facts.map((fact) => fact.version)).toEqual([2, 3, 4, 5]);
    expect(new Set(facts.map((fact) => fact.who))).toEqual(new Set([player.id]));
  });
});

describe('the worker’s role', () => {
  test('reaches money, items, players and orders only through its functions', async () => {
    const tried = [
      "update trade_orders set state = 'SETTLED'",
      'update trade_orders set booked_at = 1',
      'insert into trade_moves select * from trade_moves',
      'delete from trade_orders',
      'update trade_order_items set cents = 1',
      'update trade_assets set held = false',
      'select * from trade_sums',
      'select * from players',
      'select * from item_positions',
      'select * from ledger_accounts',
      "select vault_trade('[]', '', 0) from item_positions",
      "insert into facts (topic, subject, version, type, at) values ('chat', 'x', 1, 'x', 0)",
      "select ledger_transfer('a', 'b', 'TEST', 'd', 0, array['world', 'house'], array[-1, 1]::bigint[])",
      'truncate trade_orders cascade',
      'create table planted (n integer)',
    ];
    for (const text of tried)
      expect([text, await desk.trader.run({ text, values: [] }).then(() => 'done', sqlState)]).toEqual([text, '42501']);
  });
});

test('planted: something on sale without an asset of ours; the live check detects it', async () => {
  const { db, deps } = desk.world;
  const id = deps.ids.next('item');
  await mintStock(db, [{ id, itemType: slugOf(1_000), origin: 'test' }], 1);
  expect(await backedStock.check(db)).toEqual([`item ${id} is on sale without an asset of ours`]);
  await db.run(
    sql`insert into trade_assets (item_id, app_id, asset_id, context_id, held) values (${id}, 730, '9', '2', false)`,
  );
  expect(await backedStock.check(db)).toHaveLength(1);
  await db.run(sql`update trade_assets set held = true where item_id = ${id}`);
  expect(await backedStock.check(db)).toEqual([]);
});
