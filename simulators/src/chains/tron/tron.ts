/**
 * A TRON-like chain: accounts with TRX and tokens, transactions that need a valid signature of their owner, a block every three seconds, all but the
 * last 19 solidified. Balances change at the broadcast; blocks follow the clock.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { BaseClock } from '../../kit/clock.ts';
import type { Journal } from '../../kit/journal.ts';
import { ChainClock } from '../chain.ts';
import { addressOfKey, decodeRaw, encodeRaw, toHexAddress, type Contract, type HexAddress } from './proto.ts';

export const TRON_BLOCK_MS = 3_000;
/** The chain's block numbers start here. */
const FIRST = 70_000_000;
/** A block is final when this many follow it. */
export const SOLID_AFTER = 19;
export const USDT_CONTRACT = toHexAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
/** A token of the same name by another issuer. */
export const FAKE_CONTRACT = toHexAddress('TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
const LONGEST_MS = 24 * 60 * 60 * 1_000;
const FEE_LIMIT = 100_000_000;
/** TRC20 calls: transfer(address,uint256) and approve(address,uint256); and their events. */
const TRANSFER = 'a9059cbb';
const APPROVE = '095ea7b3';
const CALL = /^([0-9a-f]{8})0{24}([0-9a-f]{40})([0-9a-f]{64})$/;
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const APPROVAL_TOPIC = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

const MinedTx = z.object({
  txid: z.string(),
  raw: z.string(),
  signature: z.string(),
  block: z.number().int(),
  /** 'SUCCESS', or the error of the contract. */
  result: z.string(),
  log: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
});
export type MinedTx = z.infer<typeof MinedTx>;
const Balances = z.record(z.string(), z.string());

/** A node's answer to a broadcast: its own error code, or that it was accepted. */
export type TronBroadcast = { readonly code: string; readonly message: string } | { readonly txid: string };

export class Tron {
  readonly chain: ChainClock;
  readonly #clock: BaseClock;
  readonly #journal: Journal;
  readonly #txs = new Map<string, MinedTx>();
  /** '<contract or TRX> <account>' -> base units. */
  readonly #balances = new Map<string, bigint>();

  constructor(clock: BaseClock, journal: Journal, seed: string) {
    this.#clock = clock;
    this.#journal = journal;
    const parts = { clock, journal, key: 'clock:tron', blockMs: TRON_BLOCK_MS, first: FIRST };
    this.chain = new ChainClock({ ...parts, seed: `${seed} tron` });
    for (const { id, value } of journal.load('tron:tx:', MinedTx)) this.#txs.set(id, value);
    for (const { value } of journal.load('tron:balances', Balances)) {
      for (const [key, units] of Object.entries(value)) this.#balances.set(key, BigInt(units));
    }
  }

  get solid(): number {
    return this.chain.height - SOLID_AFTER;
  }

  /** The eight bytes of a block's number, then its hash. */
  blockId(height: number): string {
    return height.toString(16).padStart(16, '0') + this.chain.hashOf(height).slice(16);
  }

  inBlock(height: number): MinedTx[] {
    return [...this.#txs.values()].filter(({ block }) => block === height);
  }

  find(txid: string): MinedTx | null {
    const found = this.#txs.get(txid);
    return found === undefined || found.block > this.chain.height ? null : found;
  }

  /** Base units of TRX (`contract` null) or of a token. */
  balance(account: HexAddress, contract: HexAddress | null): bigint {
    return this.#balances.get(`${contract ?? 'TRX'} ${account}`) ?? 0n;
  }

  /** The same at the block `height`, without later blocks. */
  balanceAt(account: HexAddress, contract: HexAddress | null, height: number): bigint {
    const later = [...this.#txs.values()].filter(({ block }) => block > height).flatMap(movesOf);
    const moved = later.filter((move) => move.account === account && move.contract === contract);
    return moved.reduce((units, move) => units - move.units, this.balance(account, contract));
  }

  /** Whether the account has made a transaction in a block up to `height`. */
  hasActed(account: HexAddress, height: number): boolean {
    return [...this.#txs.values()].some(
      (tx) => tx.block <= height && decodeRaw(hexToBytes(tx.raw)).contract.owner === account,
    );
  }

  /** The transaction stays in its block without effect, as one whose contract failed. */
  fail(txid: string): void {
    const tx = this.#txs.get(txid);
    if (tx === undefined) throw new Error('no such transaction');
    this.#undo(tx);
    const failed = { ...tx, result: 'FAILED', log: [] };
    this.#txs.set(txid, failed);
    this.#save(failed);
  }

  /** Creates money, for accounts of this simulator. */
  mint(account: HexAddress, contract: HexAddress | null, units: bigint): void {
    this.#add(account, contract, units);
    this.#save();
  }

  /** Accepts a signed transaction as a node does. `hex` are the signed bytes. */
  broadcast(hex: string, txid: string, signatures: readonly string[]): TronBroadcast {
    let raw: ReturnType<typeof decodeRaw>;
    let id: Uint8Array;
    try {
      const data = hexToBytes(hex);
      raw = decodeRaw(data);
      id = sha256(data);
    } catch (error) {
      return refused('OTHER_ERROR', error instanceof Error ? error.message : 'unreadable');
    }
    if (bytesToHex(id) !== txid) return refused('OTHER_ERROR', 'txID is not the hash of raw_data_hex');
    const [signature, ...more] = signatures;
    if (signature === undefined || more.length > 0 || signerOf(id, signature) !== raw.contract.owner) {
      return refused('SIGERROR', 'Validate signature error: is not signed by its owner');
    }
    if (this.#txs.has(txid)) return refused('DUP_TRANSACTION_ERROR', 'Dup transaction.');
    const now = this.#clock.now();
    if (raw.expiration <= now || raw.expiration > now + LONGEST_MS) {
      return refused(
        'TRANSACTION_EXPIRATION_ERROR',
        `Transaction expiration, transaction expiration time is ${raw.expiration}`,
      );
    }
    if (!this.#knowsRef(raw.refBlockBytes, raw.refBlockHash)) return refused('TAPOS_ERROR', 'Tapos failed');
    const done = this.#execute(raw.contract, raw.feeLimit);
    if ('code' in done) return done;
    const mined = { txid, raw: hex, signature, block: this.chain.height + 1, ...done };
    this.#txs.set(txid, mined);
    this.#save(mined);
    return { txid };
  }

  /** A signed transaction of `key`'s account, as a wallet makes it, sent to this chain. Throws the chain's refusal. */
  send(key: Uint8Array, contract: Contract, feeLimit = FEE_LIMIT): string {
    const ref = this.blockId(this.chain.height);
    // Two equal payments at one moment would be one transaction.
    for (let timestamp = this.#clock.now(); ; timestamp += 1) {
      const rest = { refBlockBytes: ref.slice(12, 16), refBlockHash: ref.slice(16, 32), feeLimit, contract };
      const raw = encodeRaw({ ...rest, timestamp, expiration: this.#clock.now() + 60_000 });
      const id = sha256(raw);
      const txid = bytesToHex(id);
      if (this.#txs.has(txid)) continue;
      const signed = secp256k1.sign(id, key, { prehash: false, format: 'recovered' });
      const [recovery = 0, ...rs] = signed;
      const answer = this.broadcast(bytesToHex(raw), txid, [bytesToHex(Uint8Array.of(...rs, recovery))]);
      if ('code' in answer) throw new Error(`${answer.code}: ${answer.message}`);
      return txid;
    }
  }

  /** Replaces the last `depth` blocks; their transactions are in the next block, or (`drop`) in none. */
  reorg(depth: number, drop: boolean): void {
    const from = this.chain.height - depth + 1;
    const moved = [...this.#txs.values()].filter(({ block }) => block >= from);
    this.chain.reorg(depth);
    for (const tx of moved) {
      if (drop) this.#undo(tx);
      if (drop) this.#txs.delete(tx.txid);
      else tx.block = this.chain.height;
      if (drop) this.#journal.drop(`tron:tx:${tx.txid}`);
      else this.#journal.put(`tron:tx:${tx.txid}`, tx);
    }
    this.#save();
  }

  #undo(tx: MinedTx): void {
    for (const { account, contract, units } of movesOf(tx)) this.#add(account, contract, -units);
  }

  #execute(contract: Contract, feeLimit: number): Pick<MinedTx, 'result' | 'log'> | { code: string; message: string } {
    if (contract.type === 'TransferContract') {
      if (contract.amount <= 0n) return refused('CONTRACT_VALIDATE_ERROR', 'Amount must be greater than 0.');
      if (this.balance(contract.owner, null) < contract.amount) {
        return refused('CONTRACT_VALIDATE_ERROR', 'Validate TransferContract error, balance is not sufficient.');
      }
      this.#add(contract.owner, null, -contract.amount);
      this.#add(contract.to, null, contract.amount);
      return { result: 'SUCCESS', log: [] };
    }
    const [, call = '', other = '', amount = ''] = CALL.exec(contract.data) ?? [];
    if (call !== TRANSFER && call !== APPROVE) return { result: 'REVERT', log: [] };
    if (feeLimit === 0) return { result: 'OUT_OF_ENERGY', log: [] };
    const units = BigInt(`0x${amount}`);
    if (call === TRANSFER) {
      if (this.balance(contract.owner, contract.contract) < units) return { result: 'REVERT', log: [] };
      this.#add(contract.owner, contract.contract, -units);
      this.#add(`41${other}`, contract.contract, units);
    }
    const topics = [
      call === TRANSFER ? TRANSFER_TOPIC : APPROVAL_TOPIC,
      contract.owner.slice(2).padStart(64, '0'),
      other.padStart(64, '0'),
    ];
    return { result: 'SUCCESS', log: [{ address: contract.contract.slice(2), topics, data: amount }] };
  }

  /** Whether a transaction refers to a block of this branch. */
  #knowsRef(bytes: string, hash: string): boolean {
    const { height } = this.chain;
    const low = parseInt(bytes, 16);
    const number = height - ((((height - low) % 0x10000) + 0x10000) % 0x10000);
    return this.blockId(number).slice(16, 32) === hash;
  }

  #add(account: HexAddress, contract: HexAddress | null, units: bigint): void {
    this.#balances.set(`${contract ?? 'TRX'} ${account}`, this.balance(account, contract) + units);
  }

  #save(tx?: MinedTx): void {
    if (tx !== undefined) this.#journal.put(`tron:tx:${tx.txid}`, tx);
    const all = [...this.#balances].map(([key, units]) => [key, units.toString()] as const);
    this.#journal.put('tron:balances', Object.fromEntries(all));
    this.#journal.commit();
  }
}

interface Move {
  readonly account: HexAddress;
  /** Null: TRX. */
  readonly contract: HexAddress | null;
  readonly units: bigint;
}

/** The transfer that a transaction makes. */
function movesOf({ raw, result }: MinedTx): Move[] {
  const { contract } = decodeRaw(hexToBytes(raw));
  if (result !== 'SUCCESS') return [];
  if (contract.type === 'TransferContract') {
    const { owner, to, amount } = contract;
    return [
      { account: owner, contract: null, units: -amount },
      { account: to, contract: null, units: amount },
    ];
  }
  const [, call, other = '', amount = ''] = CALL.exec(contract.data) ?? [];
  if (call !== TRANSFER) return [];
  const units = BigInt(`0x${amount}`);
  return [
    { account: contract.owner, contract: contract.contract, units: -units },
    { account: `41${other}`, contract: contract.contract, units },
  ];
}

/** `transfer(to, units)` or `approve(to, units)` of a token, as the bytes of a call. */
export function tokenCall(what: 'transfer' | 'approve', to: HexAddress, units: bigint): string {
  const call = what === 'transfer' ? TRANSFER : APPROVE;
  return call + to.slice(2).padStart(64, '0') + units.toString(16).padStart(64, '0');
}

/** The account whose key made the signature; null for an invalid one. */
function signerOf(id: Uint8Array, signature: string): HexAddress | null {
  try {
    const data = hexToBytes(signature.replace(/^0x/, ''));
    if (data.length !== 65) return null;
    const recovery = (data[64] ?? 0) % 27;
    const point = secp256k1.Signature.fromBytes(data.subarray(0, 64)).addRecoveryBit(recovery).recoverPublicKey(id);
    return addressOfKey(point.toBytes());
  } catch {
    return null; // not a point on the curve: no key made this
  }
}

function refused(code: string, message: string) {
  return { code, message };
}
