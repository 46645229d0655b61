/** Deposits to the balance: the lower of the price in the order and the price some minutes after the trade is final. */
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { cents } from '@fairpot/contract/wire/money';
import { getUser } from '@fairpot/contract/user/schemas';
import { withdrawTerms } from '@fairpot/contract/trades/schemas';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql, type Pool } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { notificationsOf } from '../../testing/notifications.ts';
import { slugOf } from '../../testing/item-types.ts';
import { dieAtEachStep } from '../../testing/dying-steps.ts';
import { times } from '../../testing/races.ts';
import { bookOrder } from './books.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { creditedCents, CREDIT_TRIES_MS } from './rules.ts';

const WAIT_MS = 5 * 60_000;
const WEEK_MS = 8 * 24 * 60 * 60_000;

let desk: TradeDesk;
beforeAll(async () => (desk = await makeTradeDesk()));
afterAll(() => desk.close());
afterEach(() =>
  desk.world.db.run(sql`
    update item_types set price_cents = substring(slug from '[0-9]+$')::bigint, doubt = null, good_until = null`),
);

/** Sets what sources say of a type now. */
async function says(price: number, now: number, doubt: string | null = null, age = 0): Promise<void> {
  const at = desk.world.clock.now() - age;
  await desk.world.db.run(sql`
    update item_types set price_cents = ${now}, doubt = ${doubt}, priced_at = ${at}, good_until = ${at + 86_400_000}
    where slug = ${slugOf(price)}`);
}

const balances = async (player: Actor) => {
  const { user } = await desk.world.run(getUser, player, {});
  return [user.balanceUsd, user.balanceUsdHold];
};
const site = async (player: Actor) => (await desk.world.run(siteInventory, player, {})).items;
const texts = async (player: Actor) => (await notificationsOf(desk.world.db, player)).map(({ text }) => text);

/** A deposit to the balance of items that sources price, complete and final at Steam. */
async function arrived(player: Actor, prices: readonly number[]): Promise<string> {
  for (const price of new Set(prices)) await says(price, price);
  const id = await desk.deposit(player, prices, true);
  await desk.sent(id);
  await desk.complete(id);
  await desk.settle(id);
  await desk.world.sweepAll();
  return id;
}

test('a price that falls before the credit lowers it: the order shows both values, and the refundable sum follows', async () => {
  const { world } = desk;
  const player = await desk.player();
  const id = await arrived(player, [1_000, 600]);
  expect(await balances(player)).toEqual([0, 16]);
  expect(await desk.order(player, id)).toMatchObject({ state: 'SETTLED', booked: true, released: false });
  await world.clock.advance(WAIT_MS - 1);
  await says(1_000, 800);
  await says(600, 600);
  await world.sweepAll();
  expect(await balances(player)).toEqual([0, 16]);
  await world.clock.advance(1);
  await world.sweepAll();
  expect(await balances(player)).toEqual([14, 0]);
  const order = await desk.order(player, id);
  expect(order).toMatchObject({ totalUsd: 16, creditedUsd: 14, released: true });
  expect(order.items.map(({ item, creditedUsd }) => [item.priceUsd, creditedUsd])).toEqual([
    [10, 8],
    [6, 6],
  ]);
  expect((await world.run(withdrawTerms, player, {})).refundableUsd).toBe(14);
  expect((await texts(player)).at(-1)).toBe(
    `Deposit ${order.code}: $14.00 is in your balance. Prices fell after your order of $16.00`,
  );
  await world.checkInvariants();
});

test('a price that rises credits no more than the order', async () => {
  const player = await desk.player();
  const id = await arrived(player, [1_000]);
  await desk.world.clock.advance(WAIT_MS);
  await says(1_000, 1_400);
  await desk.world.sweepAll();
  expect(await balances(player)).toEqual([10, 0]);
  expect(await desk.order(player, id)).toMatchObject({ totalUsd: 10, creditedUsd: 10 });
  const { code } = await desk.order(player, id);
  expect((await texts(player)).at(-1)).toBe(`Deposit ${code}: $10.00 is in your balance`);
});

test('a trade that Steam protects for a week is credited at the price after it', async () => {
  const { world } = desk;
  const player = await desk.player();
  await says(1_000, 1_000);
  const id = await desk.deposit(player, [1_000], true);
  await desk.sent(id);
  await desk.complete(id);
  await world.sweepAll();
  await world.clock.advance(WEEK_MS);
  await says(1_000, 700);
  await world.sweepAll();
  expect(await balances(player)).toEqual([0, 10]);
  await desk.settle(id);
  await world.sweepAll();
  expect(await balances(player)).toEqual([7, 0]);
});

test('a doubted price is waited for; after an hour its item is the player’s, the others are balance', async () => {
  const { world } = desk;
  const player = await desk.player();
  const id = await arrived(player, [1_000, 600]);
  await world.clock.advance(WAIT_MS);
  await says(1_000, 900, 'APART');
  await says(600, 500);
  await world.sweepAll();
  expect(await balances(player)).toEqual([0, 16]);
  // The hour begins when Steam can no longer reverse the trade.
  await world.clock.advance(WEEK_MS + CREDIT_TRIES_MS - WAIT_MS - 1);
  await says(1_000, 900, 'APART');
  await world.sweepAll();
  expect(await balances(player)).toEqual([0, 16]);
  await world.clock.advance(30_000);
  await says(1_000, 900, 'APART');
  await says(600, 500);
  await world.sweepAll();
  expect(await balances(player)).toEqual([5, 0]);
  expect((await site(player)).map(({ type }) => type)).toEqual(['DEPOSIT']);
  const order = await desk.order(player, id);
  expect(order.items.map(({ creditedUsd }) => creditedUsd)).toEqual([null, 5]);
  expect(order).toMatchObject({ creditedUsd: 5 });
  expect((await texts(player)).at(-1)).toBe(
    `Deposit ${order.code}: $5.00 is in your balance. Prices fell after your order of $6.00. ` +
      '1 with a price that we cannot confirm is in your inventory',
  );
  // The item counts as deposited at its value in the order.
  expect((await world.run(withdrawTerms, player, {})).refundableUsd).toBe(15);
  await world.checkInvariants();
});

test('a price that is believed again within the hour is credited', async () => {
  const { world } = desk;
  const player = await desk.player();
  await arrived(player, [1_000]);
  await world.clock.advance(WAIT_MS);
  await says(1_000, 1_000, 'JUMP');
  await world.sweepAll();
  expect(await balances(player)).toEqual([0, 10]);
  await world.clock.advance(60_000);
  await says(1_000, 950);
  await world.sweepAll();
  expect(await balances(player)).toEqual([9.5, 0]);
  expect(await site(player)).toEqual([]);
});

test('a price that no source confirms any more is waited for: it may hide a fall', async () => {
  const { world } = desk;
  const player = await desk.player();
  await arrived(player, [1_000]);
  await world.clock.advance(WAIT_MS);
  await says(1_000, 1_000, null, 16 * 60_000);
  await world.sweepAll();
  expect(await balances(player)).toEqual([0, 10]);
  await world.clock.advance(60_000);
  await says(1_000, 990, null, 15 * 60_000);
  await world.sweepAll();
  expect(await balances(player)).toEqual([9.9, 0]);
});

test('six nodes credit once, and the price of the moment counts', async () => {
  const { world } = desk;
  const player = await desk.player();
  const id = await arrived(player, [1_000]);
  await world.clock.advance(WAIT_MS);
  await says(1_000, 880);
  await Promise.all(times(6, () => world.node(world.clock).sweepAll()));
  expect(await balances(player)).toEqual([8.8, 0]);
  await says(1_000, 500);
  await world.clock.advance(WEEK_MS + CREDIT_TRIES_MS);
  await world.sweepAll();
  expect(await balances(player)).toEqual([8.8, 0]);
  const paid = await world.db.many<{ code: string; n: number }>(sql`
    select code, count(*) as n from transfers where ref = ${id} group by code order by code`);
  expect(paid).toEqual([
    { code: 'DEPOSIT', n: 1 },
    { code: 'HOLD_RELEASE', n: 1 },
  ]);
});

test('a backend that dies at any step of the credit changes nothing; one whose answer was lost is not credited again', async () => {
  const { world } = desk;
  const { db, clock, deps } = world;
  const player = await desk.player();
  const id = await arrived(player, [1_000, 600]);
  await clock.advance(WAIT_MS);
  await says(1_000, 900);
  await says(600, 600, 'APART');
  const book = (dying: Pool) => dying.transaction((tx) => bookOrder(deps, tx, id, clock.now()));
  // The doubted item waits: the order is postponed, and nothing is credited.
  expect(await book(db)).toBeNull();
  await clock.advance(60_000);
  await says(600, 500);
  const deaths = await dieAtEachStep(db, book, async () => {
    expect(await balances(player)).toEqual([0, 16]);
    await world.checkInvariants();
  });
  expect(deaths).toBeGreaterThan(10);
  expect(await balances(player)).toEqual([14, 0]);
  expect(await book(db)).toBeNull();
  expect(await balances(player)).toEqual([14, 0]);
  await world.checkInvariants();
});

test('items for the site inventory keep no price and wait for none', async () => {
  const player = await desk.player();
  await says(1_000, 1_000);
  const id = await desk.deposit(player, [1_000]);
  await desk.sent(id);
  await desk.complete(id);
  await says(1_000, 100, 'JUMP');
  await desk.settle(id);
  await desk.world.sweepAll();
  expect(await site(player)).toHaveLength(1);
  expect(await desk.order(player, id)).toMatchObject({ released: true, creditedUsd: null });
});

test('the database refuses a credit above the order', async () => {
  const player = await desk.player();
  const id = await arrived(player, [1_000]);
  const write = desk.world.db.run(sql`update trade_order_items set credited_cents = 1001 where order_id = ${id}`);
  await expect(write).rejects.toThrow(/trade_order_items_credit/);
});

test('the credit of an item, by price, doubt and age', () => {
  const at = 1_000_000_000_000;
  const price = { cents: cents(900), pricedAt: at, isDoubted: false, isMarketPrice: true };
  expect(creditedCents(1_000, price, at)).toBe(900);
  expect(creditedCents(800, price, at)).toBe(800);
  expect(creditedCents(800, undefined, at)).toBeNull();
  expect(creditedCents(800, { ...price, isDoubted: true }, at)).toBeNull();
  expect(creditedCents(800, { ...price, pricedAt: at - 15 * 60_000 - 1 }, at)).toBeNull();
  // A catalogue price is never confirmed.
  expect(creditedCents(1_000, { ...price, pricedAt: 0, isMarketPrice: false }, at)).toBe(900);
});
