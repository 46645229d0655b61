/**
 * The verifier of a whole published tree: recomputes root and sums from the leaves in order.
 *
 * Called by the command line. Memory: one node per level. Invariant: `finish` returns null for the tree that the
 * statement names, and for no other.
 */
import { equalBytes, toHex } from '../encoding/bytes.ts';
import { compareBytes } from './commitments.ts';
import type { SolvencyStatementBody } from './statement.ts';
import { equalSums, NOTHING, SUM_NAMES } from './sums.ts';
import { leafNode, parentOf } from './sum-tree.ts';
import type { SumLeaf, SumNode } from './sum-tree.ts';

export class WholeTree {
  /** The complete subtrees that wait for their right neighbour, by height. */
  readonly #waiting: (SumNode | null)[] = [];
  #last: Uint8Array | null = null;
  #count = 0;
  #holding = 0;

  /** Leaves with a liability: players, because padding has none. (A player without a liability has no leaf.) */
  get holding(): number {
    return this.#holding;
  }

  get count(): number {
    return this.#count;
  }

  /** Takes the next leaf. Throws when it is out of order, or when a figure is invalid. */
  add(leaf: SumLeaf): void {
    if (this.#last !== null && compareBytes(this.#last, leaf.commitment) >= 0)
      throw new Error(`leaf ${this.#count} does not follow the one before it: out of order, or a duplicate`);
    this.#last = leaf.commitment;
    this.#count += 1;
    if (!equalSums(leaf.sums, NOTHING)) this.#holding += 1;
    let node = leafNode(leaf);
    for (let height = 0; ; height += 1) {
      const left = this.#waiting[height] ?? null;
      if (left === null) {
        this.#waiting[height] = node;
        return;
      }
      this.#waiting[height] = null;
      node = parentOf(left, node);
    }
  }

  /** What is wrong with the leaves added, as the tree of this statement; null when nothing is. */
  problem({ depth, root, sums }: Pick<SolvencyStatementBody, 'depth' | 'root' | 'sums'>): string | null {
    if (this.#count !== 2 ** depth) return `${this.#count} leaves, ${2 ** depth} are stated`;
    const found = this.#waiting[depth];
    if (!found) return 'the leaves do not form a tree';
    const wrong = SUM_NAMES.find((name) => found.sums[name] !== sums[name]);
    if (wrong !== undefined) return `the leaves sum to ${found.sums[wrong]} ${wrong}, ${sums[wrong]} are stated`;
    if (!equalBytes(found.hash, root)) return `the leaves hash to ${toHex(found.hash)}, ${toHex(root)} is stated`;
    return null;
  }
}
