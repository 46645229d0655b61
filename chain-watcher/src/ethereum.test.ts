/** ETH on a real local node: to the balance, a failed transaction, re-orgs made by the node itself, a token that is not accepted. */
import { anvilBinary } from '@fairpot/simulators/chains/ethereum/anvil';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '@fairpot/server/platform/database/sql';
import type { Actor } from '@fairpot/server/platform/runner/feature';
import { makeWatcherScene, unitsOf, type WatcherScene } from './scene.fixture.ts';

/** Reverts every call. */
const REVERTS = '0x60006000fd';
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Logs Transfer(caller, calldata address, calldata sum) and nothing else, like a worthless token. */
const FAKE_TOKEN = `0x602060006000376020356000526020600035${'33'}7f${TRANSFER}60206000a300`;

describe.skipIf(anvilBinary() === null)('ethereum', () => {
  let scene: WatcherScene;
  beforeAll(async () => {
    scene = await makeWatcherScene({ network: 'ethereum' });
  });
  afterAll(() => scene.close());

  const rpc = (method: string, params: readonly unknown[] = []) => scene.node().rpc(method, params);
  const mine = async (blocks: number) => {
    await rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
    expect(await scene.turn()).toEqual([]);
  };
  const states = async (player: Actor) => {
    const order = await scene.last(player);
    return [order?.status, ...(order?.payments.map(({ state }) => state) ?? [])];
  };
  const heightOf = async () => Number(z.string().parse(await rpc('eth_blockNumber')));
  /** With final blocks, the credit would be immediate. */
  const cash = (player: Actor) => scene.cash(player);

  test('seen in its block, credited once it is deep enough', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH', 20);
    const txid = await scene.pay(order);
    await scene.turn();
    expect((await scene.last(player))?.payments).toMatchObject([
      { txid, state: 'CONFIRMING', confirmations: 1, needed: 32, amountCoin: order.amountCoin },
    ]);
    expect(await cash(player)).toBe(0);
    await mine(40);
    expect(await states(player)).toEqual(['COMPLETED', 'CREDITED']);
    expect(await cash(player)).toBe(2_000);
  });

  test('a failed transaction, and one of zero value, credit no player', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH');
    await rpc('anvil_setCode', [order.wallet, REVERTS]);
    const value = `0x${unitsOf(order.amountCoin ?? '0', 'ETH').toString(16)}`;
    const txid = await scene.node().send({ to: order.wallet, value, gas: '0x186a0' });
    expect(await rpc('eth_getTransactionReceipt', [`0x${txid}`])).toMatchObject({ status: '0x0' });
    await rpc('anvil_setCode', [order.wallet, '0x']);
    await scene.node().send({ to: order.wallet, value: '0x0' });
    await mine(40);
    expect(await states(player)).toEqual(['PENDING']);
    expect(await cash(player)).toBe(0);
  });

  test('a re-org before the credit moves it to another block; credited once', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH');
    await rpc('anvil_mine', ['0x3']);
    await scene.pay(order);
    await scene.turn();
    const [payment] = (await scene.last(player))?.payments ?? [];
    const before = await heightOf();
    const raw = z.string().parse(await rpc('eth_getRawTransactionByHash', [`0x${payment?.txid}`]));
    await rpc('anvil_reorg', [2, []]);
    expect(await heightOf()).toBe(before);
    await scene.turn();
    expect(await states(player)).toEqual(['PENDING', 'REORGED']);
    await rpc('eth_sendRawTransaction', [raw]).catch(() => undefined); // the node may already have it pending
    await mine(40);
    expect(await states(player)).toEqual(['COMPLETED', 'CREDITED']);
    expect(await cash(player)).toBe(1_000);
    expect(await scene.incidents()).toEqual([]);
  });

  test('a re-org after the credit: an incident, and no debit', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH');
    const snapshot = await rpc('evm_snapshot');
    await scene.pay(order);
    await mine(40);
    expect(await cash(player)).toBe(1_000);
    await rpc('evm_revert', [snapshot]);
    await rpc('anvil_mine', ['0x32']);
    await scene.turn();
    await scene.turn();
    expect(await scene.incidents()).toEqual(['REORG_AFTER_CREDIT ethereum']);
    expect(await cash(player)).toBe(1_000);
  });

  test('a token sent to one of our addresses is recorded for staff and credited to no player', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH');
    const token = '0x00000000000000000000000000000000000f4ce0';
    await rpc('anvil_setCode', [token, FAKE_TOKEN]);
    const receiver = order.wallet.slice(2).toLowerCase().padStart(64, '0');
    const data = `0x${receiver}${(7_000_000).toString(16).padStart(64, '0')}`;
    await scene.node().send({ to: token, data });
    await mine(40);
    expect(await states(player)).toEqual(['PENDING']);
    const strays = await scene.world.db.many<{ units: string }>(sql`
      select s.units::text as units from crypto_strays s join crypto_wallets w on w.id = s.wallet_id
      where w.address = ${order.wallet}`);
    expect(strays).toEqual([{ units: '7000000' }]);
  });
});
