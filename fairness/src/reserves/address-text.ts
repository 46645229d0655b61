/**
 * Address formats of chains: base58 with a checksum (TRON), and bech32 of version 0 (Bitcoin, BIP 173). Encoding only:
 * received addresses are compared as text.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from '../encoding/bytes.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

export function base58check(bytes: Uint8Array): string {
  const all = concat(bytes, sha256(sha256(bytes)).subarray(0, 4));
  let value = all.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${BASE58[Number(value % 58n)]}${text}`;
  const zeros = all.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? all.length : zeros) + text;
}

/** The address of a witness program of version 0 with 20 bytes. */
export function segwitAddress(prefix: string, program: Uint8Array): string {
  const words = [0, ...fiveBits(program)];
  const expanded = [
    ...[...prefix].map((c) => c.charCodeAt(0) >> 5),
    0,
    ...[...prefix].map((c) => c.charCodeAt(0) & 31),
  ];
  const check = polymod([...expanded, ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (check >>> shift) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => BECH32[word]).join('')}`;
}

function fiveBits(bytes: Uint8Array): number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: Math.ceil(bits.length / 5) }, (_, i) =>
    Number.parseInt(bits.slice(5 * i, 5 * i + 5).padEnd(5, '0'), 2),
  );
}

function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25;
    const next = ((sum & 0x1ffffff) << 5) ^ value;
    return GENERATOR.reduce((all, each, i) => ((top >>> i) & 1 ? all ^ each : all), next);
  }, 1);
}
