/** The local Ethereum node: it starts, pays, keeps its chain over a restart, and leaves no process behind. */
import { expect, test } from 'vitest';
import { scratchDir, started } from '../../testing/harness.ts';
import { anvilBinary } from './anvil.ts';

/** Block 1 or 2: filling the operator's wallet may take a block of its own. */
const MINED = expect.stringMatching(/^0x[12]$/) as unknown;
const HERS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

test.skipIf(anvilBinary() === null)(
  'pays, and continues after a restart',
  async () => {
    const dataDir = scratchDir();
    const first = await started({ dataDir, ethereum: { blockSeconds: 0 } });
    const txid = await first.chains.pay({ coin: 'ETH', address: HERS, units: 10n ** 16n, kind: 'plain' });
    expect(txid).toMatch(/^[0-9a-f]{64}$/);
    // The node mines an accepted transaction a moment later; before that it has no receipt.
    const receiptOf = () => first.anvil?.rpc('eth_getTransactionReceipt', [`0x${txid}`]);
    await expect.poll(receiptOf, { timeout: 20_000 }).toMatchObject({ status: '0x1', blockNumber: MINED });
    const receipt = await receiptOf();
    expect(first.crypto.xpubs.ethereum).toMatch(/^xpub/);
    await first.stop();
    await expect(first.anvil?.rpc('eth_blockNumber')).rejects.toThrow();
    const second = await started({ dataDir, ethereum: { blockSeconds: 0 } });
    expect(await second.anvil?.rpc('eth_getTransactionReceipt', [`0x${txid}`])).toEqual(receipt);
    await expect(second.chains.pay({ coin: 'ETH', address: HERS, units: 1n, kind: 'twice' })).rejects.toThrow(
      'no payment',
    );
  },
  30_000,
);

test.skipIf(anvilBinary() === null)(
  'makes many payments at once, each in its own transaction, and reports refusals of the node',
  async () => {
    const sims = await started({ ethereum: { blockSeconds: 2 } });
    const pay = () => sims.chains.pay({ coin: 'ETH', address: HERS, units: 10n ** 15n, kind: 'plain' });
    const sent = await Promise.all(Array.from({ length: 15 }, pay));
    expect(new Set(sent).size).toBe(15);
    await expect(sims.anvil?.rpc('eth_nothing')).rejects.toThrow(/^eth_nothing: .*not found/i);
    expect(await pay()).toMatch(/^[0-9a-f]{64}$/);
  },
  30_000,
);

test.skipIf(anvilBinary() === null)(
  'a re-org changes the last blocks, skips none, and block production continues',
  async () => {
    const sims = await started({ ethereum: { blockSeconds: 1 } });
    const rpc = async (method: string, ...params: unknown[]) => sims.anvil?.rpc(method, params);
    await rpc('anvil_mine', '0x14');
    const before = await rpc('eth_getBlockByNumber', 'latest', false);
    const heights = [await sims.chains.reorgEthereum(3), await sims.chains.reorgEthereum(3)];
    expect(heights[1]).toBeGreaterThanOrEqual(20);
    expect(await rpc('eth_getBlockByHash', (before as { hash: string }).hash, false)).toBeNull();
    await expect.poll(async () => Number(await rpc('eth_blockNumber'))).toBeGreaterThan(heights[1] ?? 0);
    let parent = (await rpc('eth_getBlockByNumber', '0x0', false)) as { hash: string };
    for (let height = 1; height <= (heights[1] ?? 0); height += 1) {
      const block = (await rpc('eth_getBlockByNumber', `0x${height.toString(16)}`, false)) as typeof parent | null;
      expect(block).toMatchObject({ parentHash: parent.hash });
      parent = block ?? parent;
    }
  },
  30_000,
);

test('runs only on request: otherwise ETH has no key', async () => {
  const sims = await started();
  expect([sims.crypto.ethereum, sims.crypto.xpubs.ethereum]).toEqual([null, undefined]);
  await expect(sims.chains.pay({ coin: 'ETH', address: HERS, units: 1n, kind: 'plain' })).rejects.toThrow(
    'no Ethereum',
  );
});
