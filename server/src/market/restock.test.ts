/** Items that the house acquires are listed automatically: once, not while the trade can be reversed, in live only with a backing asset. */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { getMarketItem, listMarket } from '@fairpot/contract/market/schemas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Config } from '../platform/process/config.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { times } from '../../testing/races.ts';
import { mintItems, moveForTrade } from '../vault/items.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { openShop, slugAt, typeAt, type Shop } from '../../testing/market/shop.fixture.ts';

let shop: Shop;
let player: Actor;
const open = async (mode: Config['mode'] = 'demo') => {
  shop = await openShop({ config: { mode } });
  player = await shop.player();
};
beforeEach(() => open());
afterEach(() => shop.world.close());

/** An item that passed from a player to the house. */
async function boughtByHouse(slug = slugAt(0), details: ItemDetails | null = null): Promise<string> {
  const { db, deps, clock } = shop.world;
  const id = deps.ids.next('item');
  const item = { id, itemType: slug, playerId: player.id, kind: 'DEPOSIT' as const, origin: 'test', details };
  await mintItems(db, [item], clock.now());
  await db.transaction((tx) => moveForTrade(tx, [{ item: id, player: player.id, code: 'SELL' }], 'test', clock.now()));
  return id;
}

/** The order that brought an item; once released, the trade can no longer be reversed. */
async function broughtBy(item: string, releasedAt: number | null): Promise<void> {
  await shop.world.db.run(sql`
    insert into trade_orders (id, kind, player_id, partner, token, app_id, code, to_balance, cents, created_at,
      expires_at, state, changed_at, trade_id, booked_at, released_at)
    values (${`trd_${item}`}, 'DEPOSIT', ${player.id}, '76561198000000001', 'abcdefgh', 730, 'D-000000',
      true, 1000, 1, 2, 'ACCEPTED', 1, '1', 1, ${releasedAt})`);
  await shop.world.db.run(sql`
    insert into trade_order_items (order_id, no, app_id, context_id, asset_id, item_type, market_hash_name,
      cents, back_cents, item_id, open)
    values (${`trd_${item}`}, 1, 730, '2', '1', ${slugAt(0)}, 'x', 1000, 0, ${item}, false)`);
}
const released = (item: string) =>
  shop.world.db.run(sql`update trade_orders set released_at = 2 where id = ${`trd_${item}`}`);

async function asset(item: string, held: boolean): Promise<void> {
  await shop.world.db.run(sql`
    insert into trade_assets (item_id, app_id, asset_id, context_id, held) values (${item}, 730, '77', '2', ${held})
    on conflict (item_id) do update set held = excluded.held`);
}

const onSale = async () => (await shop.list(player)).map(({ id }) => id).sort();
const look = async () => {
  await shop.world.clock.advance(30_000);
  await shop.world.sweepAll();
};

test('it is on sale with the spread, announced, and sold like any other', async () => {
  const items = [await boughtByHouse(), await boughtByHouse()];
  await look();
  expect(await onSale()).toEqual([...items].sort());
  const [first] = await shop.list(player);
  expect(first?.priceUsd).toBe(10.5);
  const facts = await shop.world.db.many(sql`delete from facts where topic = 'market' returning type`);
  expect(facts).toEqual([{ type: 'market.changed' }]);
  await shop.buy(player, [first ?? { id: '' }]);
  await look();
  expect(await onSale()).toEqual(items.filter((id) => id !== first?.id));
  const codes = await shop.world.db.many<{ code: string }>(sql`
    select code from item_moves where item_id = ${first?.id} order by version`);
  expect(codes.map(({ code }) => code)).toEqual(['MINT', 'TRADE_SELL', 'RESTOCK', 'SELL']);
  expect(await shop.world.db.many(sql`select from facts where type = 'market.changed'`)).toEqual([]);
});

test('each once, however many nodes run; hundreds in several runs', async () => {
  const items = await Promise.all(times(250, () => boughtByHouse()));
  const others = times(3, () => shop.world.node(shop.world.clock));
  await Promise.all([shop.world.sweepAll(), ...others.map((node) => node.sweepAll())]);
  await look();
  const { n } = await shop.world.db.one<{ n: number }>(sql`select count(*) as n from market_listings`);
  expect(n).toBe(items.length);
  const { moves } = await shop.world.db.one<{ moves: number }>(sql`
    select count(*) as moves from item_moves where code = 'RESTOCK'`);
  expect(moves).toBe(items.length);
  await shop.world.checkInvariants();
});

test('an item whose trade Steam can still reverse is not on sale', async () => {
  const item = await boughtByHouse();
  await broughtBy(item, null);
  await look();
  expect(await onSale()).toEqual([]);
  await released(item);
  await look();
  expect(await onSale()).toEqual([item]);
});

test('a type added after the start is imported, and its items are listed', async () => {
  await upsertItemTypes(shop.world.db, [typeAt(50)], shop.world.clock.now());
  const item = await boughtByHouse(slugAt(50));
  // The first run may look for items before it knows the types.
  for (let run = 0; run < 3; run += 1) await look();
  expect(await onSale()).toEqual([item]);
});

test('in live only with one of our assets behind it; the rest waits', async () => {
  await shop.world.close();
  await open('live');
  await shop.world.db.run(sql`update market_prices set doubt = null`);
  await shop.world.db.run(sql`update item_types set doubt = null`);
  const [bare, gone, backed] = [await boughtByHouse(), await boughtByHouse(), await boughtByHouse()];
  await asset(gone, false);
  await asset(backed, true);
  await look();
  const { items } = await shop.world.run(listMarket, player, {});
  expect(items.map(({ id }) => id)).toEqual([backed]);
  const { state } = await shop.world.db.one<{ state: string }>(sql`
    select state from item_positions where item_id = ${bare}`);
  expect(state).toBe('forfeited');
  await shop.world.checkInvariants();
});

test('only items that the house acquired become stock, and once', async () => {
  const [house, own] = [await boughtByHouse(), shop.world.deps.ids.next('item')];
  const item = { id: own, itemType: slugAt(0), playerId: player.id, kind: 'WIN' as const, origin: 'test' };
  await mintItems(shop.world.db, [item], 1);
  const restock = (ids: string[]) => shop.world.deps.db.run(sql`select vault_restock(${ids}::text[], 1)`);
  await expect(restock([house, own])).rejects.toThrow('1 of 2 items');
  await restock([house]);
  await expect(restock([house])).rejects.toThrow('0 of 1 items');
  await shop.world.checkInvariants();
});

test('a listing says which asset the buyer gets; stock without an asset says nothing', async () => {
  const inspectUrl = 'steam://run/730//+csgo_econ_action_preview%20ADBD58';
  const details: ItemDetails = { float: 0.151, seed: 7, phase: null, stickers: ['Crown (Foil)'], inspectUrl };
  const items = [await boughtByHouse(slugAt(0), details), await boughtByHouse()];
  await look();
  const [detailed] = items;
  const expected = items.map((id) => (id === detailed ? details : undefined));
  const shown = (list: readonly { id: string; details?: ItemDetails | undefined }[]) =>
    items.map((id) => list.find((each) => each.id === id)?.details);
  expect(shown(await shop.list(player))).toEqual(expected);
  const page = await shop.world.run(getMarketItem, player, { id: slugAt(0) });
  expect(shown(page.items)).toEqual(expected);
  // The buyer has this very item.
  await shop.buy(player, [{ id: detailed ?? '' }]);
  const { items: mine } = await shop.world.run(siteInventory, player, {});
  expect(mine).toMatchObject([{ id: detailed, details }]);
});
