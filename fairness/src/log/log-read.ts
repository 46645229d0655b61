/**
 * Reading a downloaded log: from bundles and tiles to entries that hash to what was signed.
 *
 * Called by the CLI, bundle by bundle. Invariant: an entry is passed on only when its hash equals the one in its tile;
 * at the end `head` is the root over exactly those entries. An error names the first affected leaf.
 */
import { equalBytes, toHex } from '../encoding/bytes.ts';
import { GrowingTree } from '../tree/growing-tree.ts';
import { leafHash } from '../tree/merkle.ts';
import type { TreeHead } from '../tree/merkle.ts';
import { TILE_WIDTH, tilePath } from '../tree/tiles.ts';
import type { Tile } from '../tree/tiles.ts';

/** The log's bytes contradict its hashes. `leaf` is the first affected one. */
export class LogBroken extends Error {
  override readonly name = 'LogBroken';
  readonly leaf: number;

  constructor(leaf: number, problem: string) {
    super(problem);
    this.leaf = leaf;
  }
}

const HASH_BYTES = 32;
/** Tree levels that one tile spans. */
const TILE_HEIGHT = Math.log2(TILE_WIDTH);

export class LogReader {
  /** Roots of complete subtrees of 256, 256^2, ... leaves, by tile level (0 stays empty: the entries are level 0). */
  readonly #nodes: Uint8Array[][] = [];
  readonly #tree = new GrowingTree((level, _index, hash) => {
    if (level > 0 && level % TILE_HEIGHT === 0) (this.#nodes[level / TILE_HEIGHT] ??= []).push(hash);
  });

  /** Leaves read so far. */
  get size(): number {
    return this.#tree.size;
  }

  /** Head over everything read so far. */
  get head(): TreeHead {
    return { size: this.#tree.size, root: this.#tree.root() };
  }

  /**
   * The `width` entries of the next bundle, each checked against its hash in the tile of level 0 (null when there is
   * none: then only the root decides).
   */
  *read(bundle: Uint8Array, tile: Uint8Array | null, width: number): Generator<Uint8Array, void, undefined> {
    const first = this.#tree.size;
    const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
    if (tile !== null && tile.length !== width * HASH_BYTES)
      throw new LogBroken(first, `its tile has ${tile.length} bytes, ${width} hashes have ${width * HASH_BYTES}`);
    let at = 0;
    for (let i = 0; i < width; i += 1) {
      const from = at + 2;
      const to = from > bundle.length ? Infinity : from + view.getUint16(at);
      if (to > bundle.length) throw new LogBroken(first + i, 'the bundle of entries ends within this leaf');
      const entry = bundle.slice(from, to);
      at = to;
      this.#append(entry, tile?.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES) ?? null);
      yield entry;
    }
    if (at !== bundle.length) throw new LogBroken(first + width, 'the bundle holds more than its leaves');
  }

  /** Checks a tile above level 0 of the tree that was read; null when it holds, otherwise the problem. */
  tileProblem(tile: Tile, bytes: Uint8Array): string | null {
    const nodes = this.#nodes[tile.level] ?? [];
    for (let i = 0; i < tile.width; i += 1) {
      const node = nodes[tile.index * TILE_WIDTH + i];
      if (node === undefined || !equalBytes(node, bytes.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES)))
        return `${tilePath(tile)}: hash ${i} is not the hash of the leaves below it`;
    }
    return bytes.length === tile.width * HASH_BYTES ? null : `${tilePath(tile)} has ${bytes.length} bytes`;
  }

  #append(entry: Uint8Array, expected: Uint8Array | null): void {
    const hash = leafHash(entry);
    if (expected !== null && !equalBytes(hash, expected))
      throw new LogBroken(
        this.#tree.size,
        `its hash is ${toHex(hash)}, the log’s tile has ${toHex(expected)}: edited, dropped or put in another order`,
      );
    this.#tree.append(hash);
  }
}
