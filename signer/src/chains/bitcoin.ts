/**
 * BTC through Esplora. A transaction spends whole outputs of the wallet. It can still confirm while each of them is unspent or spent by
 * it. Once another transaction that is deep in the chain has spent one of them, it is dead.
 */
import { signReserve } from '@fairpot/fairness/reserves/signatures';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { z } from 'zod';
import type { Chain, TransactionStatus } from '../chain.ts';
import { parseJson } from '@fairpot/server/gateways/bounded-fetch';
import { fetchJson, fetchText, NodeUnavailable, type ChainNode } from '@fairpot/server/gateways/node-http';

/** Confirmations after which a block is treated as final. */
const CONFIRMATIONS = 3;
const DUST = 546;
/** Virtual bytes of the transaction itself, of an input and of an output of the wallet's type. */
const VBYTES = { base: 11, input: 68, output: 43 } as const;
/** Maximum fee rate in satoshi per virtual byte, whatever the node suggests. */
const MAX_FEE_RATE = 200;
/** A payment that needs more inputs than this waits for a person. */
const MAX_INPUTS = 50;

const Utxos = z.array(
  z.object({
    txid: z.string().regex(/^[0-9a-f]{64}$/),
    vout: z.number().int().min(0),
    value: z.number().int().positive(),
    status: z.object({ confirmed: z.boolean() }),
  }),
);
const Fees = z.record(z.string(), z.number().positive());
const Status = z.object({ confirmed: z.boolean(), block_height: z.number().int().optional() });
const Outspend = z.object({ spent: z.boolean(), txid: z.string().optional(), status: Status.optional() });
const ALREADY_KNOWN = /already|txn-already-in-mempool/i;

export function bitcoinChain(node: ChainNode, key: Uint8Array): Chain {
  const own = p2wpkh(secp256k1.getPublicKey(key));
  const { address: wallet, script } = own;
  if (wallet === undefined) throw new Error('the wallet has no address');
  const tip = async () => Number((await fetchText(node, '/blocks/tip/height')).text);
  return {
    network: 'bitcoin',
    coins: ['BTC'],
    wallet,
    proveReserves: (statement) => signReserve({ network: 'bitcoin', address: wallet, ...statement }, key),
    async build({ address, units }, reserved) {
      const utxos = await fetchJson(node, `/address/${wallet}/utxo`, Utxos);
      const rate = Math.min(MAX_FEE_RATE, Math.ceil((await fetchJson(node, '/fee-estimates', Fees))['3'] ?? 1));
      const free = utxos
        .filter(({ txid, vout, status }) => status.confirmed && !reserved.inputs.has(`${txid}:${vout}`))
        .sort((a, b) => b.value - a.value);
      const amount = Number(units);
      const chosen: typeof free = [];
      const feeFor = () => rate * (VBYTES.base + VBYTES.input * chosen.length + 2 * VBYTES.output);
      const total = () => chosen.reduce((sum, { value }) => sum + value, 0);
      while (chosen.length === 0 || total() < amount + feeFor()) {
        const next = free[chosen.length];
        if (next === undefined || chosen.length === MAX_INPUTS) return { wait: 'the wallet is short of BTC' };
        chosen.push(next);
      }
      const tx = new Transaction();
      for (const { txid, vout, value } of chosen)
        tx.addInput({ txid, index: vout, witnessUtxo: { script, amount: BigInt(value) } });
      tx.addOutputAddress(address, units);
      const change = total() - amount - feeFor();
      if (change >= DUST) tx.addOutput({ script, amount: BigInt(change) });
      tx.sign(key);
      tx.finalize();
      const inputs = chosen.map(({ txid, vout }) => `${txid}:${vout}`);
      return { signed: { txid: tx.id, raw: tx.hex, expiresAt: null, nonce: null, inputs } };
    },
    async broadcast({ raw }) {
      const { status, text } = await fetchText(node, '/tx', { method: 'POST', body: raw, statuses: [200, 400] });
      return {
        accepted: status === 200 || ALREADY_KNOWN.test(text),
        message: status === 200 ? '' : text.slice(0, 200),
      };
    },
    async checkStatus({ txid, inputs }): Promise<TransactionStatus> {
      const newest = await tip();
      const { status, text } = await fetchText(node, `/tx/${txid}/status`, { statuses: [200, 404] });
      if (status === 200) {
        const { confirmed, block_height: height } = parseAs(Status, text);
        if (!confirmed || height === undefined) return { state: 'pending' };
        return newest - height + 1 >= CONFIRMATIONS ? { state: 'final', height } : { state: 'pending' };
      }
      for (const input of inputs) {
        const [from = '', vout = '0'] = input.split(':');
        const spent = await fetchJson(node, `/tx/${from}/outspend/${vout}`, Outspend);
        const height = spent.status?.block_height;
        if (spent.spent && spent.txid !== txid && height !== undefined && newest - height + 1 >= CONFIRMATIONS)
          return { state: 'dead' };
      }
      return { state: 'unknown' };
    },
  };
}

function parseAs<T>(shape: z.ZodType<T>, text: string): T {
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new NodeUnavailable('unexpected shape for a status');
  return parsed.data;
}
