/**
 * The Merkle-sum tree of a solvency statement: leaves, nodes, paths.
 *
 * Each node carries the sums of all leaves below it, and its hash covers the sums of both children one by one. (A hash
 * over their total alone lets the maker of a tree show each reader a smaller total: docs/decisions/0043.) Pure; the
 * server builds trees with it, browser and command line check them. Invariant: under one root no leaf can be shown at
 * two indices, and no leaf's figures can be missing from the root's, short of a SHA-256 collision.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, utf8 } from '../encoding/bytes.ts';
import { addSums, sumsBytes } from './sums.ts';
import type { LiabilitySums } from './sums.ts';

/** Part of every hash of this room, so that none of them is valid anywhere else. */
export const DOMAIN = 'fairpot/solvency/1';

/** 2^32 leaves are more than there are players of anything. */
export const MAX_DEPTH = 32;

/** The liability to one player, recognisable only with the nonce. */
export type SumLeaf = { readonly commitment: Uint8Array; readonly sums: LiabilitySums };
export type SumNode = { readonly hash: Uint8Array; readonly sums: LiabilitySums };

const LEAF = concat(Uint8Array.of(0), utf8(DOMAIN));
const NODE = concat(Uint8Array.of(1), utf8(DOMAIN));

/** sha256(0x00 || domain || commitment || sums). */
export function leafNode({ commitment, sums }: SumLeaf): SumNode {
  if (commitment.length !== 32) throw new Error('a commitment has 32 bytes');
  return { hash: sha256(concat(LEAF, commitment, sumsBytes(sums))), sums };
}

/** sha256(0x01 || domain || left sums || left hash || right sums || right hash), over the sum of both. */
export function parentOf(left: SumNode, right: SumNode): SumNode {
  const sums = addSums(left.sums, right.sums);
  return { hash: sha256(concat(NODE, sumsBytes(left.sums), left.hash, sumsBytes(right.sums), right.hash)), sums };
}

/**
 * All nodes over these, level by level: [0] are the given nodes, the last level is the root alone. Takes a power of two
 * of them.
 */
export function levelsOver(nodes: readonly SumNode[]): readonly (readonly SumNode[])[] {
  const levels: (readonly SumNode[])[] = [nodes];
  for (let level = nodes; level.length > 1; levels.push(level)) {
    if (level.length % 2 !== 0) throw new Error(`${nodes.length} leaves: not a power of two`);
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, i) =>
      parentOf(nodeAt(below, 2 * i), nodeAt(below, 2 * i + 1)),
    );
  }
  return levels;
}

/** The siblings on the way from node `index` of the lowest level to the root, lowest first. */
export function pathIn(levels: readonly (readonly SumNode[])[], index: number): SumNode[] {
  return levels.slice(0, -1).map((level, height) => nodeAt(level, Math.floor(index / 2 ** height) ^ 1));
}

/**
 * The root that a leaf at `index` leads to by its siblings. Throws when the index is outside a tree of this depth, when
 * a figure is negative or not an integer, and when a sum exceeds the integers.
 */
export function rootByPath(leaf: SumLeaf, index: number, path: readonly SumNode[]): SumNode {
  if (path.length > MAX_DEPTH) throw new Error(`a path of ${path.length} siblings`);
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** path.length)
    throw new Error(`no leaf ${index} in a tree of ${2 ** path.length}`);
  let node = leafNode(leaf);
  for (const [height, sibling] of path.entries()) {
    if (sibling.hash.length !== 32) throw new Error('a hash has 32 bytes');
    const isRight = Math.floor(index / 2 ** height) % 2 === 1;
    node = isRight ? parentOf(sibling, node) : parentOf(node, sibling);
  }
  return node;
}

function nodeAt(level: readonly SumNode[], index: number): SumNode {
  const node = level[index];
  if (node === undefined) throw new Error(`the tree has no node ${index}`);
  return node;
}
