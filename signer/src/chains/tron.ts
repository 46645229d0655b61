/**
 * TRX and USDT on TRON. A transaction expires by the chain's own clock: once a solidified block is later than that and the chain does
 * not contain it, it is dead.
 */
import { signReserve } from '@fairpot/fairness/reserves/signatures';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import { fetchJson, type ChainNode } from '@fairpot/server/gateways/node-http';
import type { Chain, CoinPayment, WalletReservations } from '../chain.ts';
import { rawBytes, signTron, tokenTransfer, type TronContract } from './tron-raw.ts';

const base58check = createBase58check(sha256);
/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: the only contract that counts as USDT. */
const USDT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
/** How long a transaction stays valid. The next attempt for the same withdrawal cannot be signed earlier. */
const LIFETIME_MS = 10 * 60_000;
/** Sun that a token transfer may burn. The wallet must hold it. */
const FEE_LIMIT = 60_000_000;
/** Sun for a plain transfer to an account that does not exist yet. */
const PLAIN_FEE = 1_100_000;

const Header = z.object({
  blockID: z.string().regex(/^[0-9a-f]{64}$/),
  block_header: z.object({ raw_data: z.object({ number: z.number().int(), timestamp: z.number().int() }) }),
});
const Account = z.object({ balance: z.number().int().min(0).default(0) });
const Constant = z.object({ constant_result: z.array(z.string().regex(/^[0-9a-f]{64}$/)).min(1) });
const Info = z.union([
  z.object({
    id: z.string(),
    blockNumber: z.number().int(),
    /** Present only if it failed. */
    result: z.string().optional(),
    receipt: z.object({ result: z.string().optional() }).default({}),
  }),
  z.strictObject({}),
]);
const BroadcastAnswer = z.object({
  result: z.boolean().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
const ALREADY = 'DUP_TRANSACTION_ERROR';

export function tronChain(node: ChainNode, key: Uint8Array): Chain {
  const owner = tronAccount(key);
  const wallet = base58check.encode(hexToBytes(owner));
  return {
    network: 'tron',
    coins: ['TRX', 'USDT'],
    wallet,
    proveReserves: (statement) => signReserve({ network: 'tron', address: wallet, ...statement }, key),
    async build(payment, reserved) {
      const short = await findShortage(node, owner, payment, reserved);
      if (short !== null) return { wait: short };
      const { blockID, block_header: header } = await fetchJson(node, '/wallet/getnowblock', Header, {});
      const { number, timestamp } = header.raw_data;
      const expiration = timestamp + LIFETIME_MS;
      const contract = contractOf(owner, payment);
      const feeLimit = payment.coin === 'USDT' ? FEE_LIMIT : 0;
      const raw = rawBytes({ refNumber: number, refBlockId: blockID, timestamp, expiration, feeLimit, contract });
      const { txid, hex } = signTron(raw, key);
      return { signed: { txid, raw: hex, expiresAt: expiration, nonce: null, inputs: [] } };
    },
    async broadcast({ raw }) {
      const answer = await fetchJson(node, '/wallet/broadcasthex', BroadcastAnswer, { transaction: raw });
      const why = answer.code ?? '';
      return { accepted: answer.result === true || why === ALREADY, message: why };
    },
    async checkStatus({ txid, expiresAt }) {
      // Read the newest solid block first, so that later answers are at least as new.
      const solid = await fetchJson(node, '/walletsolidity/getnowblock', Header, {});
      const info = await fetchJson(node, '/walletsolidity/gettransactioninfobyid', Info, { value: txid });
      if ('id' in info) {
        const failed = info.result === 'FAILED' || !['SUCCESS', undefined].includes(info.receipt.result);
        return { state: failed ? 'failed' : 'final', height: info.blockNumber };
      }
      if (expiresAt !== null && solid.block_header.raw_data.timestamp > expiresAt) return { state: 'dead' };
      const newest = await fetchJson(node, '/wallet/gettransactioninfobyid', Info, { value: txid });
      return { state: 'id' in newest ? 'pending' : 'unknown' };
    },
  };
}

/** The account address as nodes write it. */
export function tronAccount(key: Uint8Array): string {
  return `41${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20))}`;
}

function contractOf(owner: string, { coin, address, units }: CoinPayment): TronContract {
  const to = bytesToHex(base58check.decode(address));
  if (coin === 'TRX') return { type: 'TransferContract', owner, to, amount: units };
  return { type: 'TriggerSmartContract', owner, contract: USDT, data: tokenTransfer(to, units) };
}

/** Says what the wallet is short of; null if it has enough. */
async function findShortage(
  node: ChainNode,
  owner: string,
  { coin, units }: CoinPayment,
  reserved: WalletReservations,
): Promise<string | null> {
  const { balance } = await fetchJson(node, '/wallet/getaccount', Account, { address: owner });
  const wanted = units + reserved.units;
  if (coin === 'TRX') return BigInt(balance) < wanted + BigInt(PLAIN_FEE) ? 'the wallet is short of TRX' : null;
  if (balance < FEE_LIMIT) return 'the wallet is short of TRX for the fee';
  const call = {
    owner_address: owner,
    contract_address: USDT,
    function_selector: 'balanceOf(address)',
    parameter: owner.slice(2).padStart(64, '0'),
  };
  const answer = await fetchJson(node, '/wallet/triggerconstantcontract', Constant, call);
  return BigInt(`0x${answer.constant_result[0] ?? '0'}`) < wanted ? 'the wallet is short of USDT' : null;
}
