/**
 * ETH by a node's JSON-RPC. The wallet's transactions are numbered: of one number only one is ever in the chain. So a transaction is
 * dead when its number is used in what is final, and it is not there.
 */
import { signReserve } from '@fairpot/fairness/reserves/signatures';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createPublicClient, http, keccak256, TransactionReceiptNotFoundError, type Address, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { Unavailable, type Chain, type Standing } from '../chain.ts';
import type { Node } from './ask.ts';

/** What a payment to an account without code takes; others are not paid. */
const GAS = 21_000n;
/** Wei for the one who takes it into a block, and what is never paid beyond, a unit of gas. */
const TIP = 1_500_000_000n;
const MOST_PER_GAS = 500_000_000_000n;
const KNOWN = /already known|already imported|nonce too low/i;

export function ethereumChain({ base, timeoutMs }: Node, key: Uint8Array, chainId: number): Chain {
  const transport = http(base, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } });
  // A block number that was cached hides new blocks.
  const client = createPublicClient({ transport, cacheTime: 0 });
  const account = privateKeyToAccount(`0x${bytesToHex(key)}`);
  return {
    network: 'ethereum',
    coins: ['ETH'],
    wallet: account.address,
    prove: (statement) => signReserve({ network: 'ethereum', address: account.address, ...statement }, key),
    build: ({ address, units }, reserved) =>
      orUnavailable(async () => {
        const to = address as Address;
        if ((await client.getChainId()) !== chainId) return { wait: 'the node is of another chain' };
        const code = await client.getCode({ address: to });
        if (code !== undefined && code !== '0x') return { refuse: 'ADDRESS' };
        const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' });
        const wanted = 2n * (baseFeePerGas ?? 0n) + TIP;
        const maxFeePerGas = wanted < MOST_PER_GAS ? wanted : MOST_PER_GAS;
        // What waits for a block is not off the balance yet, whether a node has it or not: counted from the number that comes next.
        const next = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
        const waiting = reserved.numbered.filter(({ nonce: of }) => of >= next);
        const spoken = waiting.reduce((sum, { units: of }) => sum + of + GAS * maxFeePerGas, 0n);
        const balance = await client.getBalance({ address: account.address });
        if (balance < units + spoken + GAS * maxFeePerGas) return { wait: 'the wallet is short of ETH' };
        const nonce = Math.max(next, reserved.nonce);
        const fees = { maxFeePerGas, maxPriorityFeePerGas: TIP < maxFeePerGas ? TIP : maxFeePerGas };
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
        return { taken: true, said: '' };
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        // A node that does not answer may have it.
        if (isSilence(error)) throw new Unavailable(firstLine(said));
        return { taken: KNOWN.test(said), said: firstLine(said) };
      }
    },
    look: ({ txid, nonce }) =>
      orUnavailable(async (): Promise<Standing> => {
        // What is final first: the receipt that is asked for after it is at least as new.
        const final = await client.getBlock({ blockTag: 'finalized' });
        const used = await client.getTransactionCount({ address: account.address, blockNumber: final.number });
        const receipt = await receiptOf(`0x${txid}`);
        if (receipt !== null) {
          if (receipt.blockNumber > final.number) return { at: 'pending' };
          return { at: receipt.status === 'success' ? 'final' : 'failed', height: Number(receipt.blockNumber) };
        }
        if (nonce !== null && used > nonce) return { at: 'dead' };
        return { at: 'unknown' };
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

/** Everything that a node does wrong is one thing to us. */
async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new Unavailable(firstLine(error instanceof Error ? error.message : String(error)), { cause: error });
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
