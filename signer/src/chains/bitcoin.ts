/**
 * BTC by Esplora. What a transaction spends is whole outputs of the wallet: while one of them is unspent or spent by it, it may come;
 * when another transaction that is deep in the chain has spent one, it never can.
 */
import { signReserve } from '@fairpot/fairness/reserves/signatures';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { z } from 'zod';
import { Unavailable, type Chain, type Standing } from '../chain.ts';
import { parseJson } from '@fairpot/server/gateways/bounded-fetch';
import { askJson, askText, type Node } from './ask.ts';

/** Blocks on top after which nothing is taken back. */
const DEEP = 3;
const DUST = 546;
/** Virtual bytes: of what every transaction has, of an input and of an output of the wallet's kind. */
const VBYTES = { base: 11, input: 68, output: 43 } as const;
/** Satoshi a virtual byte that is never paid beyond, whatever the node says. */
const MOST_RATE = 200;
/** A payment that would take more small outputs than this waits for a person. */
const MOST_INPUTS = 50;

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
const KNOWN = /already|txn-already-in-mempool/i;

export function bitcoinChain(node: Node, key: Uint8Array): Chain {
  const own = p2wpkh(secp256k1.getPublicKey(key));
  const { address: wallet, script } = own;
  if (wallet === undefined) throw new Error('a wallet without an address');
  const tip = async () => Number((await askText(node, '/blocks/tip/height')).text);
  return {
    network: 'bitcoin',
    coins: ['BTC'],
    wallet,
    prove: (statement) => signReserve({ network: 'bitcoin', address: wallet, ...statement }, key),
    async build({ address, units }, reserved) {
      const utxos = await askJson(node, `/address/${wallet}/utxo`, Utxos);
      const rate = Math.min(MOST_RATE, Math.ceil((await askJson(node, '/fee-estimates', Fees))['3'] ?? 1));
      const free = utxos
        .filter(({ txid, vout, status }) => status.confirmed && !reserved.inputs.has(`${txid}:${vout}`))
        .sort((a, b) => b.value - a.value);
      const amount = Number(units);
      const chosen: typeof free = [];
      const feeFor = () => rate * (VBYTES.base + VBYTES.input * chosen.length + 2 * VBYTES.output);
      const total = () => chosen.reduce((sum, { value }) => sum + value, 0);
      while (chosen.length === 0 || total() < amount + feeFor()) {
        const next = free[chosen.length];
        if (next === undefined || chosen.length === MOST_INPUTS) return { wait: 'the wallet is short of BTC' };
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
      const { status, text } = await askText(node, '/tx', { method: 'POST', body: raw, statuses: [200, 400] });
      return { taken: status === 200 || KNOWN.test(text), said: status === 200 ? '' : text.slice(0, 200) };
    },
    async look({ txid, inputs }): Promise<Standing> {
      const newest = await tip();
      const { status, text } = await askText(node, `/tx/${txid}/status`, { statuses: [200, 404] });
      if (status === 200) {
        const { confirmed, block_height: height } = shaped(Status, text);
        if (!confirmed || height === undefined) return { at: 'pending' };
        return newest - height + 1 >= DEEP ? { at: 'final', height } : { at: 'pending' };
      }
      for (const input of inputs) {
        const [from = '', vout = '0'] = input.split(':');
        const spent = await askJson(node, `/tx/${from}/outspend/${vout}`, Outspend);
        const height = spent.status?.block_height;
        if (spent.spent && spent.txid !== txid && height !== undefined && newest - height + 1 >= DEEP)
          return { at: 'dead' };
      }
      return { at: 'unknown' };
    },
  };
}

function shaped<T>(shape: z.ZodType<T>, text: string): T {
  const parsed = shape.safeParse(parseJson(text));
  if (!parsed.success) throw new Unavailable('another shape for a status');
  return parsed.data;
}
