/** BTC from a really signed transaction to the balance: pending, replaced, evicted, re-orged, twice to one address (T16 to T19). */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { makeWatcherScene, type WatcherScene } from './scene.fixture.ts';

const DAY_MS = 24 * 60 * 60_000;

let scene: WatcherScene;
beforeAll(async () => {
  scene = await makeWatcherScene({ network: 'bitcoin' });
});
afterEach(() => scene.sims.faults.clear());
afterAll(() => scene.close());

const states = async (player: Actor) => {
  const order = await scene.last(player);
  return [order?.status, ...(order?.payments.map(({ state }) => state) ?? [])];
};
const mine = async (blocks: number) => {
  scene.sims.chains.bitcoin.chain.mine(blocks);
  const failed = await scene.turn();
  expect(failed).toEqual([]);
};

test('seen while pending, counted in its block, credited with the second block', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC', 25);
  const txid = await scene.pay(order, 100, 'waiting');
  await scene.turn();
  expect(await states(player)).toEqual(['PENDING', 'SEEN']);
  scene.sims.chains.bitcoin.release();
  await mine(1);
  expect((await scene.last(player))?.payments).toMatchObject([{ txid, state: 'CONFIRMING', needed: 2 }]);
  await mine(2);
  expect(await states(player)).toEqual(['COMPLETED', 'CREDITED']);
  expect(await scene.cash(player)).toBe(2_500);
});

test('two outputs of one transaction are two payments; a payment after the credit is another one', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC', 10);
  await scene.pay(order, 100, 'twice');
  await mine(3);
  expect(await scene.cash(player)).toBe(2_000);
  await scene.pay(order, 50);
  await mine(3);
  expect(Math.abs((await scene.cash(player)) - 2_500)).toBeLessThanOrEqual(1);
});

test('replaced or evicted while pending: lost, nothing credited; declined after a day', async () => {
  const [one, two] = [await scene.player(), await scene.player()];
  const replaced = await scene.pay(await scene.order(one, 'BTC'), 100, 'replaceable');
  const evicted = await scene.pay(await scene.order(two, 'BTC'), 100, 'waiting');
  await scene.turn();
  expect([await states(one), await states(two)]).toEqual([
    ['PENDING', 'SEEN'],
    ['PENDING', 'SEEN'],
  ]);
  scene.sims.chains.bitcoin.replace(replaced);
  scene.sims.chains.bitcoin.evict(evicted);
  await mine(10);
  expect([await states(one), await states(two)]).toEqual([
    ['PENDING', 'LOST'],
    ['PENDING', 'LOST'],
  ]);
  await scene.advance(DAY_MS);
  await scene.turn();
  expect([await states(one), await states(two)]).toEqual([
    ['DECLINED', 'LOST'],
    ['DECLINED', 'LOST'],
  ]);
  expect([await scene.cash(one), await scene.cash(two)]).toEqual([0, 0]);
  expect(await scene.incidents()).toEqual([]);
});

test.each([1, 3, 7])('a re-org of %i blocks: moved to another block, and credited once', async (depth) => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC', 2_000);
  await scene.pay(order);
  // A large payment needs six blocks, so none of these re-orgs comes after the credit.
  await mine(3);
  expect(await states(player)).toEqual(['PENDING', 'CONFIRMING']);
  scene.sims.chains.bitcoin.reorg(depth, 'again');
  expect(await scene.turn()).toEqual([]);
  expect((await scene.last(player))?.payments[0]?.confirmations).toBeLessThan(6);
  expect(await scene.cash(player)).toBe(0);
  await mine(8);
  expect(await states(player)).toEqual(['COMPLETED', 'CREDITED']);
  expect(await scene.cash(player)).toBe(200_000);
});

test('a re-org after the credit removes the payment for good: one incident, no debit, and no further credits for that address', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC', 10);
  await scene.pay(order);
  await mine(3);
  expect(await scene.cash(player)).toBe(1_000);
  scene.sims.chains.bitcoin.reorg(5, 'drop');
  await scene.turn();
  await scene.turn();
  expect(await scene.incidents()).toEqual(['LOST_AFTER_CREDIT bitcoin']);
  await scene.pay(order);
  await mine(8);
  expect(await scene.cash(player)).toBe(1_000);
  expect(await states(player)).toEqual(['COMPLETED', 'CONFIRMING', 'CREDITED']);
  await scene.world.checkInvariants();
});

test('a late payment to a declined order is credited; a quiet address is checked less often, but always', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC');
  await scene.advance(DAY_MS + 60_000);
  await scene.turn();
  expect(await states(player)).toEqual(['DECLINED']);
  await scene.advance(2 * DAY_MS);
  await scene.turn();
  scene.sims.log.clear();
  await scene.turn();
  expect(scene.sims.log.list({ service: 'bitcoin' }).filter(({ path }) => path.includes(order.wallet))).toEqual([]);
  await scene.pay(order);
  await scene.advance(200_000);
  await mine(3);
  await mine(1);
  expect((await states(player))[0]).toBe('COMPLETED');
  expect(await scene.cash(player)).toBeGreaterThan(900);
});

test('a node that is down, busy or returns empty addresses: nothing is undone, and everything is credited afterwards', async () => {
  const player = await scene.player();
  const order = await scene.order(player, 'BTC');
  const txid = await scene.pay(order, 100, 'waiting');
  await scene.turn();
  for (const fault of ['503', '429', 'html'] as const) {
    scene.sims.faults.set('bitcoin', fault);
    expect((await scene.turn()).map((line) => line.split(':')[0])).toEqual(['bitcoin']);
    scene.sims.faults.clear();
    await scene.advance(180_000);
  }
  scene.sims.faults.set('bitcoin', 'no-txs');
  await scene.turn();
  expect((await scene.last(player))?.payments).toMatchObject([{ txid, state: 'SEEN' }]);
  scene.sims.faults.set('bitcoin', 'lag', { blocks: 50 });
  await scene.turn();
  scene.sims.faults.clear();
  scene.sims.chains.bitcoin.release();
  await mine(4);
  expect(await states(player)).toEqual(['COMPLETED', 'CREDITED']);
});
