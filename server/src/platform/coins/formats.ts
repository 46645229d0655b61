/**
 * How networks write addresses, each format as one question: is this text one, and of which kind? Pure. An answer is what the text
 * stands for, 'checksum' for what looks like one and has a typing error, or null for anything else.
 */
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base58, bech32, bech32m, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

export type Read<T> = T | 'checksum' | null;

/** Version byte and body of 20 bytes, with a checksum: Bitcoin before 2017, TRON, and many others. */
export function readBase58Check(text: string): Read<{ readonly version: number; readonly body: Uint8Array }> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 ? { version: bytes[0] ?? 0, body: bytes.subarray(1) } : null;
  } catch {
    return base58.decode(text).length === 25 ? 'checksum' : null;
  }
}

export interface Segwit {
  /** What it begins with: 'bc', 'tb'. */
  readonly prefix: string;
  readonly version: number;
  readonly program: Uint8Array;
}

/** Witness programs: version 0 by bech32, all later ones by bech32m (BIP 350). One case throughout, which does not matter. */
export function readSegwit(text: string): Read<Segwit> {
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
  // A program under the other version's checksum is nobody's address.
  if (version > 0 !== by.modern || version > 16 || bytes.length < 2 || bytes.length > 40) return 'checksum';
  if (version === 0 && bytes.length !== 20 && bytes.length !== 32) return null;
  return { prefix: by.prefix, version, program: bytes };
}

/** EIP-55: all small or all capital letters say nothing; mixed ones are a checksum. Answers the address as it is written rightly. */
export function readHexAccount(text: string): Read<string> {
  const [, hex] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (hex === undefined) return null;
  const right = checksummed(hex.toLowerCase());
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || text === right ? right : 'checksum';
}

/** The case of each letter is a bit of the hash of the address in small letters. `hex`: 40 small digits. */
export function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(hex)));
  return `0x${[...hex].map((char, n) => (parseInt(hash[n] ?? '0', 16) >= 8 ? char.toUpperCase() : char)).join('')}`;
}

/** 58 characters of base32: 32 bytes and the last four of their hash (Algorand). */
export function readBase32Check(text: string): Read<Uint8Array> {
  if (!/^[A-Z2-7]{58}$/.test(text)) return null;
  let bytes: Uint8Array;
  try {
    bytes = base32nopad.decode(text);
  } catch {
    return 'checksum'; // bits that belong to nothing: another writing of the same bytes
  }
  const body = bytes.subarray(0, 32);
  return bytesToHex(sha512_256(body).subarray(-4)) === bytesToHex(bytes.subarray(32)) ? body : 'checksum';
}

/** 0x and 64 digits: 32 bytes without any checksum (Sui, Aptos). */
export function readHex32(text: string): Uint8Array | null {
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? hexToBytes(text.slice(2)) : null;
}

/** Base58 without a checksum, of so many characters: 32 to 44 for the keys of Solana, whose 32 bytes are looked for too. */
export function readBase58(text: string, least: number, most: number): Uint8Array | null {
  if (text.length < least || text.length > most || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return null;
  return base58.decode(text);
}

const CASH_CHARS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_STEPS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const CASH_SIZES = [20, 24, 28, 32, 40, 48, 56, 64];

/** Bitcoin Cash: 'bitcoincash:q...', the prefix may be left out. Answers the kind (0 key, 1 script) and the hash. */
export function readCashAddress(text: string, prefix = 'bitcoincash'): Read<{ kind: number; hash: Uint8Array }> {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null;
  const parts = text.toLowerCase().split(':');
  const [head, payload] = parts.length === 1 ? [prefix, parts[0]] : parts;
  if (parts.length > 2 || head !== prefix || payload === undefined || !/^[02-9ac-hj-np-z]{42,112}$/.test(payload))
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
