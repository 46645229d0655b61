/**
 * ETH, read block by block from a node's JSON-RPC with viem: transactions that send value to one of our addresses and whose receipt
 * reports success. No token is accepted on this chain; tokens that arrive are found by their logs.
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
import { NodeUnavailable, type ChainNode } from '@fairpot/server/gateways/node-http';
import type { ChainBlock, BlockReader, AddressFilter, StrayToken, Transfer } from '../reader.ts';

const TRANSFER = getAbiItem({ abi: erc20Abi, name: 'Transfer' });

export function ethereumReader({ base, timeoutMs }: ChainNode): BlockReader {
  const transport = http(base, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } });
  // A cached block number would hide new blocks.
  const client = createPublicClient({ transport, cacheTime: 0 });

  async function read(height: number, ours: AddressFilter): Promise<ChainBlock> {
    const block = await client.getBlock({ blockNumber: BigInt(height), includeTransactions: true });
    const sent = block.transactions.flatMap((tx) =>
      tx.to === null || tx.value === 0n ? [] : [{ hash: tx.hash, address: getAddress(tx.to), units: tx.value }],
    );
    const mine = sent.length === 0 ? new Set<string>() : await ours([...new Set(sent.map(({ address }) => address))]);
    const transfers: Transfer[] = [];
    for (const { hash, address, units } of sent.filter(({ address: to }) => mine.has(to))) {
      const receipt = await client.getTransactionReceipt({ hash });
      // A receipt from another branch says nothing about this block.
      if (receipt.blockHash !== block.hash) throw new NodeUnavailable(`${hash} has moved to another block`);
      if (receipt.status === 'success') transfers.push({ txid: plain(hash), idx: 0, address, coin: 'ETH', units });
    }
    const strays = await straysIn(block.hash, ours);
    return { height, hash: plain(block.hash), parent: plain(block.parentHash), transfers, strays };
  }

  async function straysIn(blockHash: Hex, ours: AddressFilter): Promise<StrayToken[]> {
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
    latestOnly: false,
    transfersIn: (txid) =>
      orUnavailable(async () => {
        const hash: Hex = `0x${txid}`;
        const receipt = await orNull(client.getTransactionReceipt({ hash }));
        if (receipt?.status !== 'success' || receipt.to === null) return null;
        const { value } = await client.getTransaction({ hash });
        return [{ txid, idx: 0, address: getAddress(receipt.to), coin: 'ETH' as const, units: value }];
      }),
    holdingsOf: (address, height) =>
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
        const blocks: ChainBlock[] = [];
        for (let height = from; height <= to; height += 1) blocks.push(await read(height, ours));
        return blocks;
      }),
  };
}

function plain(hash: Hex): string {
  return hash.slice(2).toLowerCase();
}

/** Null if the node does not know the transaction. */
async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** viem's error messages contain whole requests; `shortMessage` is enough. */
async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error) || !('shortMessage' in error)) throw error;
    throw new NodeUnavailable(String(error.shortMessage));
  }
}
