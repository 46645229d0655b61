/** Orders under one key from a script that changes its mind: other totals, two nodes at once, a lost answer. */
import { buyFromMarket, type MarketItem } from '@fairpot/contract/market/schemas';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { attemptResult, raceIn, times } from '../../testing/races.ts';
import { openShop, slugAt, type Shop } from '../../testing/market/shop.fixture.ts';

let shop: Shop;
let player: Actor;
let item: MarketItem;
beforeEach(async () => {
  shop = await openShop();
  player = await shop.player();
  await shop.stock(slugAt(0), 2);
  const [first] = await shop.list(player);
  if (!first) throw new Error('nothing is on sale');
  item = first;
});
afterEach(() => shop.world.close());

const KEY = { key: 'order-1' };
/** Orders the same item with this total; undefined: without a total. */
const order = (totalUsd?: number) => ({ itemIds: [item.id], ...(totalUsd !== undefined && { totalUsd }) });
const buy = (totalUsd?: number, runner = shop.world.runner) =>
  runner.execute(buyFromMarket, player, order(totalUsd), KEY);
const paid = async () => 1_000_000 - (await shop.balance(player));
const priceCents = () => Math.round(item.priceUsd * 100);

test('refuses the previous order with another total or none; the order is paid once', async () => {
  const first = await buy(item.priceUsd);
  for (const total of [item.priceUsd + 1, 0.01, undefined])
    expect([total, await attemptResult(buy(total))]).toEqual([total, 'KEY_REUSED']);
  expect(await buy(item.priceUsd)).toEqual(first);
  expect(await paid()).toBe(priceCents());
});

test('a refused total uses up neither the key nor money: the right total works under the same key', async () => {
  expect(await attemptResult(buy(item.priceUsd - 0.01))).toBe('MARKET_PRICE_CHANGED');
  expect(await paid()).toBe(0);
  const { n } = await shop.world.db.one<{ n: number }>(sql`select count(*) as n from receipts where key = ${KEY.key}`);
  expect(n).toBe(0);
  expect(await buy(item.priceUsd)).toMatchObject({ totalUsd: item.priceUsd });
  expect(await paid()).toBe(priceCents());
});

test('two nodes at once: one order runs once with one answer; with different totals only one runs, and buys no other item', async () => {
  const { world } = shop;
  const nodes = [world.node(world.clock), world.node(world.clock)];
  const runnerOf = (n: number) => nodes[n % 2]?.runner ?? world.runner;
  const answers = await Promise.all(times(8, (n) => buy(item.priceUsd, runnerOf(n))));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await paid()).toBe(priceCents());

  const [other] = await shop.list(player);
  if (!other) throw new Error('the second one is not on sale');
  const under = (totalUsd: number | undefined, n: number) => () =>
    runnerOf(n).execute(
      buyFromMarket,
      player,
      { itemIds: [other.id], ...(totalUsd !== undefined && { totalUsd }) },
      { key: 'order-2' },
    );
  // With and without a total are two different orders: the first one takes the key.
  const ends = await raceIn(
    world,
    times(8, (n) => under(n % 2 === 0 ? other.priceUsd : undefined, n)),
  );
  expect(ends).toEqual({ ok: 4, KEY_REUSED: 4 });
  expect(await paid()).toBe(priceCents() + Math.round(other.priceUsd * 100));
  const { sold } = await world.db.one<{ sold: number }>(sql`select count(*) as sold from market_sales`);
  expect(sold).toBe(2);
});
