/**
 * TRX and USDT on TRON. A transaction has a last moment, said by the chain's own clock: when a solidified block is later than that and
 * holds it nowhere, it can never be in the chain.
 */
import { signReserve } from '@fairpot/fairness/reserves/signatures';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import type { Chain, Payment, Reserved } from '../chain.ts';
import { askJson, type Node } from './ask.ts';
import { rawBytes, signTron, tokenTransfer, type TronContract } from './tron-raw.ts';

const base58check = createBase58check(sha256);
/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: the one contract that is USDT here. */
const USDT = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
/** How long a transaction may be taken. The next one of the same withdrawal cannot be signed before. */
const LIVES_MS = 10 * 60_000;
/** Sun that a token transfer may burn, and that the wallet has to have for it. */
const FEE_LIMIT = 60_000_000;
/** Sun for a plain transfer, to an account that does not exist yet. */
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
    /** Only where it failed. */
    result: z.string().optional(),
    receipt: z.object({ result: z.string().optional() }).default({}),
  }),
  z.strictObject({}),
]);
const Said = z.object({ result: z.boolean().optional(), code: z.string().optional(), message: z.string().optional() });
const ALREADY = 'DUP_TRANSACTION_ERROR';

export function tronChain(node: Node, key: Uint8Array): Chain {
  const owner = tronAccount(key);
  const wallet = base58check.encode(hexToBytes(owner));
  return {
    network: 'tron',
    coins: ['TRX', 'USDT'],
    wallet,
    prove: (statement) => signReserve({ network: 'tron', address: wallet, ...statement }, key),
    async build(payment, reserved) {
      const short = await shortOf(node, owner, payment, reserved);
      if (short !== null) return { wait: short };
      const { blockID, block_header: header } = await askJson(node, '/wallet/getnowblock', Header, {});
      const { number, timestamp } = header.raw_data;
      const expiration = timestamp + LIVES_MS;
      const contract = contractOf(owner, payment);
      const feeLimit = payment.coin === 'USDT' ? FEE_LIMIT : 0;
      const raw = rawBytes({ refNumber: number, refBlockId: blockID, timestamp, expiration, feeLimit, contract });
      const { txid, hex } = signTron(raw, key);
      return { signed: { txid, raw: hex, expiresAt: expiration, nonce: null, inputs: [] } };
    },
    async broadcast({ raw }) {
      const said = await askJson(node, '/wallet/broadcasthex', Said, { transaction: raw });
      const why = said.code ?? '';
      return { taken: said.result === true || why === ALREADY, said: why };
    },
    async look({ txid, expiresAt }) {
      // The newest solid block first: what is asked after it is at least as new.
      const solid = await askJson(node, '/walletsolidity/getnowblock', Header, {});
      const info = await askJson(node, '/walletsolidity/gettransactioninfobyid', Info, { value: txid });
      if ('id' in info) {
        const failed = info.result === 'FAILED' || !['SUCCESS', undefined].includes(info.receipt.result);
        return { at: failed ? 'failed' : 'final', height: info.blockNumber };
      }
      if (expiresAt !== null && solid.block_header.raw_data.timestamp > expiresAt) return { at: 'dead' };
      const newest = await askJson(node, '/wallet/gettransactioninfobyid', Info, { value: txid });
      return { at: 'id' in newest ? 'pending' : 'unknown' };
    },
  };
}

/** An account as nodes name it. */
export function tronAccount(key: Uint8Array): string {
  return `41${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(-20))}`;
}

function contractOf(owner: string, { coin, address, units }: Payment): TronContract {
  const to = bytesToHex(base58check.decode(address));
  if (coin === 'TRX') return { type: 'TransferContract', owner, to, amount: units };
  return { type: 'TriggerSmartContract', owner, contract: USDT, data: tokenTransfer(to, units) };
}

/** What the wallet is short of; null when it has enough. */
async function shortOf(
  node: Node,
  owner: string,
  { coin, units }: Payment,
  reserved: Reserved,
): Promise<string | null> {
  const { balance } = await askJson(node, '/wallet/getaccount', Account, { address: owner });
  const wanted = units + reserved.units;
  if (coin === 'TRX') return BigInt(balance) < wanted + BigInt(PLAIN_FEE) ? 'the wallet is short of TRX' : null;
  if (balance < FEE_LIMIT) return 'the wallet is short of TRX for the fee';
  const asked = {
    owner_address: owner,
    contract_address: USDT,
    function_selector: 'balanceOf(address)',
    parameter: owner.slice(2).padStart(64, '0'),
  };
  const answer = await askJson(node, '/wallet/triggerconstantcontract', Constant, asked);
  return BigInt(`0x${answer.constant_result[0] ?? '0'}`) < wanted ? 'the wallet is short of USDT' : null;
}
