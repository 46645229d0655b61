/**
 * RFC 6962 Merkle trees: hashing, roots, inclusion and consistency proofs, and their verification.
 *
 * The public log makes proofs with it, the browser and the CLI check them. Invariant: under one tree head (size and
 * root together, as a checkpoint signs them) no two entries prove the same index, and no two histories the same prefix,
 * short of a SHA-256 collision. A size that was not signed with its root is worthless: paths of several sizes have the
 * same shape.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, equalBytes } from '../encoding/bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/**
 * Hash of the complete subtree `index` of height `level`: the leaves [index * 2^level, (index + 1) * 2^level). Proofs
 * consist of these only, so a log has to keep nothing else. Level 0 are the leaf hashes.
 */
export type NodeReader = (level: number, index: number) => Uint8Array;

/** sha256(0x00 || entry). */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(concat(LEAF, entry));
}

/** sha256(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(NODE, left, right));
}

/** Root of a tree of `size` leaves; sha256 of nothing for an empty one. */
export function rootOf(read: NodeReader, size: number): Uint8Array {
  checkSize(size);
  return size === 0 ? sha256(new Uint8Array()) : rangeHash(read, 0, size);
}

/** Audit path of leaf `index` in the tree of `size` leaves, from the leaf's sibling up (RFC 6962, 2.1.1). */
export function inclusionProof(read: NodeReader, index: number, size: number): Uint8Array[] {
  checkSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new Error(`no leaf ${index} in ${size}`);
  return pathTo(read, index, 0, size);
}

/** Proof that the tree of `newSize` leaves begins with the tree of `oldSize` (RFC 6962, 2.1.2). Empty for 0 and for equal sizes. */
export function consistencyProof(read: NodeReader, oldSize: number, newSize: number): Uint8Array[] {
  checkSize(oldSize);
  checkSize(newSize);
  if (oldSize > newSize) throw new Error(`a tree of ${newSize} does not begin with one of ${oldSize}`);
  return oldSize === 0 ? [] : subProof(read, oldSize, 0, newSize, true);
}

/** True when `path` shows that `leaf` (a leaf hash) is number `index` of the tree (RFC 9162, 2.1.3.2). */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  let at = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(hash, root);
}

/** A tree head: the number of leaves, and the root over them. */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

/** True when `path` shows that the newer tree begins with the older one (RFC 9162, 2.1.4.2). */
export function verifyConsistency(older: TreeHead, newer: TreeHead, path: readonly Uint8Array[]): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && equalBytes(older.root, newer.root);
  if (older.size === 0) return path.length === 0 && equalBytes(older.root, sha256(new Uint8Array()));
  // A complete older tree is itself the first node of the proof, which then omits it.
  const [first, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...path] : path;
  if (first === undefined) return false;
  let at = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let oldHash = first;
  let newHash = first;
  for (const node of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      oldHash = nodeHash(node, oldHash);
      newHash = nodeHash(node, newHash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else newHash = nodeHash(newHash, node);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(oldHash, older.root) && equalBytes(newHash, newer.root);
}

/** Appends a leaf hash to the complete subtrees by level, with every subtree that it completes. */
export function appendLeaf(levels: Uint8Array[][], leaf: Uint8Array): void {
  let hash = leaf;
  for (let level = 0; ; level += 1) {
    const nodes = (levels[level] ??= []);
    nodes.push(hash);
    const left = nodes.at(-2);
    if (left === undefined || isOdd(nodes.length)) return;
    hash = nodeHash(left, hash);
  }
}

/** A reader of subtrees held in memory, as `appendLeaf` builds them. */
export function readerOf(levels: ReadonlyArray<readonly Uint8Array[]>): NodeReader {
  return (level, index) => {
    const node = levels[level]?.[index];
    if (node === undefined) throw new Error(`the tree has no complete subtree ${index} of height ${level}`);
    return node;
  };
}

/**
 * Hash of the leaves [from, to); in the recursion of RFC 6962 they start at a multiple of a large enough power of two.
 */
function rangeHash(read: NodeReader, from: number, to: number): Uint8Array {
  const count = to - from;
  if (isPowerOfTwo(count)) return read(Math.log2(count), from / count);
  const split = from + splitOf(count);
  return nodeHash(rangeHash(read, from, split), rangeHash(read, split, to));
}

function pathTo(read: NodeReader, index: number, from: number, to: number): Uint8Array[] {
  if (to - from === 1) return [];
  const split = from + splitOf(to - from);
  return index < split
    ? [...pathTo(read, index, from, split), rangeHash(read, split, to)]
    : [...pathTo(read, index, split, to), rangeHash(read, from, split)];
}

/** SUBPROOF of RFC 6962 over the leaves [from, to), of which the first `count` are the older tree's. */
function subProof(read: NodeReader, count: number, from: number, to: number, whole: boolean): Uint8Array[] {
  if (count === to - from) return whole ? [] : [rangeHash(read, from, to)];
  const size = splitOf(to - from);
  const split = from + size;
  return count <= size
    ? [...subProof(read, count, from, split, whole), rangeHash(read, split, to)]
    : [...subProof(read, count - size, split, to, false), rangeHash(read, from, split)];
}

/** The greatest power of two below `count`. */
function splitOf(count: number): number {
  let power = 1;
  while (2 * power < count) power *= 2;
  return power;
}

function isPowerOfTwo(count: number): boolean {
  return count === 1 || splitOf(count) * 2 === count;
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function checkSize(size: number): void {
  if (!isSize(size)) throw new Error(`not a tree size: ${size}`);
}

/** Sizes exceed 32 bits, the range of the operators `&` and `>>`. */
function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function half(value: number): number {
  return Math.floor(value / 2);
}
