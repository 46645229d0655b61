/**
 * The address formats of networks. One reader per format. Pure. A reader returns the parsed address, 'checksum' for an address with a typing error,
 * or null for any other text.
 */
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base32nopad, base58, bech32, bech32m, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

export type ParsedAddress<T> = T | 'checksum' | null;

/** Version byte and 20-byte body with a checksum: Bitcoin before 2017, TRON, and many others. */
export function readBase58Check(text: string): ParsedAddress<{ readonly version: number; readonly body: Uint8Array }> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 ? { version: bytes[0] ?? 0, body: bytes.subarray(1) } : null;
  } catch {
    return base58.decode(text).length === 25 ? 'checksum' : null;
  }
}

export interface Segwit {
  /** The human-readable prefix: 'bc', 'tb'. */
  readonly prefix: string;
  readonly version: number;
  readonly program: Uint8Array;
}

/** Witness programs: bech32 for version 0, bech32m for all later versions (BIP 350). Upper or lower case, never mixed. */
export function readSegwit(text: string): ParsedAddress<Segwit> {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const small = text.toLowerCase();
  if (!/^[a-z]{2,5}1[02-9ac-hj-np-z]{8,86}$/.test(small)) return null;
  const by = [bech32, bech32m].flatMap((code, n) => {
    const decoded = code.decodeUnsafe(small, 90);
    return decoded === undefined ? [] : [{ ...decoded, modern: n === 1 }];
  })[0];
  if (by === undefined) return 'checksum';
  const [version = 0, ...words] = by.words;
  const program = bech32.fromWordsUnsafe(words);
  if (program === undefined || program === null) return null;
  const bytes = Uint8Array.from(program);
  // A program under the other version's checksum is not a valid address.
  if (version > 0 !== by.modern || version > 16 || bytes.length < 2 || bytes.length > 40) return 'checksum';
  if (version === 0 && bytes.length !== 20 && bytes.length !== 32) return null;
  return { prefix: by.prefix, version, program: bytes };
}

/** EIP-55: mixed case is a checksum; all lower or all upper case carries none. Returns the address with the right case. */
export function readHexAccount(text: string): ParsedAddress<string> {
  const [, hex] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (hex === undefined) return null;
  const right = checksummed(hex.toLowerCase());
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || text === right ? right : 'checksum';
}

/** EIP-55 derives each letter's case from a bit of the hash of the lower-case address. `hex`: 40 lower-case digits. */
export function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(hex)));
  return `0x${[...hex].map((char, n) => (parseInt(hash[n] ?? '0', 16) >= 8 ? char.toUpperCase() : char)).join('')}`;
}

/** 58 base32 characters: 32 bytes and the last four bytes of their hash (Algorand). */
export function readBase32Check(text: string): ParsedAddress<Uint8Array> {
  if (!/^[A-Z2-7]{58}$/.test(text)) return null;
  let bytes: Uint8Array;
  try {
    bytes = base32nopad.decode(text);
  } catch {
    return 'checksum'; // padding bits are set: another spelling of the same bytes
  }
  const body = bytes.subarray(0, 32);
  return bytesToHex(sha512_256(body).subarray(-4)) === bytesToHex(bytes.subarray(32)) ? body : 'checksum';
}

/** Base58 without a checksum, with a given length: 32 to 44 characters for Solana keys, which must also decode to 32 bytes. */
export function readBase58(text: string, minLength: number, maxLength: number): Uint8Array | null {
  if (text.length < minLength || text.length > maxLength || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return null;
  return base58.decode(text);
}

const CASH_PREFIX = 'bitcoincash';
const CASH_CHARS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_STEPS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CASH_SIZES = [20, 24, 28, 32, 40, 48, 56, 64];

/** Bitcoin Cash: 'bitcoincash:q...', prefix optional. Returns the kind (0 key, 1 script) and the hash. */
export function readCashAddress(text: string): ParsedAddress<{ kind: number; hash: Uint8Array }> {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const parts = text.toLowerCase().split(':');
  const [head, payload] = parts.length === 1 ? [CASH_PREFIX, parts[0]] : parts;
  if (parts.length > 2 || head !== CASH_PREFIX || payload === undefined || !/^[02-9ac-hj-np-z]{42,112}$/.test(payload))
    return null;
  const words = [...payload].map((char) => CASH_CHARS.indexOf(char));
  if (polymod([...[...head].map((char) => char.charCodeAt(0) & 31), 0, ...words]) !== 0n) return 'checksum';
  const bytes = bech32.fromWordsUnsafe(words.slice(0, -8));
  const [version = 255, ...hash] = bytes ?? [];
  if (bytes === undefined || version > 127 || hash.length !== CASH_SIZES[version & 7]) return null;
  return { kind: version >> 3, hash: Uint8Array.from(hash) };
}

function polymod(values: readonly number[]): bigint {
  let sum = 1n;
  for (const value of values) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, step] of CASH_STEPS.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= step;
  }
  return sum ^ 1n;
}
