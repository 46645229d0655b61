/**
 * The half of a seal that needs no curve: its shape, and the box that hides the random part of a secret under a window
 * key.
 *
 * Called where a lock is read or written, and by seal.ts. Invariant: a box reveals nothing without the window key, and
 * the window key nothing without a box. Source: protocol fp/2, section 2.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex, toHex, utf8 } from '../encoding/bytes.ts';

/** The seal in a lock record. Hex: 160 bytes of `key` (96 U, 32 V, 32 X), 32 bytes of `box`. */
export type LockSeal = { readonly key: string; readonly box: string };

/** Bytes of a window key, of the random part of a secret, and of a box. */
export const WINDOW_KEY_BYTES = 32;
/** Bytes of `seal.key`: U || V || X. */
export const SEAL_KEY_BYTES = 160;

/** `seal.box`: hex of `random XOR sha256("fp/2/seal|<roundId>|" || windowKey)`. Both take 32 bytes. */
export function boxOf(roundId: string, windowKey: Uint8Array, random: Uint8Array): string {
  return toHex(masked(roundId, windowKey, random));
}

/**
 * The random part of the secret (32 bytes) in a box. Any window key yields some value: only `hash` shows whether it is
 * the right one.
 */
export function openBox(roundId: string, windowKey: Uint8Array, box: string): Uint8Array {
  return masked(roundId, windowKey, fromHex(box));
}

function masked(roundId: string, windowKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (windowKey.length !== WINDOW_KEY_BYTES) throw new Error(`a window key has 32 bytes, not ${windowKey.length}`);
  if (bytes.length !== WINDOW_KEY_BYTES) throw new Error(`a box holds 32 bytes, not ${bytes.length}`);
  const mask = sha256(concat(utf8(`fp/2/seal|${roundId}|`), windowKey));
  return bytes.map((byte, i) => byte ^ (mask[i] ?? 0));
}
