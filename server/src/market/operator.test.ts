/** An attacker with the server's database login, or the owner's: what they cannot do, and what shows if they do. */
import { buyFromMarket as buy } from '@fairpot/contract/market/schemas';
import type { Actor } from '../platform/runner/feature.ts';
import { sql, type Sql } from '../platform/database/sql.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop, slugAt, type Shop } from '../../testing/market/shop.fixture.ts';

let shop: Shop;
let player: Actor;
let bought: string;
let listed: string;
beforeEach(async () => {
  shop = await openShop();
  player = await shop.player();
  await shop.stock(slugAt(0), 2);
  const [first, second] = await shop.list(player);
  if (!first || !second) throw new Error('no stock');
  [bought, listed] = [first.id, second.id];
  await shop.buy(player, [first]);
});
afterEach(() => shop.world.close());

test('the server’s login can neither rewrite sales nor add a delivery twice', async () => {
  const tried: Sql[] = [
    sql`update market_sales set cents = 1`,
    sql`delete from market_sales`,
    sql`delete from market_stockings`,
    sql`truncate market_prices cascade`,
    sql`truncate market_listings`,
  ];
  for (const statement of tried) await expect(shop.world.deps.db.run(statement)).rejects.toThrow();
});

test('a trigger protects the sales even from a mistake of the owner', async () => {
  await expect(shop.world.db.run(sql`update market_sales set cents = 1`)).rejects.toThrow('append-only');
  await expect(shop.world.db.run(sql`delete from market_sales`)).rejects.toThrow('append-only');
});

test('constraints refuse a house item that is nowhere, and a fee held by a player', async () => {
  const bad: Sql[] = [
    sql`update item_positions set state = 'staked' where item_id = ${listed}`,
    sql`update item_positions set state = 'trading' where item_id = ${listed}`,
    sql`update item_positions set state = 'withdrawn' where item_id = ${listed}`,
    sql`update item_positions set state = 'available' where item_id = ${listed}`,
    sql`update item_positions set state = 'stock' where item_id = ${bought}`,
    sql`update item_positions set state = 'forfeited' where item_id = ${bought}`,
    sql`insert into market_listings select * from market_listings`,
    sql`insert into market_listings values ('itm_none', ${slugAt(0)}, 1)`,
  ];
  for (const statement of bad) await expect(shop.world.db.run(statement)).rejects.toThrow();
  await shop.world.checkInvariants();
});

test.each<[string, (s: Shop) => Sql, RegExp]>([
  [
    'a player’s item on sale',
    () => sql`insert into market_listings values (${bought}, ${slugAt(0)}, 1)`,
    /the house has it not/,
  ],
  [
    'an item listed as a cheaper type',
    () => sql`update market_listings set item_type = ${slugAt(1)} where item_id = ${listed}`,
    /on sale as shape-1, the house has it as shape-0/,
  ],
  [
    'an item given to a friend without an order',
    () => sql`
      with moved as (
        update item_positions set holder_kind = 'player', holder_id = ${player.id}, state = 'available',
          version = version + 1 where item_id = ${listed} returning version
      )
      insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
      select ${listed}, version, 'SELL', 'house', 'house', 'player', ${player.id}, 'no-order', 1 from moved`,
    /moved and not sold/,
  ],
  [
    'an unpaid sale',
    () =>
      sql`
        insert into market_sales select id, ${listed}, ${player.id}, 5, 1 from transfers
        where code <> 'MARKET_BUY' limit 1`,
    /sold and not moved/,
  ],
  [
    'a list price without a believed source',
    () => sql`
      update market_prices set origin = 'sources', reference_cents = 1, base_cents = 1, pay_cents = 1
      where item_type = ${slugAt(0)}`,
    /is paid 1, the list says 1000/,
  ],
])('planted: %s; the invariants detect it', async (_, planted, seen) => {
  await shop.world.checkInvariants();
  await shop.world.db.many(planted(shop));
  await expect(shop.world.checkInvariants()).rejects.toThrow(seen);
});

test('refuses to sell a listed item that the house no longer owns: the vault decides', async () => {
  await shop.world.db.run(sql`insert into market_listings values (${bought}, ${slugAt(0)}, 1)`);
  const buyer = await shop.player();
  await expect(shop.world.runner.execute(buy, buyer, { itemIds: [bought] })).rejects.toThrow('stock of the house');
  expect(await shop.balance(buyer)).toBe(1_000_000);
});
