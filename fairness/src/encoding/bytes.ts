/**
 * Byte strings: hex, UTF-8 and the length prefix of protocol fp/2.
 *
 * Everything that this package hashes passes through here. Invariant: one value has one spelling. Hex is lower case and
 * of even length, so that two different texts never represent the same bytes.
 */

const HEX = /^(?:[0-9a-f]{2})*$/;
const encoder = new TextEncoder();

const SPELLED = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hex of `bytes`. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += SPELLED[byte] ?? '';
  return text;
}

/** Bytes of a lower-case hex text of even length; refuses any other text. */
export function fromHex(text: string): Uint8Array {
  if (!HEX.test(text)) throw new Error('not lower-case hex of even length');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** True when `text` is the lower-case hex of exactly `length` bytes. */
export function isHexOf(text: string, length: number): boolean {
  return text.length === 2 * length && HEX.test(text);
}

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * `uint16be(length) || bytes` (protocol section 2), so that bytes cannot move between neighbouring fields. At most
 * 65,535 bytes.
 */
export function lp(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0xffff) throw new Error(`too long for a length prefix: ${bytes.length} bytes`);
  return concat(Uint8Array.of(bytes.length >>> 8, bytes.length & 0xff), bytes);
}

/** `value` as 8 bytes, big-endian. Takes a safe integer from 0. */
export function uint64be(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a safe integer from 0: ${value}`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Byte-wise equality. Not constant-time: everything compared here is public by then. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
