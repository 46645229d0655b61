/** Blocks of the local Ethereum node: only while something waits for them, and a chain of an earlier version that had them without end. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchDir, started } from '../../testing/harness.ts';
import type { Simulators } from '../../start.ts';
import { anvilBinary } from './anvil.ts';

const HERS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const rpcOf =
  (sims: Simulators) =>
  (method: string, ...params: unknown[]) =>
    sims.anvil?.rpc(method, params);

const heightOf = async (sims: Simulators, tag = 'latest') =>
  Number(((await rpcOf(sims)('eth_getBlockByNumber', tag, false)) as { number: string }).number);
const blockOf = async (sims: Simulators, txid: string) => {
  const receipt = (await rpcOf(sims)('eth_getTransactionReceipt', `0x${txid}`)) as { blockNumber: string } | null;
  return receipt === null ? Infinity : Number(receipt.blockNumber);
};
const pay = (sims: Simulators) => sims.chains.pay({ coin: 'ETH', address: HERS, units: 10n ** 15n, kind: 'plain' });

/** Waits until twenty polls in a row saw the same block. */
async function untilAtRest(sims: Simulators): Promise<number> {
  const heights: number[] = [];
  const isSame = async () => {
    heights.push(await heightOf(sims));
    return heights.length > 20 && new Set(heights.slice(-20)).size === 1;
  };
  await expect.poll(isSame, { timeout: 20_000, interval: 50 }).toBe(true);
  return heights.at(-1) ?? NaN;
}

test.skipIf(anvilBinary() === null)(
  'blocks end once the last transaction is final, and begin again with the next one',
  async () => {
    const dataDir = scratchDir();
    const sims = await started({ dataDir, ethereum: { blockSeconds: 0.05 } });
    await untilAtRest(sims);
    const written = statSync(join(dataDir, 'ethereum.json')).mtimeMs;
    for (let n = 0; n < 2; n += 1) {
      const before = await heightOf(sims);
      const txid = await pay(sims);
      await expect.poll(() => blockOf(sims, txid), { timeout: 20_000 }).toBe(before + 1);
      expect(await untilAtRest(sims)).toBe(before + 1 + 8);
      expect(await heightOf(sims, 'finalized')).toBe(before + 1);
    }
    expect(statSync(join(dataDir, 'ethereum.json')).mtimeMs).toBeGreaterThan(written);
  },
  60_000,
);

test.skipIf(anvilBinary() === null)(
  'a large chain of an earlier version is read: balances, receipts and numbers are as before, and the file is small',
  async () => {
    const dataDir = scratchDir();
    const file = join(dataDir, 'ethereum.json');
    const first = await started({ dataDir, ethereum: { blockSeconds: 0.05 } });
    const txids = [await pay(first), await pay(first)];
    await rpcOf(first)('anvil_mine', '0xc8');
    await untilAtRest(first);
    const [payer] = (await rpcOf(first)('eth_accounts')) as [string];
    const books = async (sims: Simulators) => {
      const final = `0x${(await heightOf(sims, 'finalized')).toString(16)}`;
      const receipts = [];
      for (const txid of txids) receipts.push(await rpcOf(sims)('eth_getTransactionReceipt', `0x${txid}`));
      return {
        receipts,
        held: await rpcOf(sims)('eth_getBalance', HERS, 'latest'),
        number: await rpcOf(sims)('eth_getTransactionCount', payer, 'latest'),
        finalNumber: await rpcOf(sims)('eth_getTransactionCount', payer, final),
      };
    };
    const before = await books(first);
    const height = await heightOf(first);
    await first.stop();
    makeLarge(file);
    const second = await started({ dataDir, ethereum: { blockSeconds: 0.05 } });
    expect(await heightOf(second)).toBeGreaterThanOrEqual(height);
    expect(await books(second)).toEqual(before);
    await untilAtRest(second);
    expect(await books(second)).toEqual(before);
    expect(statSync(file).size).toBeLessThan(3_000_000);
  },
  120_000,
);

const OLD_BYTES = 114_000_000;

/** The file as an earlier version left it after a night: with the state of every block since. */
function makeLarge(file: string): void {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { historical_states: [string, unknown][] };
  const state = kept.historical_states[0]?.[1];
  const many = Math.ceil(OLD_BYTES / JSON.stringify(state).length);
  const old = Array.from({ length: many }, (_, n): [string, unknown] => [
    `0x${n.toString(16).padStart(64, '0')}`,
    state,
  ]);
  writeFileSync(file, JSON.stringify({ ...kept, historical_states: [...old, ...kept.historical_states] }));
  expect(statSync(file).size).toBeGreaterThan(OLD_BYTES);
}

test.skipIf(anvilBinary() === null)('a damaged chain is named', async () => {
  const dataDir = scratchDir();
  writeFileSync(join(dataDir, 'ethereum.json'), '{"best_block');
  await expect(started({ dataDir, ethereum: { blockSeconds: 0 } })).rejects.toThrow(
    'ethereum.json is damaged: remove it',
  );
});
