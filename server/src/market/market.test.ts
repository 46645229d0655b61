/** The market from its list to an order: what is found, in which order, what is sold to whom, and what is refused. */
import { siteInventory } from '@fairpot/contract/schemas/inventory';
import {
  buyFromMarket,
  getMarketItem,
  listMarket,
  listMarketTypes,
  stockMarket,
  takeQuotes,
} from '@fairpot/contract/schemas/market';
import { MARKET_PAGE, type MarketItem } from '@fairpot/contract/market';
import { Refused } from '../platform/runner/refused.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { writeSetting } from '../platform/runner/settings.ts';
import { sql } from '../platform/database/sql.ts';
import { blockedStatement, endOf, raceIn, times } from '../testing/races.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { MARKET_SETTINGS } from './settings.ts';
import { sellAll } from './store.ts';
import { openShop, SHAPES, slugAt, typeAt, type Shop } from './shop.fixture.ts';

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
async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof Refused)) throw error;
  await shop.world.checkInvariants();
  return error;
}

describe('the list', () => {
  test.each(SHAPES.map((shape, n) => [...shape, n] as const))(
    '%s is shown as the spec takes it apart',
    async (marketName, name, itemName, itemType, itemTypeLvl, n) => {
      await shop.stock(slugAt(n));
      const [found, ...others] = await shop.list(player);
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        name: marketName,
        appId: 730,
        itemTypeLvl,
        doubt: null,
        priceUsd: ((1_000 + 100 * n) * 1.05) / 100,
        item: { id: slugAt(n), name, itemName, itemType, priceUsd: ((1_000 + 100 * n) * 1.05) / 100 },
      });
    },
  );

  test('is dearest first; lowToHigh turns it round; any other sort is descending', async () => {
    await stockAll();
    const prices = async (sort?: string) =>
      (await shop.list(player, sort === undefined ? {} : { sort })).map((each) => each.priceUsd);
    const down = await prices();
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(await prices('highToLow')).toEqual(down);
    expect(await prices('newest')).toEqual(down);
    expect(await prices('lowToHigh')).toEqual([...down].reverse());
  });

  test('every page goes on where the one before ended, both ways round, many of one type and none twice', async () => {
    await shop.stock(slugAt(0), 70);
    await shop.stock(slugAt(1), 3);
    await shop.stock(slugAt(2), 80);
    for (const sort of ['highToLow', 'lowToHigh']) {
      const seen: MarketItem[] = [];
      let after: string | undefined;
      do {
        const page = await shop.world.run(listMarket, player, after === undefined ? { sort } : { sort, after });
        expect(page.items.length).toBeLessThanOrEqual(MARKET_PAGE);
        seen.push(...page.items);
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(153);
      expect(seen).toHaveLength(153);
      const prices = seen.map(({ priceUsd }) => priceUsd);
      expect(prices).toEqual([...prices].sort((a, b) => (sort === 'lowToHigh' ? a - b : b - a)));
    }
  });

  test.each([
    ['search', { search: 'redline' }, [0]],
    ['words in any order', { search: 'tested ak47' }, [0]],
    ['signs outside ascii', { search: '龍王' }, [4]],
    ['a star', { search: '★' }, [3]],
    ['signs of LIKE', { search: '%' }, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['nothing of the kind', { search: 'no such thing' }, []],
    ['a wear, which what has none does not count as', { wear: '5' }, [3]],
    ['two wears', { wear: '1,4' }, [1, 4]],
    ['a type', { type: 'Sticker' }, [2]],
    ['a type is whole', { type: 'Stick' }, []],
    ['the price, both ends included', { minUsd: 11.55, maxUsd: 12.6 }, [1, 2]],
    ['another game', { appId: 252490 }, []],
    ['this game', { appId: 730, type: 'M4A4', wear: '4', search: 'dragon' }, [4]],
  ] as const)('filters by %s', async (_, input, expected) => {
    await stockAll();
    const found = (await shop.list(player, input)).map((each) => each.item.id).sort();
    expect(found).toEqual(expected.map(slugAt).sort());
  });

  test('refuses what is not of its kind', async () => {
    for (const input of [{ wear: '6' }, { appId: 440 }, { minUsd: -1 }, { after: 'x' }, { wear: '5,,4' }])
      expect(await shop.world.refused(listMarket, player, input)).toBe('BAD_INPUT');
    expect(await shop.world.refused(listMarket, null, {})).toBe('SIGNED_OUT');
  });

  test('types are those of the game, each once', async () => {
    const { types } = await shop.world.run(listMarketTypes, player, { appId: 730 });
    expect(types).toHaveLength(SHAPES.length);
    expect(types).toContain('★ StatTrak™ Karambit');
    expect((await shop.world.run(listMarketTypes, player, { appId: 570 })).types).toEqual([]);
  });
});

describe('an item page', () => {
  test('shows both prices with the spread, the days, and what is on sale', async () => {
    const history = [{ slug: slugAt(0), cents: [900, 950] }];
    const origin = 'demo:delivery:page';
    await shop.world.run(stockMarket, SYSTEM, { origin, items: [{ slug: slugAt(0), count: 22 }], history });
    const page = await shop.world.run(getMarketItem, player, { id: slugAt(0) });
    expect(page).toMatchObject({
      name: SHAPES[0][0],
      askUsd: 10.5,
      payUsd: 10,
      spreadBps: 500,
      doubt: null,
      prices: 'catalogue',
      more: true,
    });
    expect(page.items).toHaveLength(20);
    expect(page.history).toEqual([
      { day: '2025-12-30', priceUsd: 9, simulated: true },
      { day: '2025-12-31', priceUsd: 9.5, simulated: true },
      { day: '2026-01-01', priceUsd: 10, simulated: true },
    ]);
    expect(await shop.world.refused(getMarketItem, player, { id: 'nothing' })).toBe('NO_ITEM_TYPE');
  });

  test('follows the spread that is set', async () => {
    await writeSetting(shop.world.db, MARKET_SETTINGS, 'market.spreadBps', 1_000, 1);
    const item = await only();
    expect(item.priceUsd).toBe(11);
    expect((await shop.buy(player, [item], 11)).totalUsd).toBe(11);
  });
});

describe('an order', () => {
  test('pays the house and moves every item: off the list, into the inventory as MARKET, told to everyone', async () => {
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
    const told = await shop.world.db.one<{ body: { itemIds: string[] } }>(
      sql`select body from facts where topic = 'market' and type = 'market.sold'`,
    );
    expect([...told.body.itemIds].sort()).toEqual([first.id, second.id].sort());
    expect(shop.world.signals).toContainEqual({ name: 'userUpdated', args: [player.id] });
  });

  test('not covered: Not enough balance, and nothing has changed', async () => {
    const poor = await shop.player(1_049);
    const item = await only();
    expect(await shop.world.refused(buyFromMarket, poor, { itemIds: [item.id] })).toBe('NOT_ENOUGH_BALANCE');
    expect(await shop.balance(poor)).toBe(1_049);
    expect(await shop.list(player)).toHaveLength(1);
    const enough = await shop.player(1_050);
    await shop.buy(enough, [item]);
    expect(await shop.balance(enough)).toBe(0);
  });

  test('one item of it is gone: refused by its name, and the others stay on sale', async () => {
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

  test('an item that was never on sale, or is a player’s own', async () => {
    const error = await refusal(shop.buy(player, [{ id: `itm_${'0'.repeat(26)}` }]));
    expect([error.code, error.details['name']]).toEqual(['ITEM_SOLD', 'an item that is not on sale']);
    const item = await only();
    await shop.buy(player, [item]);
    const again = await refusal(shop.buy(player, [item]));
    expect(again.code).toBe('ITEM_SOLD');
  });

  test('another price than the one shown is refused with the price of now', async () => {
    const item = await only();
    await upsertItemTypes(shop.world.db, [{ ...typeAt(0), priceCents: 2_000 }], 1);
    await shop.world.db.run(sql`update market_prices set reference_cents = 2000 where item_type = ${slugAt(0)}`);
    const error = await refusal(shop.buy(player, [item], item.priceUsd));
    expect([error.code, error.details['price']]).toEqual(['MARKET_PRICE_CHANGED', '21.00']);
    expect((await shop.buy(player, [item], 21)).totalUsd).toBe(21);
  });

  test('an item whose price is not believed is shown with the reason and not sold', async () => {
    const item = await only();
    const say = (source: 'skinport' | 'steam', quantity = 9) =>
      shop.world.run(takeQuotes, SYSTEM, {
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

  test('takes each item once, 1 to 50 of them, two decimals, and players only', async () => {
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

  test('the same key again is the same order, paid once; with other items it is refused', async () => {
    await stockAll();
    const [a, b] = await shop.list(player);
    if (!a || !b) throw new Error('no stock');
    const run = (ids: string[]) =>
      shop.world.runner.execute(buyFromMarket, player, { itemIds: ids }, { key: 'order-1' });
    const answers = await Promise.all(times(8, () => run([a.id])));
    expect(new Set(answers.map((each) => each.orderId)).size).toBe(1);
    await expect(run([b.id])).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(await shop.balance(player)).toBe(1_000_000 - Math.round(a.priceUsd * 100));
  });
});

describe('at once', () => {
  test('20 buyers of one item: one gets it, the others are told that it is sold', async () => {
    const item = await only();
    const buyers = await Promise.all(times(20, () => shop.player()));
    const ends = await raceIn(
      shop.world,
      buyers.map((buyer) => () => shop.world.runner.execute(buyFromMarket, buyer, { itemIds: [item.id] })),
    );
    expect(ends).toEqual({ ok: 1, ITEM_SOLD: 19 });
  });

  test('who waits for an item that another is buying finds it sold, not a bug of ours', async () => {
    const item = await only();
    const [winner, waiting] = [await shop.player(), await shop.player()];
    let ended: Promise<string> = Promise.resolve('');
    await shop.world.db.transaction(async (tx) => {
      const sale = {
        orderId: 'trf_first',
        playerId: winner.id,
        itemIds: [item.id],
        seenCents: null,
        at: 1,
        receipt: { key: null, call: 'market.buy', inputHash: Buffer.alloc(0) },
      };
      expect(await sellAll(tx, [sale], 1)).toMatchObject([{ state: null, replayed: false }]);
      ended = endOf(shop.world.runner.execute(buyFromMarket, waiting, { itemIds: [item.id] }));
      await blockedStatement(shop.world.db, 'market_buy');
    });
    expect(await ended).toBe('ITEM_SOLD');
    await shop.world.checkInvariants();
    expect(await shop.balance(waiting)).toBe(1_000_000);
  });

  test('one purse, 20 orders, money for three: three', async () => {
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

  test('carts that overlap, in every order: each item to one buyer, nobody waits for ever', async () => {
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

test('stock is put up once per origin', async () => {
  const input = { origin: 'demo:delivery:once', items: [{ slug: slugAt(0), count: 3 }], history: [] };
  expect(await shop.world.run(stockMarket, SYSTEM, input)).toEqual({ items: 3 });
  expect(await shop.world.run(stockMarket, SYSTEM, input)).toEqual({ items: 0 });
  expect(await shop.list(player)).toHaveLength(3);
});
