/**
 * TRON's raw transactions as bytes: the few protobuf fields that a transfer has, strictly written and read. A signature covers the sha256 of these
 * bytes, which is also the transaction's id.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { message, readFields, type Fields } from '../../kit/protobuf.ts';

const base58check = createBase58check(sha256);

/** An address as 42 hex digits beginning with 41, as nodes answer it. */
export type HexAddress = string;

export function toHexAddress(base58: string): HexAddress {
  const bytes = base58check.decode(base58);
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error(`not an address: ${base58}`);
  return bytesToHex(bytes);
}

export function toBase58(address: HexAddress): string {
  return base58check.encode(hexToBytes(address));
}

export function addressOfKey(publicKey: Uint8Array): HexAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `41${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`;
}

export type Contract =
  | { readonly type: 'TransferContract'; readonly owner: HexAddress; readonly to: HexAddress; readonly amount: bigint }
  | {
      readonly type: 'TriggerSmartContract';
      readonly owner: HexAddress;
      readonly contract: HexAddress;
      /** Hex of the call. */
      readonly data: string;
    };

export interface RawTransaction {
  /** Two bytes of the number and eight of the hash of a recent block, hex. */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** Epoch ms. */
  readonly expiration: number;
  readonly timestamp: number;
  /** The most that it may burn, in sun; 0 when omitted. */
  readonly feeLimit: number;
  readonly contract: Contract;
}

const TYPES = { TransferContract: 1, TriggerSmartContract: 31 } as const;
const urlOf = (type: Contract['type']) => `type.googleapis.com/protocol.${type}`;

export function encodeRaw(tx: RawTransaction): Uint8Array {
  const { contract } = tx;
  const value =
    contract.type === 'TransferContract'
      ? message([1, hexToBytes(contract.owner)], [2, hexToBytes(contract.to)], [3, contract.amount])
      : message([1, hexToBytes(contract.owner)], [2, hexToBytes(contract.contract)], [4, hexToBytes(contract.data)]);
  const any = message([1, urlOf(contract.type)], [2, value]);
  return message(
    [1, hexToBytes(tx.refBlockBytes)],
    [4, hexToBytes(tx.refBlockHash)],
    [8, BigInt(tx.expiration)],
    [11, message([1, BigInt(TYPES[contract.type])], [2, any])],
    [14, BigInt(tx.timestamp)],
    ...(tx.feeLimit > 0 ? [[18, BigInt(tx.feeLimit)] as const] : []),
  );
}

/** Throws an Error for anything but one contract of a known type. */
export function decodeRaw(raw: Uint8Array): RawTransaction {
  const fields = readFields(raw);
  const contract = readFields(needBytes(fields, 11));
  const any = readFields(needBytes(contract, 2));
  const url = new TextDecoder().decode(needBytes(any, 1));
  const value = readFields(needBytes(any, 2));
  return {
    refBlockBytes: bytesToHex(needBytes(fields, 1)),
    refBlockHash: bytesToHex(needBytes(fields, 4)),
    expiration: Number(needInt(fields, 8)),
    timestamp: Number(fields.get(14)?.[0] ?? 0n),
    feeLimit: Number(fields.get(18)?.[0] ?? 0n),
    contract: contractOf(url, value),
  };
}

/** A whole transaction, as nodes take it in hex: its raw bytes and its signatures. Throws an Error for anything else. */
export function decodeSigned(whole: Uint8Array): {
  readonly raw: Uint8Array;
  readonly signatures: readonly Uint8Array[];
} {
  const fields = readFields(whole);
  const signatures = (fields.get(2) ?? []).filter((each) => each instanceof Uint8Array);
  return { raw: needBytes(fields, 1), signatures };
}

function contractOf(url: string, value: Fields): Contract {
  const owner = bytesToHex(needBytes(value, 1));
  const second = bytesToHex(needBytes(value, 2));
  if (url === urlOf('TransferContract')) {
    return { type: 'TransferContract', owner, to: second, amount: needInt(value, 3) };
  }
  if (url === urlOf('TriggerSmartContract')) {
    return { type: 'TriggerSmartContract', owner, contract: second, data: bytesToHex(needBytes(value, 4)) };
  }
  throw new Error(`a contract of type ${url}`);
}

function needBytes(fields: Fields, field: number): Uint8Array {
  const [value, ...more] = fields.get(field) ?? [];
  if (!(value instanceof Uint8Array) || more.length > 0) throw new Error(`field ${field} is not there once`);
  return value;
}

function needInt(fields: Fields, field: number): bigint {
  const [value, ...more] = fields.get(field) ?? [];
  if (typeof value !== 'bigint' || more.length > 0) throw new Error(`field ${field} is not there once`);
  return value;
}
