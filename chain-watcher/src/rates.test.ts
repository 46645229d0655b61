/**
 * A locked rate is not a free option. These tests measure what a player gains by paying only after the market moved, by paying more than
 * requested, by leaving a transaction in the mempool, and by many small payments in one block. Simulated chains, running watcher.
 */
import type { Coin } from '@fairpot/contract/crypto/calls';
import { listCryptoRates } from '@fairpot/contract/crypto/schemas';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { SOLID_AFTER, TRON_BLOCK_MS } from '@fairpot/simulators/chains/tron/tron';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeWatcherScene, type WatcherScene } from './scene.fixture.ts';

const MINUTE_MS = 60_000;
const SOLID_MS = (SOLID_AFTER + 2) * TRON_BLOCK_MS;

let scene: WatcherScene;

/** Both sources report another rate from now on, and both were polled. */
async function market(factor: number): Promise<void> {
  for (const source of ['coingecko', 'kraken'] as const) scene.sims.faults.set(source, 'spike', { factor });
  await scene.advance(MINUTE_MS + 1);
  await scene.world.sweepAll();
}

/** Cents for an amount of coins at the current rate. */
async function spot(player: Actor, coin: Coin, coins: number): Promise<number> {
  const rates = await scene.world.run(listCryptoRates, player, {});
  const rate = rates.find(({ name }) => name === coin)?.amountUsd;
  if (rate === undefined || rate === null) throw new Error(`no rate of ${coin}`);
  return coins * rate * 100;
}

const near = (found: number, wanted: number, cents = 60) =>
  expect([found, Math.abs(found - wanted) <= cents]).toEqual([found, true]);

describe('TRX', () => {
  beforeAll(async () => {
    scene = await makeWatcherScene({ network: 'tron' });
  });
  afterEach(() => scene.sims.faults.clear());
  afterAll(() => scene.close());
  const pay = (wallet: string, trx: number) =>
    scene.sims.chains.pay({ coin: 'TRX', address: wallet, units: BigInt(trx) * 1_000_000n, kind: 'plain' });

  test('I PAID for $10.00, and 50,000 TRX after the market fell by 10%: the current rate', async () => {
    const player = await scene.player();
    const { wallet } = await scene.order(player, 'TRX', 10);
    await market(0.9);
    await pay(wallet, 50_000);
    await scene.advance(SOLID_MS);
    await scene.turn();
    near(await scene.cash(player), await spot(player, 'TRX', 50_000));
    expect((await scene.last(player))?.rateState).toBe('FELL');
  });

  test('50,000 TRX while the rate holds: $10.10 at the locked rate, the rest at the lower one', async () => {
    const [fell, rose] = [await scene.player(), await scene.player()];
    for (const [player, factor] of [
      [fell, 0.995],
      [rose, 1.05],
    ] as const) {
      scene.sims.faults.clear();
      await market(1);
      const { wallet } = await scene.order(player, 'TRX', 10);
      const locked = await spot(player, 'TRX', 50_000);
      await market(factor);
      await pay(wallet, 50_000);
      await scene.advance(SOLID_MS);
      await scene.turn();
      const now = await spot(player, 'TRX', 50_000);
      const wanted = Math.min(locked, now) + (factor < 1 ? (1_010 * (locked - now)) / locked : 0);
      near(await scene.cash(player), wanted);
      const last = await scene.last(player);
      expect(last).toMatchObject({ rateState: 'HELD', payments: [{ atLock: 'PART' }] });
    }
  });

  test('the market falls while the payment is already in a block: the amount keeps its rate', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'TRX', 200);
    await scene.pay(order);
    await scene.advance(SOLID_MS);
    await scene.poll();
    // A rate from after the block shows that the market had not fallen yet.
    await market(1);
    expect(await scene.cash(player)).toBe(20_000);
    await market(0.8);
    expect((await scene.last(player))?.payments).toMatchObject([{ atLock: 'ALL', amountUsd: 200 }]);
  });
});

describe('BTC', () => {
  beforeAll(async () => {
    scene = await makeWatcherScene({ network: 'bitcoin' });
  });
  afterEach(() => scene.sims.faults.clear());
  afterAll(() => scene.close());
  const mine = async (blocks: number) => {
    scene.sims.chains.bitcoin.chain.mine(blocks);
    expect(await scene.turn()).toEqual([]);
  };
  const coinsOf = (amount: string | null) => Number(amount ?? 0);

  test('a transaction pending in the mempool keeps no rate, however early it was seen', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'BTC', 500);
    await scene.pay(order, 100, 'waiting');
    await scene.turn();
    expect((await scene.last(player))?.payments).toMatchObject([{ state: 'SEEN', blockAt: null, atLock: null }]);
    // The sender waits until the market has fallen, then speeds it up.
    await scene.advance(6 * 60 * MINUTE_MS);
    await market(0.9);
    scene.sims.chains.bitcoin.release();
    await mine(1);
    await mine(2);
    near(await scene.cash(player), await spot(player, 'BTC', coinsOf(order.amountCoin)));
  });

  test('a re-org after the lock: its current block counts, not its previous one', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'BTC', 2_000);
    await scene.pay(order);
    await mine(1);
    expect((await scene.last(player))?.payments).toMatchObject([{ state: 'CONFIRMING', atLock: 'ALL' }]);
    scene.sims.chains.bitcoin.reorg(2, 'hold');
    await scene.turn();
    await scene.turn();
    expect((await scene.last(player))?.payments).toMatchObject([{ blockAt: null, atLock: null }]);
    await scene.advance(40 * MINUTE_MS);
    await market(0.9);
    scene.sims.chains.bitcoin.release();
    await mine(3);
    await mine(8);
    await mine(1);
    near(await scene.cash(player), await spot(player, 'BTC', coinsOf(order.amountCoin)));
  });

  test('a re-org within the lock: back in another block in time, at the locked rate', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'BTC', 900);
    await scene.pay(order);
    await mine(1);
    scene.sims.chains.bitcoin.reorg(1, 'again');
    await scene.turn();
    await mine(3);
    expect(await scene.cash(player)).toBe(90_000);
  });

  test('ten payments of $999 in one block: one is credited after two blocks, the others once final', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'BTC', 999);
    for (let n = 0; n < 10; n += 1) await scene.pay(order);
    await mine(1);
    await mine(1);
    await mine(1);
    near(await scene.cash(player), 99_900, 0);
    const waiting = (await scene.last(player))?.payments.filter(({ state }) => state === 'CONFIRMING') ?? [];
    expect(waiting.map(({ needed }) => needed)).toEqual(Array(9).fill(6));
    await mine(4);
    await mine(1);
    expect((await scene.last(player))?.payments.map(({ state }) => state)).toEqual(Array(10).fill('CREDITED'));
    near(await scene.cash(player), 999_000, 20);
  });
});
