/**
 * Unbiased tickets from the key of a round, by rejection sampling (protocol fp/2, section 2).
 *
 * Outcomes are drawn with `uniform`; `draw` is the same with its working, for the verifier's trace. Invariant: every
 * ticket of [0, n) comes from equally many 64-bit words. A plain modulo of 32 bits, or of the first 15 hex digits as is
 * widely copied, does not have that property (uniform.stats.test.ts catches both).
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from '../encoding/bytes.ts';

const WORDS = 1n << 64n;
const MAX = 2 ** 53;

/** Draws a ticket of [0, n) under a label. */
export type Sampler = (n: number, label: string) => number;

/** One ticket and its working. */
export type TicketDraw = {
  readonly label: string;
  readonly n: number;
  readonly value: number;
  /** Index of the block with the accepted word, and the hex of that block (32 bytes, 4 words). */
  readonly block: number;
  readonly digest: string;
  /** The accepted 64-bit word, in decimal, and how many words before it were rejected. */
  readonly word: string;
  readonly rejected: number;
};

/** `block(label, j)` of the protocol: HMAC-SHA256(key, "fp/2|label|j"), 32 bytes. */
export function blockOf(key: Uint8Array, label: string, j: number): Uint8Array {
  return hmac(sha256, key, utf8(`fp/2|${label}|${j}`));
}

/** A ticket of [0, n), every one equally likely. `n` is an integer from 1 to 2^53, `key` has 32 bytes. */
export function uniform(key: Uint8Array, n: number, label: string): number {
  return draw(key, n, label).value;
}

/** Like `uniform`, with its working. */
export function draw(key: Uint8Array, n: number, label: string): TicketDraw {
  if (!Number.isInteger(n) || n < 1 || n > MAX)
    throw new Error(`cannot draw one of ${n}: not an integer from 1 to 2^53`);
  if (key.length !== 32) throw new Error(`a key has 32 bytes, not ${key.length}`);
  let rejected = 0;
  for (let block = 0; ; block += 1) {
    const digest = blockOf(key, label, block);
    const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.length; at += 8) {
      const word = view.getBigUint64(at);
      const value = ticketOf(word, n);
      if (value !== null) return { label, n, value, block, digest: toHex(digest), word: String(word), rejected };
      rejected += 1;
    }
  }
}

/** `word mod n`, or null for a word at or above `floor(2^64 / n) * n`: taking it would favour the low tickets. */
export function ticketOf(word: bigint, n: number): number | null {
  const size = BigInt(n);
  return word < WORDS - (WORDS % size) ? Number(word % size) : null;
}
