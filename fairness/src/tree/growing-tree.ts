/**
 * A Merkle tree that only grows: the root of a log while its leaves stream past, in memory that grows with log(size).
 *
 * Called by the verifier of the whole log; reports each complete subtree. Same hashes as merkle.ts.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { nodeHash } from './merkle.ts';

/** Called with every complete subtree, leaves (level 0) included. */
export type OnNode = (level: number, index: number, hash: Uint8Array) => void;

export class GrowingTree {
  /** Roots of the complete subtrees that make up the tree, by level: the ones of the binary digits of `size`. */
  readonly #peaks: (Uint8Array | undefined)[] = [];
  readonly #onNode: OnNode;
  #size = 0;

  constructor(onNode: OnNode = () => undefined) {
    this.#onNode = onNode;
  }

  get size(): number {
    return this.#size;
  }

  append(leaf: Uint8Array): void {
    let hash = leaf;
    let index = this.#size;
    this.#onNode(0, index, hash);
    let level = 0;
    for (let left = this.#peaks[0]; left !== undefined; left = this.#peaks[level]) {
      this.#peaks[level] = undefined;
      hash = nodeHash(left, hash);
      index = Math.floor(index / 2);
      level += 1;
      this.#onNode(level, index, hash);
    }
    this.#peaks[level] = hash;
    this.#size += 1;
  }

  /** Root over everything appended so far; sha256 of nothing when there is nothing. */
  root(): Uint8Array {
    let root: Uint8Array | undefined;
    for (const peak of this.#peaks) if (peak !== undefined) root = root === undefined ? peak : nodeHash(peak, root);
    return root ?? sha256(new Uint8Array());
  }
}
