/**
 * Owners of leaves: commitments that name a player by their Steam id, unrecognisable without the nonce, and the order
 * of the leaves that follows from them.
 *
 * Everything derives from one seed per tree. The server keeps it while the tree is served; its hash is in the
 * statement, so that the order cannot be chosen afterwards. Invariant: leaves are in ascending order of their
 * commitments, so no two are equal and neighbours cannot be chosen.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, utf8 } from '../encoding/bytes.ts';
import { NOTHING } from './sums.ts';
import type { LiabilitySums } from './sums.ts';
import { DOMAIN, MAX_DEPTH } from './sum-tree.ts';
import type { SumLeaf } from './sum-tree.ts';

/** The liability to one player. */
export type Liability = { readonly steamid: string; readonly sums: LiabilitySums };

/** The minimum depth: it hides how few players a site has. */
export const MIN_DEPTH = 4;

/** The player's name outside this site: a Steam id, which its owner knows without the site. */
const OWNER = /^[\x21-\x7e]{1,64}$/;
const COMMITMENT = utf8(`${DOMAIN}|commitment|`);

/** sha256 of a seed, as in the statement. */
export function seedHashOf(seed: Uint8Array): Uint8Array {
  return sha256(concat(utf8(`${DOMAIN}|seed|`), seed));
}

/** Known to the player and the site only: HMAC-SHA256(seed, domain || '|nonce|' || Steam id). 32 bytes. */
export function nonceOf(seed: Uint8Array, steamid: string): Uint8Array {
  return hmac(sha256, seed, utf8(`${DOMAIN}|nonce|${steamid}`));
}

/** sha256(domain || '|commitment|' || nonce || Steam id): unique to a player. */
export function commitmentOf(nonce: Uint8Array, steamid: string): Uint8Array {
  if (nonce.length !== 32) throw new Error('a nonce has 32 bytes');
  if (!OWNER.test(steamid)) throw new Error('not a Steam id');
  return sha256(concat(COMMITMENT, nonce, utf8(steamid)));
}

/** The commitment of the nth padding leaf. Without the seed it looks like every other one. */
export function paddingOf(seed: Uint8Array, n: number): Uint8Array {
  return hmac(sha256, seed, utf8(`${DOMAIN}|padding|${n}`));
}

/** The leaves of a tree, in order: one per liability, filled up to a power of two with padding leaves. */
export function leavesFor(seed: Uint8Array, liabilities: readonly Liability[]): SumLeaf[] {
  const leaves: SumLeaf[] = liabilities.map(({ steamid, sums }) => ({
    commitment: commitmentOf(nonceOf(seed, steamid), steamid),
    sums,
  }));
  const width = 2 ** depthFor(liabilities.length);
  for (let n = 0; leaves.length < width; n += 1) leaves.push({ commitment: paddingOf(seed, n), sums: NOTHING });
  return leaves.sort((a, b) => compareBytes(a.commitment, b.commitment));
}

/** The depth of a tree for this many liabilities. Throws above 2^32. */
export function depthFor(count: number): number {
  let depth = MIN_DEPTH;
  while (2 ** depth < count) depth += 1;
  if (depth > MAX_DEPTH) throw new Error(`${count} leaves are too many`);
  return depth;
}

/** Comparator: byte by byte from the first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
