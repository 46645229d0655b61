/**
 * Nodes that fail, lag, lie and disagree (T18): nothing is undone, nothing is credited on one node's word, and everything is credited
 * afterwards.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anvilBinary } from '@fairpot/simulators/chains/ethereum/anvil';
import { SOLID_AFTER, TRON_BLOCK_MS } from '@fairpot/simulators/chains/tron/tron';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NodeUnavailable } from '@fairpot/server/gateways/node-http';
import { twoNodeReader, twoNodeAddressReader } from './two-nodes.ts';
import { bitcoinReader } from './chains/bitcoin.ts';
import type { AddressReader, BlockReader, Transfer } from './reader.ts';
import { makeWatcherScene, type WatcherScene } from './scene.fixture.ts';

describe.skipIf(anvilBinary() === null)('an Ethereum service', () => {
  let scene: WatcherScene;
  beforeAll(async () => {
    scene = await makeWatcherScene({ network: 'ethereum' });
  });
  afterEach(() => scene.sims.faults.clear());
  afterAll(() => scene.close());
  const mine = async (blocks: number) => {
    await scene.sims.anvil?.rpc('anvil_mine', [`0x${blocks.toString(16)}`]);
  };

  test('fails for ten minutes in different ways: nothing is lost, everything is credited once afterwards', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH');
    await scene.pay(order);
    await mine(40);
    for (const fault of ['429', '500', '503', 'html', 'hang'] as const) {
      scene.sims.faults.set('ethereum', fault);
      expect((await scene.turn()).map((line) => line.split(':')[0])).toEqual(['ethereum']);
      expect(await scene.cash(player)).toBe(0);
      scene.sims.faults.clear();
      await scene.advance(120_000);
    }
    expect(await scene.turn()).toEqual([]);
    expect(await scene.cash(player)).toBe(1_000);
  });

  test('lags behind: nothing is undone, and missing blocks credit nothing yet', async () => {
    const [old, fresh] = [await scene.player(), await scene.player()];
    await scene.pay(await scene.order(old, 'ETH'));
    await mine(40);
    await scene.turn();
    expect(await scene.cash(old)).toBe(1_000);
    await scene.pay(await scene.order(fresh, 'ETH'));
    await mine(40);
    scene.sims.faults.set('ethereum', 'lag', { blocks: 45 });
    for (let n = 0; n < 3; n += 1) expect(await scene.turn()).toEqual([]);
    expect([await scene.cash(old), await scene.cash(fresh)]).toEqual([1_000, 0]);
    expect(await scene.incidents()).toEqual([]);
    scene.sims.faults.clear();
    await scene.turn();
    expect(await scene.cash(fresh)).toBe(1_000);
  });

  test('returns blocks without their logs: their payments are still credited', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'ETH');
    scene.sims.faults.set('ethereum', 'no-logs');
    await scene.pay(order);
    await mine(40);
    expect(await scene.turn()).toEqual([]);
    expect(await scene.cash(player)).toBe(1_000);
  });
});

describe('TRON', () => {
  let scene: WatcherScene;
  beforeAll(async () => {
    scene = await makeWatcherScene({ network: 'tron' });
  });
  afterAll(() => scene.close());

  test('TRX whose contract failed is in a block and credits no player', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'TRX');
    await scene.pay(order, 100, 'failed');
    await scene.advance((SOLID_AFTER + 2) * TRON_BLOCK_MS);
    expect(await scene.turn()).toEqual([]);
    expect((await scene.last(player))?.payments).toEqual([]);
    expect(await scene.cash(player)).toBe(0);
  });

  test('the address index, which loses rows, is never used: only solidified blocks are read', async () => {
    const paths = scene.sims.log.list({ service: 'tron' }).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith('/walletsolidity/'))).toEqual([]);
  });
});

describe('Bitcoin', () => {
  let scene: WatcherScene;
  beforeAll(async () => {
    scene = await makeWatcherScene({ network: 'bitcoin' });
  });
  afterAll(() => scene.close());

  test('a credited payment that leaves its block and returns: an incident that closes by itself, and one credit', async () => {
    const { bitcoin } = scene.sims.chains;
    bitcoin.chain.mine(10);
    await scene.turn();
    const player = await scene.player();
    const order = await scene.order(player, 'BTC');
    await scene.pay(order);
    bitcoin.chain.mine(3);
    await scene.turn();
    expect(await scene.cash(player)).toBe(1_000);
    bitcoin.reorg(4, 'hold');
    await scene.turn();
    await scene.turn();
    expect(await scene.incidents()).toEqual(['REORG_AFTER_CREDIT bitcoin']);
    expect(await scene.cash(player)).toBe(1_000);
    bitcoin.release();
    bitcoin.chain.mine(10);
    await scene.turn();
    await scene.turn();
    expect(await scene.incidents()).toEqual(['REORG_AFTER_CREDIT bitcoin closed']);
    expect(await scene.cash(player)).toBe(1_000);
  });

  test('a replaceable payment is shown while pending, and not counted before it is in a block', async () => {
    const player = await scene.player();
    const order = await scene.order(player, 'BTC');
    await scene.pay(order, 100, 'replaceable');
    for (let n = 0; n < 3; n += 1) {
      scene.sims.chains.bitcoin.chain.mine(10);
      await scene.turn();
      expect((await scene.last(player))?.payments).toMatchObject([{ state: 'SEEN', confirmations: 0 }]);
      expect(await scene.cash(player)).toBe(0);
    }
  });
});

test('a Bitcoin address holds what it received minus what it spent; spending more than it received is an error', async () => {
  let spent = 300;
  const node = createServer((_, answer) =>
    answer.end(JSON.stringify({ chain_stats: { funded_txo_sum: 900, spent_txo_sum: spent } })),
  );
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = node.address() as AddressInfo;
    const reader = bitcoinReader({ base: `http://127.0.0.1:${port}`, timeoutMs: 2_000 });
    expect(await reader.balanceOf('bc1', 0)).toEqual([{ coin: 'BTC', units: 600n }]);
    spent = 901;
    await expect(reader.balanceOf('bc1', 0)).rejects.toThrow(/more spent than received/);
  } finally {
    node.close();
  }
});

describe('two nodes', () => {
  const transfer: Transfer = { txid: 'ab', idx: 0, address: 'a', coin: 'ETH', units: 5n };
  const node = (change: Partial<AddressReader> = {}): AddressReader => ({
    network: 'ethereum',
    latestOnly: false,
    tip: () => Promise.resolve({ newest: 10, final: 5 }),
    hashAt: (height) => Promise.resolve(height > 10 ? null : `h${height}`),
    transfersIn: () => Promise.resolve([transfer]),
    holdingsOf: () => Promise.resolve([{ coin: 'ETH', units: 5n, spent: false }]),
    balanceOf: () => Promise.resolve([{ coin: 'ETH', units: 5n }]),
    blocks: () => Promise.resolve([{ height: 9, hash: 'h9', parent: 'h8', transfers: [transfer], strays: [] }]),
    transfersTo: () => Promise.resolve([{ ...transfer, height: 9, hash: 'h9' }]),
    knowsTransaction: () => Promise.resolve(false),
    ...change,
  });
  const ours = () => Promise.resolve(new Set(['a']));
  const ask = (reader: BlockReader) => reader.blocks(9, 9, ours);

  test('that agree are read as one, up to the lower height', async () => {
    const both = twoNodeReader(node(), node({ tip: () => Promise.resolve({ newest: 8, final: 7 }) }));
    expect(await both.tip()).toEqual({ newest: 8, final: 5 });
    expect(await ask(both)).toMatchObject([{ transfers: [transfer] }]);
    expect(await both.hashAt(9)).toBe('h9');
    expect(await twoNodeReader(node(), node({ hashAt: () => Promise.resolve(null) })).hashAt(9)).toBe(null);
  });

  test.each<[string, Partial<AddressReader>, (reader: BlockReader) => Promise<unknown>]>([
    ['about a block', { hashAt: () => Promise.resolve('other') }, (both) => both.hashAt(9)],
    [
      'about a payment below the same hash',
      {
        blocks: () =>
          Promise.resolve([
            { height: 9, hash: 'h9', parent: 'h8', transfers: [{ ...transfer, units: 500n }], strays: [] },
          ]),
      },
      ask,
    ],
    ['about a transaction', { transfersIn: () => Promise.resolve(null) }, (both) => both.transfersIn('ab')],
    [
      'about what an address holds',
      { holdingsOf: () => Promise.resolve([{ coin: 'ETH', units: 6n, spent: false }]) },
      (both) => both.holdingsOf('a', 9),
    ],
    [
      'about what is on an address',
      { balanceOf: () => Promise.resolve([{ coin: 'ETH', units: 6n }]) },
      (both) => both.balanceOf('a', 9),
    ],
  ])('that disagree %s: nothing is read', async (_, change, read) => {
    await expect(read(twoNodeReader(node(), node(change)))).rejects.toThrow(NodeUnavailable);
    await expect(read(twoNodeReader(node(change), node()))).rejects.toThrow(NodeUnavailable);
  });

  test('read by address: what only one node shows does not exist, what only one node knows is not gone', async () => {
    const blind = node({ transfersTo: () => Promise.resolve([]), knowsTransaction: () => Promise.resolve(true) });
    expect(await twoNodeAddressReader(node(), blind).transfersTo('a')).toEqual([]);
    expect(await twoNodeAddressReader(blind, node()).transfersTo('a')).toEqual([]);
    expect(await twoNodeAddressReader(node(), node()).transfersTo('a')).toHaveLength(1);
    expect(await twoNodeAddressReader(node(), blind).knowsTransaction('ab')).toBe(true);
  });
});
