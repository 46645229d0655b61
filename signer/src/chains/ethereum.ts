/**
 * ETH through a node's JSON-RPC. The wallet's transactions are numbered, and only one transaction per number ever gets into the chain. A
 * transaction is dead once a final block has used its number and the chain does not contain it.
 */
import { signReserve } from '@fairpot/fairness/reserves/signatures';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createPublicClient, http, keccak256, TransactionReceiptNotFoundError, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { NodeUnavailable, type ChainNode } from '@fairpot/server/gateways/node-http';
import type { Chain, TransactionStatus } from '../chain.ts';

/** Gas of a payment to an account without code; contracts are not paid. */
const GAS = 21_000n;
/** Wei per gas: the tip for the block producer, and the maximum fee. */
const TIP_PER_GAS = 1_500_000_000n;
const MAX_WEI_PER_GAS = 500_000_000_000n;
const ALREADY_KNOWN = /already known|already imported|nonce too low/i;

export function ethereumChain({ base, timeoutMs }: ChainNode, key: Uint8Array, chainId: number): Chain {
  const transport = http(base, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } });
  // A cached block number would hide new blocks.
  const client = createPublicClient({ transport, cacheTime: 0 });
  const account = privateKeyToAccount(`0x${bytesToHex(key)}`);
  return {
    network: 'ethereum',
    coins: ['ETH'],
    wallet: account.address,
    proveReserves: (statement) => signReserve({ network: 'ethereum', address: account.address, ...statement }, key),
    build: ({ address, units }, reserved) =>
      orUnavailable(async () => {
        const to = address as Address;
        if ((await client.getChainId()) !== chainId) return { wait: 'the node is on another chain' };
        const code = await client.getCode({ address: to });
        if (code !== undefined && code !== '0x') return { refuse: 'ADDRESS' };
        const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' });
        const maxFee = 2n * (baseFeePerGas ?? 0n) + TIP_PER_GAS;
        const maxFeePerGas = maxFee < MAX_WEI_PER_GAS ? maxFee : MAX_WEI_PER_GAS;
        // Pending transactions are not off the balance yet, whether or not a node has them. Count those from the next number on.
        const next = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
        const pending = reserved.numbered.filter(({ nonce: of }) => of >= next);
        const committed = pending.reduce((sum, { units: of }) => sum + of + GAS * maxFeePerGas, 0n);
        const balance = await client.getBalance({ address: account.address });
        if (balance < units + committed + GAS * maxFeePerGas) return { wait: 'the wallet is short of ETH' };
        const nonce = Math.max(next, reserved.nonce);
        const fees = { maxFeePerGas, maxPriorityFeePerGas: TIP_PER_GAS < maxFeePerGas ? TIP_PER_GAS : maxFeePerGas };
        const raw = await account.signTransaction({
          type: 'eip1559',
          chainId,
          nonce,
          to,
          value: units,
          gas: GAS,
          ...fees,
        });
        return { signed: { txid: keccak256(raw).slice(2), raw: raw.slice(2), expiresAt: null, nonce, inputs: [] } };
      }),
    async broadcast({ raw }) {
      try {
        await client.sendRawTransaction({ serializedTransaction: `0x${raw}` });
        return { accepted: true, message: '' };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        // A node that does not answer may still have it.
        if (isSilence(error)) throw new NodeUnavailable(firstLine(message));
        return { accepted: ALREADY_KNOWN.test(message), message: firstLine(message) };
      }
    },
    checkStatus: ({ txid, nonce }) =>
      orUnavailable(async (): Promise<TransactionStatus> => {
        // Read the final block first, so that the receipt is at least as new.
        const final = await client.getBlock({ blockTag: 'finalized' });
        const used = await client.getTransactionCount({ address: account.address, blockNumber: final.number });
        const receipt = await receiptOf(`0x${txid}`);
        if (receipt !== null) {
          if (receipt.blockNumber > final.number) return { state: 'pending' };
          return { state: receipt.status === 'success' ? 'final' : 'failed', height: Number(receipt.blockNumber) };
        }
        if (nonce !== null && used > nonce) return { state: 'dead' };
        return { state: 'unknown' };
      }),
  };

  async function receiptOf(hash: Hex) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return null;
      throw error;
    }
  }
}

/** Turns every failure of the node into a NodeUnavailable. */
async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new NodeUnavailable(firstLine(error instanceof Error ? error.message : String(error)), { cause: error });
  }
}

const SILENT = ['HttpRequestError', 'TimeoutError', 'SocketClosedError'];

function isSilence(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (SILENT.includes(at.name)) return true;
  return false;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
