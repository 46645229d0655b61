/** The market's list and item pages: what is found, in which order, at what price. Orders: orders.test.ts. */
import { getMarketItem, listMarket, listMarketTypes, seedMarket } from '@fairpot/contract/market/schemas';
import { MARKET_PAGE } from '@fairpot/contract/market/calls';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { sql } from '../platform/database/sql.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM } from '../platform/runner/command.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { writeSetting } from '../../testing/settings.ts';
import { mintItems } from '../vault/items.ts';
import { MARKET_SETTINGS } from './settings.ts';
import { openShop, SHAPES, slugAt, type Shop } from '../../testing/market/shop.fixture.ts';

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

describe('the list', () => {
  test.each(SHAPES.map((shape, n) => [...shape, n] as const))(
    'parses %s as the spec does',
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

  test('sorts by price descending; lowToHigh reverses it; any other sort value is descending', async () => {
    await stockAll();
    const prices = async (sort?: string) =>
      (await shop.list(player, sort === undefined ? {} : { sort })).map((each) => each.priceUsd);
    const down = await prices();
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(await prices('highToLow')).toEqual(down);
    expect(await prices('newest')).toEqual(down);
    expect(await prices('lowToHigh')).toEqual([...down].reverse());
  });

  test('each page continues where the previous one ended, in both directions, with many items of a type and no duplicates', async () => {
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
    ['characters outside ASCII', { search: '龍王' }, [4]],
    ['a star', { search: '★' }, [3]],
    ['LIKE wildcards', { search: '%' }, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['no match', { search: 'no such thing' }, []],
    ['a wear; types without wear do not match', { wear: '5' }, [3]],
    ['two wears', { wear: '1,4' }, [1, 4]],
    ['a type', { type: 'Sticker' }, [2]],
    ['a category', { category: 'rifle' }, [0, 1, 4]],
    ['a category of another game', { appId: 570, category: 'rifle' }, []],
    ['only a complete type name', { type: 'Stick' }, []],
    ['the price, both ends included', { minUsd: 11.55, maxUsd: 12.6 }, [1, 2]],
    ['another game', { appId: 252490 }, []],
    ['this game', { appId: 730, type: 'M4A4', wear: '4', search: 'dragon' }, [4]],
  ] as const)('filters by %s', async (_, input, expected) => {
    await stockAll();
    const found = (await shop.list(player, input)).map((each) => each.item.id).sort();
    expect(found).toEqual(expected.map(slugAt).sort());
  });

  test('refuses malformed filters', async () => {
    for (const input of [{ wear: '6' }, { appId: 440 }, { minUsd: -1 }, { after: 'x' }, { wear: '5,,4' }])
      expect(await shop.world.refused(listMarket, player, input)).toBe('BAD_INPUT');
    expect(await shop.world.refused(listMarket, null, {})).toBe('SIGNED_OUT');
  });

  test('lists the types of the game, each once', async () => {
    const { types } = await shop.world.run(listMarketTypes, player, { appId: 730 });
    expect(types).toHaveLength(SHAPES.length);
    expect(types).toContain('★ StatTrak™ Karambit');
    expect((await shop.world.run(listMarketTypes, player, { appId: 570 })).types).toEqual([]);
  });

  test('counts what is on sale by category, with the range of asked prices', async () => {
    const groups = async (input = {}) => (await shop.world.run(listMarketTypes, player, input)).groups;
    expect(await groups()).toEqual([]);
    await shop.stock(slugAt(0), 2);
    await shop.stock(slugAt(4), 3);
    await shop.stock(slugAt(3));
    await shop.stock(slugAt(6));
    const rifles = {
      appId: 730,
      category: 'rifle',
      items: 5,
      minUsd: 10.5,
      maxUsd: 14.7,
      types: [
        { name: 'M4A4', items: 3 },
        { name: 'AK-47', items: 2 },
      ],
    };
    const all = await groups();
    expect(all.map(({ category, items }) => [category, items])).toEqual([
      ['knife', 1],
      ['rifle', 5],
      ['case', 1],
    ]);
    expect(all[1]).toEqual(rifles);
    expect(await groups({ appId: 570 })).toEqual([]);
    const bought = (await shop.list(player, { category: 'knife' })).slice(0, 1);
    await shop.buy(player, bought, 13.65);
    expect((await groups()).map(({ category }) => category)).toEqual(['rifle', 'case']);
  });

  test('a type that was imported before there were categories gets its own', async () => {
    await shop.stock(slugAt(0));
    await shop.world.db.run(sql`update market_prices set category = null`);
    const inRifles = async () => (await shop.list(player, { category: 'rifle' })).length;
    expect(await inRifles()).toBe(0);
    await shop.world.sweepAll();
    expect(await inRifles()).toBe(1);
  });
});

describe('an item page', () => {
  test('shows both prices with the spread, the price history, and the items on sale', async () => {
    const history = [{ slug: slugAt(0), cents: [900, 950] }];
    const origin = 'demo:delivery:page';
    await shop.world.run(seedMarket, SYSTEM, { origin, items: [{ slug: slugAt(0), count: 22 }], history });
    const page = await shop.world.run(getMarketItem, player, { id: slugAt(0) });
    expect(page).toMatchObject({
      name: SHAPES[0][0],
      askUsd: 10.5,
      payUsd: 10,
      spreadBps: 500,
      doubt: null,
      prices: 'catalogue',
      more: true,
      owned: 0,
    });
    expect(page.items).toHaveLength(20);
    expect(page.history).toEqual([
      { day: '2025-12-30', priceUsd: 9, simulated: true },
      { day: '2025-12-31', priceUsd: 9.5, simulated: true },
      { day: '2026-01-01', priceUsd: 10, simulated: true },
    ]);
    expect(await shop.world.refused(getMarketItem, player, { id: 'nothing' })).toBe('NO_ITEM_TYPE');
  });

  test('says how many of the type the player has', async () => {
    const { db, deps } = shop.world;
    await stockAll();
    const minted = [0, 0, 1].map((n) => ({
      ...{ id: deps.ids.next('item'), itemType: slugAt(n), playerId: player.id, kind: 'DEPOSIT', origin: 'test' },
    }));
    await mintItems(db, minted as Parameters<typeof mintItems>[1], deps.clock.now());
    const owned = async (actor: Actor, n: number) =>
      (await shop.world.run(getMarketItem, actor, { id: slugAt(n) })).owned;
    expect([await owned(player, 0), await owned(player, 1), await owned(player, 2)]).toEqual([2, 1, 0]);
    expect(await owned(await shop.player(), 0)).toBe(0);
  });

  test('shows similar items: other types of the category on sale, nearest in price first, one item each', async () => {
    const similar = async (id: string) =>
      (await shop.world.run(getMarketItem, player, { id })).similar.map((each) => each.item.id);
    expect(await similar(slugAt(0))).toEqual([]);
    for (const n of [0, 1, 3, 4]) await shop.stock(slugAt(n), 2);
    expect(await similar(slugAt(0))).toEqual([slugAt(1), slugAt(4)]);
    expect(await similar(slugAt(4))).toEqual([slugAt(1), slugAt(0)]);
    expect(await similar(slugAt(3))).toEqual([]);
  });

  test('follows a change of the spread', async () => {
    await writeSetting(shop.world.db, MARKET_SETTINGS, 'market.spreadBps', 1_000, 1);
    const item = await only();
    expect(item.priceUsd).toBe(11);
    expect((await shop.buy(player, [item], 11)).totalUsd).toBe(11);
  });
});

test('each delivery of stock is listed once', async () => {
  const input = { origin: 'demo:delivery:once', items: [{ slug: slugAt(0), count: 3 }], history: [] };
  expect(await shop.world.run(seedMarket, SYSTEM, input)).toEqual({ items: 3 });
  expect(await shop.world.run(seedMarket, SYSTEM, input)).toEqual({ items: 0 });
  expect(await shop.list(player)).toHaveLength(3);
});
