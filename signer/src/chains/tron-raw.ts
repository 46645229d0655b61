/**
 * TRON transactions as bytes (protocol buffers). The signer builds them itself: a node that builds what is signed could choose the
 * recipient. Pure. The signature covers the sha256 of the raw bytes, which is also the transaction id.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Fields 1 to 3 of the two contract types that the signer uses. Addresses are 42 hex digits starting with 41. */
export type TronContract =
  | { readonly type: 'TransferContract'; readonly owner: string; readonly to: string; readonly amount: bigint }
  | { readonly type: 'TriggerSmartContract'; readonly owner: string; readonly contract: string; readonly data: string };

export interface TronRaw {
  /** Number and hash of a recent block: the transaction is only valid on that block's branch. */
  readonly refNumber: number;
  readonly refBlockId: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly expiration: number;
  /** The most sun it may burn; 0 for a plain transfer. */
  readonly feeLimit: number;
  readonly contract: TronContract;
}

const KINDS = { TransferContract: 1, TriggerSmartContract: 31 } as const;

export function rawBytes(tx: TronRaw): Uint8Array {
  const { contract: c } = tx;
  const third = c.type === 'TransferContract' ? number(3, c.amount) : bytes(4, hexToBytes(c.data));
  const second = c.type === 'TransferContract' ? c.to : c.contract;
  const value = [...bytes(1, hexToBytes(c.owner)), ...bytes(2, hexToBytes(second)), ...third];
  const url = new TextEncoder().encode(`type.googleapis.com/protocol.${c.type}`);
  const any = [...bytes(1, url), ...bytes(2, Uint8Array.from(value))];
  const contract = [...number(1, BigInt(KINDS[c.type])), ...bytes(2, Uint8Array.from(any))];
  return Uint8Array.from([
    ...bytes(1, hexToBytes((tx.refNumber % 0x10000).toString(16).padStart(4, '0'))),
    ...bytes(4, hexToBytes(tx.refBlockId.slice(16, 32))),
    ...number(8, BigInt(tx.expiration)),
    ...bytes(11, Uint8Array.from(contract)),
    ...number(14, BigInt(tx.timestamp)),
    ...(tx.feeLimit > 0 ? number(18, BigInt(tx.feeLimit)) : []),
  ]);
}

/** The whole transaction with its signature, as nodes accept it. */
export function signTron(raw: Uint8Array, key: Uint8Array): { readonly txid: string; readonly hex: string } {
  const id = sha256(raw);
  const [recovery = 0, ...rs] = secp256k1.sign(id, key, { prehash: false, format: 'recovered' });
  const whole = [...bytes(1, raw), ...bytes(2, Uint8Array.of(...rs, recovery))];
  return { txid: bytesToHex(id), hex: bytesToHex(Uint8Array.from(whole)) };
}

/** Call data of a token's `transfer(to, units)`. */
export function tokenTransfer(to: string, units: bigint): string {
  return `a9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;
}

function number(field: number, value: bigint): number[] {
  return [...varint(BigInt(field) << 3n), ...varint(value)];
}

function bytes(field: number, value: Uint8Array): number[] {
  return [...varint((BigInt(field) << 3n) | 2n), ...varint(BigInt(value.length)), ...value];
}

function varint(value: bigint): number[] {
  const out: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest < 0x80n) return [...out, low];
    out.push(low | 0x80);
  }
}
