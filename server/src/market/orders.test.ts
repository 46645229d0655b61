/** Orders: what they move and refuse, many at once from several nodes, and many in one transaction. */
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { buyFromMarket, storeQuotes } from '@fairpot/contract/market/schemas';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { Refused } from '../platform/runner/refused.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor, BatchedCall } from '../platform/runner/feature.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import { blockedStatement, attemptResult, raceIn, times } from '../../testing/races.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { batchedCall, runInOneBatch } from '../../testing/one-batch.ts';
import { buy } from './buy.ts';
import { openShop, SHAPES, slugAt, typeAt, type Shop } from '../../testing/market/shop.fixture.ts';

let shop: Shop;
let player: Actor;
beforeEach(async () => {
  shop = await openShop();
  player = await shop.player();
});
afterEach(() => shop.world.close());

const stockAll = async (count = 1) => {
  for (const [n] of SHAPES.entries()) await shop.stock(slugAt(n), count);
};
const only = async (slug = slugAt(0)): Promise<MarketItem> => {
  await shop.stock(slug);
  const found = (await shop.list(player)).find((each) => each.item.id === slug);
  if (!found) throw new Error('it is not on sale');
  return found;
};
const NAME = 'AK-47 | Redline (Field-Tested)';
type Order = BatchedCall<typeof buyFromMarket>;
const orderOf = (by: Actor, items: readonly (MarketItem | undefined)[], totalUsd?: number): Order => {
  const itemIds = items.map((item) => item?.id ?? '');
  return batchedCall(by, { itemIds, totalUsd }, { now: shop.world.clock.now(), before: undefined });
};
/** The outcome of each order of one transaction: its total, or a refusal with details. */
async function judged(tx: Tx, orders: readonly Order[]): Promise<[string, unknown][]> {
  const ends = await buy(shop.world.deps).runAll(tx, orders);
  return ends.map((end) => (end instanceof Refused ? [end.code, end.details] : ['ok', end.totalUsd]));
}
async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused)) throw error;
  await shop.world.checkInvariants();
  return error;
}

describe('an order', () => {
  test('pays the house and moves every item: off the list, into the inventory as MARKET, published to everyone', async () => {
    await stockAll();
    const [first, second] = await shop.list(player);
    if (!first || !second) throw new Error('no stock');
    const total = Math.round((first.priceUsd + second.priceUsd) * 100) / 100;
    const before = await shop.balance(player);
    const answer = await shop.buy(player, [first, second], total);
    expect(answer.totalUsd).toBe(total);
    expect([...answer.itemIds].sort()).toEqual([first.id, second.id].sort());
    expect(await shop.balance(player)).toBe(before - Math.round(total * 100));
    const { items } = await shop.world.run(siteInventory, player, {});
    expect(items.map(({ id, type }) => [id, type]).sort()).toEqual(
      [first.id, second.id].sort().map((id) => [id, 'MARKET']),
    );
    expect((await shop.list(player)).map(({ id }) => id)).not.toContain(first.id);
    const fact = await shop.world.db.one<{ body: { itemIds: string[] } }>(
      sql`select body from facts where topic = 'market' and type = 'market.sold'`,
    );
    expect([...fact.body.itemIds].sort()).toEqual([first.id, second.id].sort());
    expect(shop.world.signals).toContainEqual({ name: 'userUpdated', args: [player.id] });
  });

  test('too little balance: Not enough balance, and nothing changes', async () => {
    const poor = await shop.player(1_049);
    const item = await only();
    expect(await shop.world.refused(buyFromMarket, poor, { itemIds: [item.id] })).toBe('NOT_ENOUGH_BALANCE');
    expect(await shop.balance(poor)).toBe(1_049);
    expect(await shop.list(player)).toHaveLength(1);
    const enough = await shop.player(1_050);
    await shop.buy(enough, [item]);
    expect(await shop.balance(enough)).toBe(0);
  });

  test('one of its items is gone: refused with its name, and the others stay on sale', async () => {
    await stockAll();
    const items = await shop.list(player);
    const [gone, other] = items;
    if (!gone || !other) throw new Error('no stock');
    await shop.buy(await shop.player(), [gone]);
    const error = await refusal(shop.buy(player, [other, gone]));
    expect([error.code, error.details['name']]).toEqual(['ITEM_SOLD', gone.name]);
    expect((await shop.list(player)).map(({ id }) => id)).toContain(other.id);
    expect(await shop.balance(player)).toBe(1_000_000);
  });

  test('refuses an item that was never on sale, or belongs to a player', async () => {
    const error = await refusal(shop.buy(player, [{ id: `itm_${'0'.repeat(26)}` }]));
    expect([error.code, error.details['name']]).toEqual(['ITEM_SOLD', 'an item that is not on sale']);
    const item = await only();
    await shop.buy(player, [item]);
    const again = await refusal(shop.buy(player, [item]));
    expect(again.code).toBe('ITEM_SOLD');
  });

  test('refuses a total other than the current one, and returns the current price', async () => {
    const item = await only();
    await upsertItemTypes(shop.world.db, [{ ...typeAt(0), priceCents: 2_000 }], 1);
    await shop.world.db.run(sql`update market_prices set reference_cents = 2000 where item_type = ${slugAt(0)}`);
    const error = await refusal(shop.buy(player, [item], item.priceUsd));
    expect([error.code, error.details['price']]).toEqual(['MARKET_PRICE_CHANGED', '21.00']);
    expect((await shop.buy(player, [item], 21)).totalUsd).toBe(21);
  });

  test('an item with a doubted price is shown with the reason and not sold', async () => {
    const item = await only();
    const say = (source: 'skinport' | 'steam', quantity = 9) =>
      shop.world.run(storeQuotes, SYSTEM, {
        source,
        quotes: [{ slug: slugAt(0), cents: 1_000, quantity, quotedAt: shop.world.clock.now() }],
      });
    await say('skinport');
    await say('steam');
    expect((await shop.list(player))[0]).toMatchObject({ id: item.id, doubt: null });
    await say('skinport', 4);
    expect((await shop.list(player))[0]).toMatchObject({ id: item.id, doubt: 'THIN' });
    const error = await refusal(shop.buy(player, [item]));
    expect([error.code, error.details['name']]).toEqual(['ITEM_NOT_SOLD', SHAPES[0][0]]);
    await say('skinport');
    expect((await shop.list(player))[0]?.doubt).toBeNull();
    await shop.world.clock.advance(24 * 60 * 60_000 + 1);
    expect((await shop.list(player))[0]?.doubt).toBe('STALE');
    expect((await refusal(shop.buy(player, [item]))).code).toBe('ITEM_NOT_SOLD');
  });

  test('accepts each item once, 1 to 50 of them, two decimals, and players only', async () => {
    const { id } = await only();
    for (const input of [
      { itemIds: [] },
      { itemIds: [id, id] },
      { itemIds: ['x'] },
      { itemIds: [id], totalUsd: 1.005 },
    ])
      expect(await shop.world.refused(buyFromMarket, player, input)).toBe('BAD_INPUT');
    const buy = (over: Partial<Actor>) => shop.world.refused(buyFromMarket, { ...player, ...over }, { itemIds: [id] });
    expect(await buy({ isBot: true })).toBe('FORBIDDEN');
    expect(await buy({ ageConfirmed: false })).toBe('AGE_UNCONFIRMED');
  });

  test.each(['named', 'left out'])('the same key again is the same order, paid once; total %s', async (total) => {
    await stockAll();
    const [a, b] = await shop.list(player);
    if (!a || !b) throw new Error('no stock');
    const run = ({ id, priceUsd }: MarketItem) => {
      const input = { itemIds: [id], ...(total === 'named' && { totalUsd: priceUsd }) };
      return shop.world.runner.execute(buyFromMarket, player, input, { key: 'order-1' });
    };
    const answers = await Promise.all(times(8, () => run(a)));
    const [{ orderId } = { orderId: '' }] = answers;
    expect(answers).toEqual(times(8, () => ({ orderId, itemIds: [a.id], totalUsd: a.priceUsd })));
    expect(await run(a)).toEqual(answers[0]);
    await expect(run(b)).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await shop.balance(player)).toBe(1_000_000 - Math.round(a.priceUsd * 100));
  });
});

describe('concurrently', () => {
  test('20 buyers of one item: one gets it, the others learn that it is sold', async () => {
    const item = await only();
    const buyers = await Promise.all(times(20, () => shop.player()));
    const ends = await raceIn(
      shop.world,
      buyers.map((buyer) => () => shop.world.runner.execute(buyFromMarket, buyer, { itemIds: [item.id] })),
    );
    expect(ends).toEqual({ ok: 1, ITEM_SOLD: 19 });
  });

  test('a buyer who waits for a locked item finds it sold, not an internal error', async () => {
    const item = await only();
    const [winner, waiting] = [await shop.player(), await shop.player()];
    let ended: Promise<string> = Promise.resolve('');
    await shop.world.db.transaction(async (tx) => {
      expect(await judged(tx, [orderOf(winner, [item])])).toEqual([['ok', item.priceUsd]]);
      ended = attemptResult(shop.world.runner.execute(buyFromMarket, waiting, { itemIds: [item.id] }));
      await blockedStatement(shop.world.db, 'market_listings');
    });
    expect(await ended).toBe('ITEM_SOLD');
    expect(await shop.balance(waiting)).toBe(1_000_000);
  });

  test('money that another node spent meanwhile is no longer available', async () => {
    await shop.stock(slugAt(0), 2);
    const [first, second] = await shop.list(player);
    const buyer = await shop.player(1_050);
    let ended: Promise<string> = Promise.resolve('');
    await shop.world.db.transaction(async (tx) => {
      expect(await judged(tx, [orderOf(buyer, [first])])).toEqual([['ok', 10.5]]);
      ended = attemptResult(shop.world.runner.execute(buyFromMarket, buyer, { itemIds: [second?.id ?? ''] }));
      await blockedStatement(shop.world.db, 'ledger_accounts');
    });
    expect(await ended).toBe('NOT_ENOUGH_BALANCE');
    expect(await shop.balance(buyer)).toBe(0);
  });

  test('one balance, 20 orders, money for three: three succeed', async () => {
    await shop.stock(slugAt(0), 20);
    const items = await shop.list(player);
    const buyer = await shop.player(3 * 1_050 + 1_049);
    const ends = await raceIn(
      shop.world,
      items.map((item) => () => shop.world.runner.execute(buyFromMarket, buyer, { itemIds: [item.id] })),
    );
    expect(ends).toEqual({ ok: 3, NOT_ENOUGH_BALANCE: 17 });
    expect(await shop.balance(buyer)).toBe(1_049);
  });

  test('overlapping carts in any order: each item goes to one buyer, without deadlock', async () => {
    await shop.stock(slugAt(0), 12);
    const ids = (await shop.list(player)).map(({ id }) => id);
    const buyers = await Promise.all(times(24, () => shop.player()));
    const cart = (n: number) => {
      const turned = [...ids.slice(n % 12), ...ids.slice(0, n % 12)].slice(0, 3);
      return n % 2 === 0 ? turned : turned.reverse();
    };
    const ends = await raceIn(
      shop.world,
      buyers.map((buyer, n) => () => shop.world.runner.execute(buyFromMarket, buyer, { itemIds: cart(n) })),
    );
    expect(Object.keys(ends).sort()).toEqual(['ITEM_SOLD', 'ok']);
    const sold = await shop.world.db.one<{ n: number }>(sql`select count(*) as n from market_sales`);
    expect(sold.n).toBe(3 * (ends['ok'] ?? 0));
  });
});

describe('orders that arrive together', () => {
  test('are judged in sequence: the first gets the item, and money that one order spent is not available to the next', async () => {
    await shop.stock(slugAt(0), 4);
    const [a, b, c, d] = await shop.list(player);
    const [rich, poor] = [await shop.player(), await shop.player(2_100)];
    const ends = await shop.world.db.transaction((tx) =>
      judged(tx, [
        orderOf(poor, [a]),
        orderOf(rich, [b, a]),
        orderOf(poor, [b, c]),
        orderOf(poor, [b]),
        orderOf(rich, [b]),
        orderOf(rich, [c], 0.01),
        orderOf(rich, [c, d]),
      ]),
    );
    expect(ends).toEqual([
      ['ok', 10.5],
      ['ITEM_SOLD', { name: NAME }],
      ['NOT_ENOUGH_BALANCE', {}],
      ['ok', 10.5],
      ['ITEM_SOLD', { name: NAME }],
      ['MARKET_PRICE_CHANGED', { price: '10.50' }],
      ['ok', 21],
    ]);
    await shop.world.checkInvariants();
    expect(await shop.balance(poor)).toBe(0);
    expect(await shop.balance(rich)).toBe(1_000_000 - 2_100);
  });

  test('a refused order keeps no receipt', async () => {
    await shop.stock(slugAt(0), 3);
    const [a, b, c] = await shop.list(player);
    const order = (item: MarketItem | undefined, key: string) => () =>
      attemptResult(shop.world.runner.execute(buyFromMarket, player, { itemIds: [item?.id ?? ''] }, { key }));
    // The first one orders another item: it may run before the others or after them.
    const together = [order(a, 'k2'), order(a, 'k3'), order(b, 'k4')];
    const ends = await runInOneBatch(shop.world.db, 'market.paused', order(c, 'k1'), together);
    expect(ends).toEqual(['ok', 'ITEM_SOLD', 'ok']);
    const kept = await shop.world.db.many<{ key: string }>(sql`
      select key from receipts where player_id = ${player.id} order by key`);
    expect(kept.map(({ key }) => key)).toEqual(['k1', 'k2', 'k4']);
    await shop.world.checkInvariants();
  });

  test('an order that throws undoes only itself', async () => {
    await shop.stock(slugAt(0), 6);
    const items = await shop.list(player);
    const [broken, ...whole] = items;
    await shop.world.db.run(sql`
      update item_positions
      set holder_kind = 'outside', holder_id = 'outside', state = 'withdrawn', version = version + 1
      where item_id = ${broken?.id}`);
    const buyers = await Promise.all(items.map(() => shop.player()));
    const ends = await Promise.all(
      items.map((item, n) => {
        const buyer = buyers[n] ?? player;
        return attemptResult(shop.world.runner.execute(buyFromMarket, buyer, { itemIds: [item.id] }));
      }),
    );
    expect(ends.filter((end) => end === 'ok')).toHaveLength(whole.length);
    expect(ends[0]).toContain('stock of the house');
    expect(await shop.balance(buyers[0] ?? player)).toBe(1_000_000);
    const sold = await shop.world.db.one<{ n: number }>(sql`select count(*) as n from market_sales`);
    expect(sold.n).toBe(whole.length);
  });
});
