/**
 * A Bitcoin-like chain: unspent outputs, a pool of pending transactions, blocks that follow the clock. A transaction is accepted when every input is
 * unspent and its signature is valid. A pending one that opted in may be replaced by one with a higher fee.
 */
import { randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Address, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { z } from 'zod';
import type { BaseClock } from '../../kit/clock.ts';
import type { Journal } from '../../kit/journal.ts';
import { ChainClock } from '../chain.ts';
import { brokenScript, parseTx, type ParsedTx, type Spendable } from './verify.ts';

/** Faster than the real chain, so that anyone who tries a deposit sees it confirmed. */
export const BTC_BLOCK_MS = 15_000;
const FIRST = 900_000;
/** Satoshi per virtual byte. */
const RELAY_FEE = 1;
const DUST = 294;
const FINAL_SEQUENCE = 0xfffffffe;
const FEE = 500;

const Kept = z.object({
  hex: z.string(),
  /** The block that it is in or will be in; null: it is pending, and no block takes it. */
  block: z.number().int().nullable(),
  /** Values and scripts of its inputs. */
  spent: z.array(z.object({ script: z.string(), value: z.number() })),
});
const Coin = z.object({ txid: z.string(), vout: z.number().int(), script: z.string(), value: z.number() });

export interface KnownTx extends ParsedTx {
  block: number | null;
  readonly spent: readonly Spendable[];
}

export type BitcoinBroadcast = { readonly txid: string } | { readonly error: string };

export class Bitcoin {
  readonly chain: ChainClock;
  readonly #journal: Journal;
  readonly #txs = new Map<string, KnownTx>();
  /** Outputs without an origin, which the faucet spends, by 'txid:vout'. */
  readonly #minted = new Map<string, Spendable>();
  /** Payers whose payments can still be replaced: those of this process. */
  readonly #keys = new Map<string, { key: Uint8Array; coin: z.infer<typeof Coin>; script: Uint8Array }>();

  constructor(clock: BaseClock, journal: Journal, seed: string, blockMs = BTC_BLOCK_MS) {
    this.#journal = journal;
    const parts = { clock, journal, key: 'clock:bitcoin', blockMs, first: FIRST };
    this.chain = new ChainClock({ ...parts, seed: `${seed} bitcoin` });
    for (const { value } of journal.load('bitcoin:minted:', Coin))
      this.#minted.set(`${value.txid}:${value.vout}`, value);
    for (const { value } of journal.load('bitcoin:tx:', Kept)) {
      const parsed = parseTx(value.hex);
      this.#txs.set(parsed.txid, { ...parsed, block: value.block, spent: value.spent });
    }
  }

  find(txid: string): KnownTx | null {
    return this.#txs.get(txid) ?? null;
  }

  /** The block that a transaction is in now; null: it is pending. */
  heightOf({ block }: KnownTx): number | null {
    return block !== null && block <= this.chain.height ? block : null;
  }

  /** Transactions that pay to or spend from an address, newest first; pending ones before all others. */
  ofScript(script: string): KnownTx[] {
    const touches = (tx: KnownTx) => [...tx.outputs, ...tx.spent].some((output) => output.script === script);
    const place = (tx: KnownTx) => this.heightOf(tx) ?? Infinity;
    return [...this.#txs.values()].filter(touches).sort((a, b) => (place(b) === place(a) ? 0 : place(b) - place(a)));
  }

  unspent(script: string): { txid: string; vout: number; value: number; height: number | null }[] {
    return [...this.#txs.values()].flatMap((tx) =>
      tx.outputs.flatMap((output, vout) =>
        output.script === script && this.spenderOf(tx.txid, vout) === null
          ? [{ txid: tx.txid, vout, value: output.value, height: this.heightOf(tx) }]
          : [],
      ),
    );
  }

  /** Accepts a raw transaction as a node does; `hold`: no block takes it until it is released. */
  broadcast(hex: string, hold = false): BitcoinBroadcast {
    let tx: ParsedTx;
    try {
      tx = parseTx(hex.trim().toLowerCase());
    } catch {
      return { error: 'TX decode failed. Make sure the tx has at least one input.' };
    }
    const known = this.#txs.get(tx.txid);
    if (known !== undefined) {
      return { error: this.heightOf(known) === null ? 'txn-already-in-mempool' : 'Transaction already in block chain' };
    }
    if (
      new Set(tx.inputs.map(({ txid, vout }) => `${txid}:${vout}`)).size !== tx.inputs.length ||
      tx.inputs.length === 0
    ) {
      return { error: 'bad-txns-inputs-duplicate' };
    }
    const spent: Spendable[] = [];
    const replaced = new Set<KnownTx>();
    for (const { txid, vout } of tx.inputs) {
      const output = this.#minted.get(`${txid}:${vout}`) ?? this.#txs.get(txid)?.outputs[vout];
      if (output === undefined) return { error: 'bad-txns-inputs-missingorspent' };
      const spender = this.spenderOf(txid, vout);
      if (spender !== null && this.heightOf(spender) !== null) return { error: 'bad-txns-inputs-missingorspent' };
      if (spender !== null) replaced.add(spender);
      spent.push(output);
    }
    const broken = brokenScript(tx, spent);
    if (broken !== null) return { error: broken };
    const fee = feeOf(tx, spent);
    if (fee < 0) return { error: 'bad-txns-in-belowout' };
    if (fee < Math.ceil(tx.weight / 4) * RELAY_FEE) return { error: 'min relay fee not met' };
    if (tx.outputs.some(({ value }) => value < DUST)) return { error: 'dust' };
    for (const old of replaced) {
      if (!isReplaceable(old)) return { error: 'txn-mempool-conflict' };
      if (fee <= feeOf(old, old.spent)) return { error: 'insufficient fee, rejecting replacement' };
    }
    for (const old of replaced) this.#drop(old.txid);
    this.#keep({ ...tx, spent, block: hold ? null : this.chain.height + 1 });
    return { txid: tx.txid };
  }

  /** A payment by a wallet, signed and sent; `values` to outputs of the same address. Throws on refusal. */
  pay(address: string, values: readonly number[], options: { hold: boolean; replaceable: boolean }): string {
    const key = secp256k1.utils.randomSecretKey();
    const own = p2wpkh(secp256k1.getPublicKey(key));
    const value = values.reduce((sum, each) => sum + each, 0) + FEE;
    const coin = { txid: randomBytes(32).toString('hex'), vout: 0, script: bytesToHex(own.script), value };
    this.#minted.set(`${coin.txid}:0`, coin);
    this.#journal.put(`bitcoin:minted:${coin.txid}`, coin);
    const tx = spend(coin, own.script, options.replaceable ? FINAL_SEQUENCE - 1 : FINAL_SEQUENCE + 1);
    for (const each of values) tx.addOutputAddress(address, BigInt(each));
    tx.sign(key);
    tx.finalize();
    const answer = this.broadcast(tx.hex, options.hold);
    if ('error' in answer) throw new Error(answer.error);
    this.#keys.set(answer.txid, { key, coin, script: own.script });
    return answer.txid;
  }

  /** The payer sends the same money back to themselves, with a higher fee. Throws on refusal. */
  replace(txid: string): string {
    const payer = this.#keys.get(txid);
    if (payer === undefined) throw new Error('no such payment of this simulator');
    const tx = spend(payer.coin, payer.script, FINAL_SEQUENCE - 1);
    tx.addOutput({ script: payer.script, amount: BigInt(payer.coin.value - 3 * FEE) });
    tx.sign(payer.key);
    tx.finalize();
    const answer = this.broadcast(tx.hex);
    if ('error' in answer) throw new Error(answer.error);
    return answer.txid;
  }

  /** A pending transaction is evicted, as pools do. */
  evict(txid: string): boolean {
    const tx = this.#txs.get(txid);
    if (tx === undefined || this.heightOf(tx) !== null) return false;
    this.#drop(txid);
    return true;
  }

  /** The next block contains the held transaction. */
  release(): void {
    for (const tx of this.#txs.values()) if (tx.block === null) this.#keep({ ...tx, block: this.chain.height + 1 });
  }

  /** Replaces the last `depth` blocks. Their transactions are in the next block, `hold`: pending without a block, `drop`: gone. */
  reorg(depth: number, fate: 'again' | 'hold' | 'drop'): void {
    const from = this.chain.height - depth + 1;
    const moved = [...this.#txs.values()].filter(({ block }) => block !== null && block >= from);
    this.chain.reorg(depth);
    for (const tx of moved) {
      if (fate === 'drop') this.#drop(tx.txid);
      else this.#keep({ ...tx, block: fate === 'hold' ? null : this.chain.height });
    }
  }

  /** The transaction that spends this output, or null. */
  spenderOf(txid: string, vout: number): KnownTx | null {
    for (const tx of this.#txs.values()) {
      if (tx.inputs.some((input) => input.txid === txid && input.vout === vout)) return tx;
    }
    return null;
  }

  #keep(tx: KnownTx): void {
    this.#txs.set(tx.txid, tx);
    this.#journal.put(`bitcoin:tx:${tx.txid}`, { hex: tx.hex, block: tx.block, spent: tx.spent });
    this.#journal.commit();
  }

  #drop(txid: string): void {
    this.#txs.delete(txid);
    this.#journal.drop(`bitcoin:tx:${txid}`);
    this.#journal.commit();
  }
}

function spend(coin: z.infer<typeof Coin>, script: Uint8Array, sequence: number): Transaction {
  const tx = new Transaction();
  const witnessUtxo = { script, amount: BigInt(coin.value) };
  tx.addInput({ txid: hexToBytes(coin.txid), index: coin.vout, witnessUtxo, sequence });
  return tx;
}

export function isReplaceable({ inputs }: ParsedTx): boolean {
  return inputs.some(({ sequence }) => sequence < FINAL_SEQUENCE);
}

export function feeOf(tx: ParsedTx, spent: readonly Spendable[]): number {
  const sum = (outputs: readonly Spendable[]) => outputs.reduce((total, { value }) => total + value, 0);
  return sum(spent) - sum(tx.outputs);
}

/** Script of an address of the main network, hex. Throws for any other text. */
export function scriptOf(address: string): string {
  return bytesToHex(OutScript.encode(Address().decode(address)));
}
