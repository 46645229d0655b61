/** Whoever holds the server's own sign-in of the database, or the owner's: what they cannot do, and what shows when they do. */
import { buyFromMarket as buy } from '@fairpot/contract/market/schemas';
import type { Actor } from '../platform/runner/feature.ts';
import { sql, type Sql } from '../platform/database/sql.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShop, slugAt, type Shop } from './shop.fixture.ts';

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

test('the server’s sign-in cannot rewrite what was sold, nor bring a delivery twice', async () => {
  const tried: Sql[] = [
    sql`update market_sales set cents = 1`,
    sql`delete from market_sales`,
    sql`delete from market_stockings`,
    sql`truncate market_prices cascade`,
    sql`truncate market_listings`,
  ];
  for (const statement of tried) await expect(shop.world.deps.db.run(statement)).rejects.toThrow();
});

test('a trigger keeps the sales even from the owner’s slip', async () => {
  await expect(shop.world.db.run(sql`update market_sales set cents = 1`)).rejects.toThrow('append-only');
  await expect(shop.world.db.run(sql`delete from market_sales`)).rejects.toThrow('append-only');
});

test('what cannot be written: an item of the house that is nowhere, a fee that a player holds', async () => {
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
    'an item on sale as a cheaper one',
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
      select ${listed}, version, 'SELL', 'house', 'house', 'player', ${player.id}, 'nobody', 1 from moved`,
    /moved and not sold/,
  ],
  [
    'a sale that nobody paid',
    () =>
      sql`
        insert into market_sales select id, ${listed}, ${player.id}, 5, 1 from transfers
        where code <> 'MARKET_BUY' limit 1`,
    /sold and not moved/,
  ],
  [
    'a price of the list that no source is believed about',
    () => sql`
      update market_prices set origin = 'sources', reference_cents = 1, base_cents = 1, pay_cents = 1
      where item_type = ${slugAt(0)}`,
    /is paid 1, the list says 1000/,
  ],
])('planted: %s; the invariants see it', async (_, planted, seen) => {
  await shop.world.checkInvariants();
  await shop.world.db.many(planted(shop));
  await expect(shop.world.checkInvariants()).rejects.toThrow(seen);
});

test('an item that is on sale and no longer the house’s is not sold: the vault has the last word', async () => {
  await shop.world.db.run(sql`insert into market_listings values (${bought}, ${slugAt(0)}, 1)`);
  const buyer = await shop.player();
  await expect(shop.world.runner.execute(buy, buyer, { itemIds: [bought] })).rejects.toThrow('stock of the house');
  expect(await shop.balance(buyer)).toBe(1_000_000);
});
