/** TRX and USDT from a really signed transaction to the balance, and the tricks that must not work (T16 to T18). */
import { FAKE_CONTRACT, SOLID_AFTER, TRON_BLOCK_MS } from '@fairpot/simulators/chains/tron/tron';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '@fairpot/server/platform/database/sql';
import { makeWatcherScene, unitsOf, type WatcherScene } from './scene.fixture.ts';

const SOLID_MS = (SOLID_AFTER + 2) * TRON_BLOCK_MS;

let scene: WatcherScene;
beforeAll(async () => {
  scene = await makeWatcherScene({ network: 'tron' });
});
afterEach(() => scene.sims.faults.clear());
afterAll(() => scene.close());

test.each(['TRX', 'USDT'] as const)('%s: credited once its block is solidified, and once', async (coin) => {
  const player = await scene.player();
  const order = await scene.order(player, coin, 12);
  const txid = await scene.pay(order);
  await scene.advance(TRON_BLOCK_MS * 3);
  await scene.turn();
  // In a block that may still be dropped: not recorded.
  expect((await scene.last(player))?.payments).toEqual([]);
  await scene.advance(SOLID_MS);
  expect(await scene.turn()).toEqual([]);
  expect(await scene.last(player)).toMatchObject({
    status: 'COMPLETED',
    amountUsd: 12,
    payments: [{ txid, coinName: coin, state: 'CREDITED', amountUsd: 12 }],
  });
  expect(await scene.cash(player)).toBe(1_200);
  for (let n = 0; n < 3; n += 1) await scene.turn();
  expect(await scene.cash(player)).toBe(1_200);
});

test('another token, a failed call, an approval and a zero transfer credit no player', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'USDT');
  for (const kind of ['fake-token', 'failed', 'approval', 'zero'] as const) await scene.pay(order, 100, kind);
  await scene.advance(SOLID_MS);
  expect(await scene.turn()).toEqual([]);
  expect((await scene.last(player))?.payments).toEqual([]);
  expect(await scene.cash(player)).toBe(0);
  // The other token is recorded for staff.
  const strays = await scene.world.db.many<{ contract: string; units: string }>(
    sql`select contract, units::text as units from crypto_strays`,
  );
  expect(strays).toEqual([
    { contract: FAKE_CONTRACT.slice(2), units: unitsOf(order.amountCoin ?? '', 'USDT').toString() },
  ]);
});

test('underpaid, overpaid, paid twice, and USDT sent to a TRX address', async () => {
  const player = await scene.player();
  const usdt = await scene.order(player, 'USDT', 10);
  await scene.pay(usdt, 50);
  await scene.pay(usdt, 130);
  const trx = await scene.order(player, 'TRX', 10);
  await scene.sims.chains.pay({ coin: 'USDT', address: trx.wallet, units: 3_000_000n, kind: 'plain' });
  await scene.advance(SOLID_MS);
  await scene.turn();
  // The excess over a locked amount is worth the current rate, which moved by less than 1% since.
  const worth = await scene.cash(player);
  expect(Math.abs(worth - (500 + 1_300 + 300))).toBeLessThanOrEqual(3 + 8);
  expect((await scene.last(player))?.payments).toMatchObject([
    { coinName: 'USDT', amountCoin: '3', state: 'CREDITED' },
  ]);
});

test('a node that is down, busy, returns HTML or has no infos yet for ten minutes: nothing is lost, everything is credited afterwards', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'USDT');
  await scene.pay(order);
  await scene.advance(SOLID_MS);
  for (const fault of ['503', '403', 'html', 'no-infos'] as const) {
    scene.sims.faults.set('tron', fault);
    const failed = await scene.turn();
    expect(failed.filter((line) => line.startsWith('tron'))).toHaveLength(1);
    expect(await scene.cash(player)).toBe(0);
    await scene.advance(150_000);
    scene.sims.faults.clear();
  }
  scene.sims.faults.clear();
  expect(await scene.turn()).toEqual([]);
  expect(await scene.cash(player)).toBe(1_000);
});

test('a node that lags undoes nothing', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'USDT');
  await scene.pay(order);
  await scene.advance(SOLID_MS);
  await scene.turn();
  scene.sims.faults.set('tron', 'lag', { blocks: 200 });
  expect(await scene.turn()).toEqual([]);
  expect(await scene.turn()).toEqual([]);
  expect(await scene.cash(player)).toBe(1_000);
  expect(await scene.incidents()).toEqual([]);
});

test('ten watchers at once read each block once', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'TRX');
  await scene.pay(order);
  await scene.advance(SOLID_MS);
  const watchers = Array.from({ length: 10 }, () => scene.newWatcher());
  await Promise.all(watchers.map((watcher) => watcher.poll()));
  await scene.world.sweepAll();
  expect(await scene.cash(player)).toBe(1_000);
});

test('a re-org deeper than the solidified blocks: what was credited becomes an incident, no debit', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'TRX');
  await scene.pay(order);
  await scene.advance(SOLID_MS);
  await scene.turn();
  expect(await scene.cash(player)).toBe(1_000);
  scene.sims.chains.tron.reorg(SOLID_AFTER + 30, true);
  await scene.advance(SOLID_MS);
  await scene.turn();
  expect(await scene.incidents()).toEqual(['REORG_AFTER_CREDIT tron']);
  expect(await scene.cash(player)).toBe(1_000);
});
