/**
 * For how much and how long a locked rate holds: one per player and coin, a sum per day, void once the market fell, only for payments
 * that are in a block in time. Tested with two nodes' books, clock skew, missing rates and changing settings.
 */
import { createCryptoOrder, listCryptoRates, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import type { Coin } from '@fairpot/contract/crypto/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { writeSetting } from '../../testing/settings.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';
import { makeTill, type Till } from '../../testing/crypto/till.fixture.ts';

const MINUTE_MS = 60_000;

let till: Till;
beforeAll(async () => {
  till = await makeTill();
});
afterAll(() => till.close());
beforeEach(async () => {
  Object.assign(till.rates, { TRX: 0.25, USDT: 1, BTC: 50_000, ETH: 2_000 });
  delete till.second.BTC;
  till.silent = false;
  // Sources are polled once a minute.
  await till.world.clock.advance(MINUTE_MS);
  await set('crypto.depositSpreadBps', 100);
  await set('crypto.lockDayCents', 500_000);
  await till.sweep();
});

const set = (key: keyof typeof DEPOSIT_SETTINGS, value: number) =>
  writeSetting(till.world.db, DEPOSIT_SETTINGS, key, value, till.world.clock.now());
const unitsOf = (amount: string | null, decimals: number) => {
  const [whole = '0', rest = ''] = (amount ?? '0').split('.');
  return BigInt(whole + rest.padEnd(decimals, '0'));
};
const stateOf = async (player: Actor, id: string) => (await till.orders(player)).find((each) => each.id === id);
/** The coin's address that has no order yet. */
async function freeWallet(player: Actor, coin: Coin): Promise<string> {
  const offered = await till.world.runner.execute(listCryptoWallets, player, {});
  const wallet = offered.find(({ coinName }) => coinName === coin);
  if (wallet === undefined) throw new Error(`${coin} is not offered`);
  return wallet.id;
}
/** USDT is in a solid block as soon as it is shown. */
const solid = () => till.confirm('tron', 100, 100);

test('the price of a rate and its duration are shown before the payment', async () => {
  const [trx] = await till.world.run(listCryptoRates, await till.player(), {});
  expect(trx).toMatchObject({ marketUsd: 0.25, amountUsd: 0.2475, spreadBps: 100 });
  expect(trx).toMatchObject({ lockMs: 30 * MINUTE_MS, lockDayUsd: 5_000 });
});

test('one rate is held per player and coin; another order for the coin waits without one', async () => {
  const player = await till.player();
  const first = await till.order(player, 'BTC', 100);
  const second = await till.order(player, 'BTC', 100);
  const other = await till.order(player, 'ETH', 100);
  expect([first, second, other].map(({ rateState }) => rateState)).toEqual(['HELD', 'NONE', 'HELD']);
  expect(second.rateLockedUntil).toBe(second.createdAt);
  expect(await till.order(await till.player(), 'BTC', 100)).toMatchObject({ rateState: 'HELD' });
  // Without a lock: the rate at confirmation, even if it is higher.
  till.rates.BTC = 60_000;
  await till.sweep();
  await till.show('BTC', second.wallet, 100_000n, { height: 50 });
  await till.confirm('bitcoin', 52);
  await till.sweep();
  expect(await till.cash(player)).toBe(5_940);
  // The first is over: the next order gets a rate again.
  await till.world.clock.advance(30 * MINUTE_MS);
  await till.sweep();
  expect(await till.order(player, 'BTC', 100)).toMatchObject({ rateState: 'HELD' });
});

test('concurrent orders for one coin, on two nodes, hold one rate', async () => {
  const player = await till.player();
  const { db, runner } = till.world;
  const node = till.world.node(till.world.clock);
  const shown = await freeWallet(player, 'TRX');
  // The site offers one address per coin at a time; the second one is inserted by the test.
  await db.run(sql`update crypto_wallets set ordered = true where id = ${shown}`);
  const second = await freeWallet(player, 'TRX');
  await db.run(sql`drop index crypto_wallets_free`);
  await db.run(sql`update crypto_wallets set ordered = false where id = ${shown}`);
  const order = (walletId: string) => ({ walletId, amountUsd: 20 });
  const made = await Promise.all([
    runner.execute(createCryptoOrder, player, order(shown), { key: 'lock one' }),
    node.runner.execute(createCryptoOrder, player, order(second), { key: 'lock two' }),
  ]);
  expect(made).toHaveLength(2);
  expect((await till.orders(player)).map(({ rateState }) => rateState).sort()).toEqual(['HELD', 'NONE']);
  await db.run(sql`create unique index crypto_wallets_free on crypto_wallets (player_id, coin) where not ordered`);
});

test('a player locks rates for a bounded sum per day; twenty at once lock no more', async () => {
  await set('crypto.lockDayCents', 25_000);
  const player = await till.player();
  await till.world.sweepAll();
  const wallets = await till.world.run(listCryptoWallets, player, {});
  await Promise.all(
    wallets.map(({ id }) =>
      till.world.runner.execute(createCryptoOrder, player, { walletId: id, amountUsd: 100 }, { key: `day ${id}` }),
    ),
  );
  const states = async () => (await till.orders(player)).map(({ rateState }) => rateState).sort();
  expect(await states()).toEqual(['HELD', 'HELD', 'NONE', 'NONE']);
  await till.world.clock.advance(24 * 60 * MINUTE_MS + MINUTE_MS);
  await till.sweep();
  expect(await till.order(player, 'BTC', 250)).toMatchObject({ rateState: 'HELD' });
});

test('the lock is void once the market fell by more than the spread, and stays void when it rises again', async () => {
  const player = await till.player();
  const order = await till.order(player, 'USDT', 100);
  const units = unitsOf(order.amountCoin, 6);
  till.rates.USDT = 0.99;
  await till.sweep();
  expect(await stateOf(player, order.id)).toMatchObject({ rateState: 'HELD' });
  till.rates.USDT = 0.98;
  await till.sweep();
  expect(await stateOf(player, order.id)).toMatchObject({ rateState: 'FELL' });
  till.rates.USDT = 1.02;
  await till.sweep();
  expect(await stateOf(player, order.id)).toMatchObject({ rateState: 'FELL' });
  await till.show('USDT', order.wallet, units);
  await solid();
  await till.sweep();
  // Without a lock there is no penalty: the rate at confirmation.
  expect(await till.cash(player)).toBe(Number((units * 10_098n) / 100_000_000n));
  expect((await till.orders(player))[0]).toMatchObject({ payments: [{ atLock: 'NONE' }] });
});

test('a void lock makes room for another one, at the rate of that time', async () => {
  const player = await till.player();
  await till.order(player, 'USDT', 100);
  till.rates.USDT = 0.98;
  await till.sweep();
  expect(await till.order(player, 'USDT', 100)).toMatchObject({ rateState: 'HELD', amountCoin: '103.071532' });
});

test('five transactions, one of them late: four at the locked rate, the late one at the current rate', async () => {
  const player = await till.player();
  const order = await till.order(player, 'USDT', 100);
  const part = unitsOf(order.amountCoin, 6) / 5n;
  till.rates.USDT = 0.9901;
  for (let n = 0; n < 4; n += 1) await till.show('USDT', order.wallet, part);
  await solid();
  await till.sweep();
  expect(Math.abs((await till.cash(player)) - 8_000)).toBeLessThanOrEqual(4);
  await till.world.clock.advance(30 * MINUTE_MS);
  till.rates.USDT = 0.975;
  await till.sweep();
  await till.show('USDT', order.wallet, part);
  await solid();
  await till.sweep();
  const late = Number((part * 96_525n) / 1_000_000_000n);
  expect(Math.abs((await till.cash(player)) - 8_000 - late)).toBeLessThanOrEqual(5);
  expect((await stateOf(player, order.id))?.payments.map(({ atLock }) => atLock)).toEqual([
    'NONE',
    ...Array<string>(4).fill('ALL'),
  ]);
});

test('1% over the sum at the locked rate, the rest at the lower one, split in six and booked at once', async () => {
  const player = await till.player();
  const order = await till.order(player, 'USDT', 100);
  const units = unitsOf(order.amountCoin, 6);
  till.rates.USDT = 0.995;
  await till.sweep();
  for (let n = 0; n < 6; n += 1) await till.show('USDT', order.wallet, units / 2n);
  await solid();
  await till.world.clock.advance(MINUTE_MS);
  const nodes = Array.from({ length: 6 }, () => till.world.node(till.world.clock));
  await Promise.all(nodes.map((node) => node.sweepAll()));
  await till.world.checkInvariants();
  const at = (sum: bigint, micro: bigint) => Number((sum * micro) / 10_000_000_000n);
  const locked = (units * 101n) / 100n;
  const wanted = at(locked, 990_000n) + at(units * 3n - locked, 985_050n);
  expect(Math.abs((await till.cash(player)) - wanted)).toBeLessThanOrEqual(6);
  const { used, holds } = await till.world.db.one<{ used: string; holds: string }>(sql`
    select lock_used::text as used, lock_units::text as holds from crypto_orders where id = ${order.id}`);
  expect([used, holds]).toEqual([locked.toString(), locked.toString()]);
});

test('the database caps the credit at a locked rate', async () => {
  const { id } = await till.order(await till.player(), 'USDT', 100);
  await expect(
    till.world.db.run(sql`update crypto_orders set lock_used = lock_units + 1 where id = ${id}`),
  ).rejects.toThrow('crypto_orders_lock_used');
  for (const change of [sql`lock_units = 1`, sql`rate_micro = 1`, sql`lock_until = 1`])
    await expect(till.world.deps.db.run(sql`update crypto_orders set ${change} where id = ${id}`)).rejects.toThrow(
      'permission denied',
    );
});

test('a payment seen in time but in a block later is late; so is one that moves to another block', async () => {
  const [parked, moved] = [await till.player(), await till.player()];
  const waits = await till.order(parked, 'BTC', 500);
  const leaves = await till.order(moved, 'BTC', 500);
  const [a, b] = [unitsOf(waits.amountCoin, 8), unitsOf(leaves.amountCoin, 8)];
  const { txid: first } = await till.show('BTC', waits.wallet, a, { height: null });
  const { txid: second } = await till.show('BTC', leaves.wallet, b, { height: 300 });
  await till.show('BTC', leaves.wallet, b, { txid: second, height: null });
  await till.world.clock.advance(31 * MINUTE_MS);
  till.rates.BTC = 45_000;
  await till.sweep();
  await till.show('BTC', waits.wallet, a, { txid: first, height: 310 });
  await till.show('BTC', leaves.wallet, b, { txid: second, height: 310 });
  await till.confirm('bitcoin', 312);
  await till.sweep();
  for (const player of [parked, moved]) expect(Math.abs((await till.cash(player)) - 45_000)).toBeLessThanOrEqual(2);
});

test('a minute late is late, even if the market fell by less than the spread and the lock is not void', async () => {
  const player = await till.player();
  const order = await till.order(player, 'BTC', 500);
  const { txid } = await till.show('BTC', order.wallet, unitsOf(order.amountCoin, 8), { height: null });
  till.rates.BTC = 49_800;
  await till.sweep();
  await till.world.clock.advance(30 * MINUTE_MS);
  await till.show('BTC', order.wallet, unitsOf(order.amountCoin, 8), { txid, height: 320 });
  await till.confirm('bitcoin', 322);
  await till.sweep();
  expect((await stateOf(player, order.id))?.payments).toMatchObject([{ atLock: 'NONE' }]);
  expect(Math.abs((await till.cash(player)) - 49_800)).toBeLessThanOrEqual(2);
});

test('a coin loses its rate while a payment is in time: it waits, and the first rate afterwards decides', async () => {
  const [lower, higher] = [await till.player(), await till.player()];
  for (const [player, after] of [
    [lower, 45_000],
    [higher, 50_100],
  ] as const) {
    till.rates.BTC = 50_000;
    delete till.second.BTC;
    await till.sweep();
    const order = await till.order(player, 'BTC', 500);
    till.second.BTC = 60_000;
    await till.sweep();
    await till.show('BTC', order.wallet, unitsOf(order.amountCoin, 8), { height: 400 });
    await till.confirm('bitcoin', 405, 405);
    await till.sweep();
    expect(await till.cash(player)).toBe(0);
    await till.world.clock.advance(60 * MINUTE_MS);
    till.rates.BTC = after;
    delete till.second.BTC;
    await till.sweep();
  }
  expect(Math.abs((await till.cash(lower)) - 45_000)).toBeLessThanOrEqual(2);
  expect(await till.cash(higher)).toBe(50_000);
});

test('in a block before the market fell: the lock holds if a later reading shows it', async () => {
  const [shown, notShown] = [await till.player(), await till.player()];
  for (const [player, isShown] of [
    [shown, true],
    [notShown, false],
  ] as const) {
    till.rates.BTC = 50_000;
    await till.sweep();
    const order = await till.order(player, 'BTC', 500);
    await till.world.clock.advance(1_000);
    await till.show('BTC', order.wallet, unitsOf(order.amountCoin, 8), { height: 500 });
    if (isShown) await till.sweep();
    till.rates.BTC = 45_000;
    await till.sweep();
    await till.confirm('bitcoin', 505, 505);
    await till.sweep();
  }
  expect(await till.cash(shown)).toBe(50_000);
  expect(Math.abs((await till.cash(notShown)) - 45_000)).toBeLessThanOrEqual(2);
});

test('changed settings do not affect a locked rate', async () => {
  const player = await till.player();
  const order = await till.order(player, 'USDT', 100);
  await set('crypto.depositSpreadBps', 0);
  await set('crypto.lockDayCents', 0);
  // Within the spread of the lock, beyond the current one.
  till.rates.USDT = 0.9905;
  await till.sweep();
  await till.show('USDT', order.wallet, unitsOf(order.amountCoin, 6));
  await solid();
  await till.sweep();
  expect(await till.cash(player)).toBe(10_000);
  await set('crypto.depositSpreadBps', 1_000);
  const wide = await till.player();
  await till.sweep();
  await set('crypto.lockDayCents', 500_000);
  const lower = await till.order(wide, 'USDT', 100);
  await set('crypto.depositSpreadBps', 0);
  till.rates.USDT = 0.975;
  await till.sweep();
  await till.show('USDT', lower.wallet, unitsOf(lower.amountCoin, 6) * 2n);
  await solid();
  await till.sweep();
  // The sum at the locked rate, and the excess at no more, although the current spread would give more.
  expect(Math.abs((await till.cash(wide)) - 20_000)).toBeLessThanOrEqual(1);
});

test('a watcher whose clock is ahead makes a payment late; one that is behind makes none early', async () => {
  const [ahead, behind] = [await till.player(), await till.player()];
  const { world } = till;
  for (const [player, skewMs] of [
    [ahead, 31 * MINUTE_MS],
    [behind, -31 * MINUTE_MS],
  ] as const) {
    till.rates.BTC = 50_000;
    await till.sweep();
    const order = await till.order(player, 'BTC', 500);
    const payment = {
      ...{
        txid: order.id
          .slice(4)
          .padEnd(64, '0')
          .replace(/[^0-9a-f]/g, '7'),
        idx: 0,
        address: order.wallet,
        coin: 'BTC',
      },
      ...{ units: unitsOf(order.amountCoin, 8).toString(), height: 600, hash: 'block 600' },
    };
    await till.watcher.run(sql`
      select crypto_see('bitcoin', ${JSON.stringify([payment])}::jsonb, ${world.clock.now() + skewMs})`);
    till.rates.BTC = 51_000;
    await till.sweep();
    await till.confirm('bitcoin', 605, 605);
    await till.sweep();
  }
  // Both at the current rate: a wrong clock never grants the lock to a payment that may not have it.
  for (const player of [ahead, behind]) expect(Math.abs((await till.cash(player)) - 51_000)).toBeLessThanOrEqual(2);
});

test('market readings are stored once per poll and deleted after a week', async () => {
  const { db, clock } = till.world;
  const all = () => db.one<{ n: number }>(sql`select count(*) as n from crypto_readings where noted_at <= ${begin}`);
  const begin = clock.now();
  expect((await all()).n).toBeGreaterThan(0);
  await clock.advance(7 * 24 * 60 * MINUTE_MS + MINUTE_MS);
  await till.sweep();
  for (let n = 0; n < 20 && (await all()).n > 0; n += 1) await till.sweep();
  expect((await all()).n).toBe(0);
});
