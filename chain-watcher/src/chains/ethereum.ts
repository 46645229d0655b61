/**
 * ETH, read block by block from a node's JSON-RPC by viem: transactions that send a value to an address of ours and whose receipt says
 * that they succeeded. Tokens are not taken on this chain; those that are sent all the same are found by their logs.
 */
import {
  createPublicClient,
  erc20Abi,
  getAbiItem,
  getAddress,
  http,
  TransactionReceiptNotFoundError,
  type Hex,
} from 'viem';
import { Unavailable, type Block, type BlockReader, type Ours, type Stray, type Transfer } from '../reader.ts';
import type { Node } from './ask.ts';

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' });

export function ethereumReader({ base, timeoutMs }: Node): BlockReader {
  const transport = http(base, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } });
  // A block number that was cached hides new blocks.
  const client = createPublicClient({ transport, cacheTime: 0 });

  async function read(height: number, ours: Ours): Promise<Block> {
    const block = await client.getBlock({ blockNumber: BigInt(height), includeTransactions: true });
    const sent = block.transactions.flatMap((tx) =>
      tx.to === null || tx.value === 0n ? [] : [{ hash: tx.hash, address: getAddress(tx.to), units: tx.value }],
    );
    const mine = sent.length === 0 ? new Set<string>() : await ours([...new Set(sent.map(({ address }) => address))]);
    const transfers: Transfer[] = [];
    for (const { hash, address, units } of sent.filter(({ address: to }) => mine.has(to))) {
      const receipt = await client.getTransactionReceipt({ hash });
      // The receipt of another branch says nothing about this block.
      if (receipt.blockHash !== block.hash) throw new Unavailable(`${hash} is in another block meanwhile`);
      if (receipt.status === 'success') transfers.push({ txid: plain(hash), idx: 0, address, coin: 'ETH', units });
    }
    const strays = await straysIn(block.hash, ours);
    return { height, hash: plain(block.hash), parent: plain(block.parentHash), transfers, strays };
  }

  async function straysIn(blockHash: Hex, ours: Ours): Promise<Stray[]> {
    const logs = await client.getLogs({ blockHash, event: TRANSFER, strict: true });
    const found = logs.map((log) => ({
      txid: plain(log.transactionHash),
      idx: log.logIndex,
      address: log.args.to,
      contract: log.address,
      units: log.args.value,
    }));
    const mine = found.length === 0 ? new Set<string>() : await ours([...new Set(found.map(({ address }) => address))]);
    return found.filter(({ address, units }) => mine.has(address) && units > 0n);
  }

  return {
    network: 'ethereum',
    tip: () =>
      orUnavailable(async () => {
        const newest = await client.getBlockNumber();
        const final = await client.getBlock({ blockTag: 'finalized' });
        return { newest: Number(newest), final: Number(final.number) };
      }),
    hashAt: (height) =>
      orUnavailable(async () => {
        if (BigInt(height) > (await client.getBlockNumber())) return null;
        return plain((await client.getBlock({ blockNumber: BigInt(height) })).hash);
      }),
    onlyNow: false,
    paidBy: (txid) =>
      orUnavailable(async () => {
        const hash: Hex = `0x${txid}`;
        const receipt = await orNull(client.getTransactionReceipt({ hash }));
        if (receipt?.status !== 'success' || receipt.to === null) return null;
        const { value } = await client.getTransaction({ hash });
        return [{ txid, idx: 0, address: getAddress(receipt.to), coin: 'ETH' as const, units: value }];
      }),
    heldBy: (address, height) =>
      orUnavailable(async () => {
        const at = { address: getAddress(address), blockNumber: BigInt(height) };
        const units = await client.getBalance(at);
        return [{ coin: 'ETH' as const, units, spent: (await client.getTransactionCount(at)) > 0 }];
      }),
    balanceOf: (address, height) =>
      orUnavailable(async () => {
        const units = await client.getBalance({ address: getAddress(address), blockNumber: BigInt(height) });
        return [{ coin: 'ETH' as const, units }];
      }),
    blocks: (from, to, ours) =>
      orUnavailable(async () => {
        const blocks: Block[] = [];
        for (let height = from; height <= to; height += 1) blocks.push(await read(height, ours));
        return blocks;
      }),
  };
}

function plain(hash: Hex): string {
  return hash.slice(2).toLowerCase();
}

/** Null for a transaction that the node does not know. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** viem's errors are long texts with whole requests in them; its first line says what there is to say. */
async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error) || !('shortMessage' in error)) throw error;
    throw new Unavailable(String(error.shortMessage));
  }
}
