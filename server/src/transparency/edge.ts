/**
 * Tiles around the tree: the ones a computation needs, loaded in one statement, and the growth of the right edge. Used
 * by the sequencer and the queries. Source: c2sp.org/tlog-tiles, RFC 6962.
 */
import { appendLeaf, readerOf, rootOf, type NodeReader } from '@fairpot/fairness/tree/merkle';
import { TILE_WIDTH, tileOfNode, tileReader } from '@fairpot/fairness/tree/tiles';
import { invariant } from '../platform/runner/refused.ts';
import type { Db } from '../platform/database/sql.ts';
import { readTiles, type StoredTile } from './store.ts';

const HASH_BYTES = 32;
const NO_HASH = new Uint8Array(HASH_BYTES);
const FULL_BYTES = TILE_WIDTH * HASH_BYTES;
const placeOf = (level: number, index: number) => `${level}/${index}`;

/**
 * Runs a computation over the tree of the tiles: once without hashes to find out which tiles it reads, then over those. It reads at most one tile per
 * level and proof hash, whatever the size of the log, and makes no node twice. `unwritten` replaces the database's tiles of the same index.
 */
export async function overTiles<T>(
  db: Db,
  compute: (read: NodeReader) => T,
  unwritten: readonly StoredTile[] = [],
): Promise<T> {
  const needed = new Map<string, { level: number; index: number }>();
  compute((level, index) => {
    const tile = tileOfNode(level, index);
    needed.set(placeOf(tile.level, tile.index), tile);
    return NO_HASH;
  });
  const stored = [...(await readTiles(db, [...needed.values()])), ...unwritten];
  const tiles = new Map(stored.map((tile) => [placeOf(tile.level, tile.index), tile.hashes]));
  const made = new Map<string, Uint8Array>();
  const read = tileReader((level, index) => {
    const hashes = tiles.get(placeOf(level, index));
    invariant(hashes, `the log has no tile ${placeOf(level, index)}`);
    return hashes;
  });
  return compute((level, index) => {
    const place = placeOf(level, index);
    const node = made.get(place) ?? read(level, index);
    made.set(place, node);
    return node;
  });
}

/** Root over the first `size` leaves, from the tiles at the right edge of that tree: one per level. */
export async function rootFrom(db: Db, size: number, unwritten: readonly StoredTile[] = []): Promise<Uint8Array> {
  return overTiles(db, (read) => rootOf(read, size), unwritten);
}

/** The tiles that appending `leaves` (leaf hashes) to a log of `size` leaves creates or widens, bottom up. */
export async function grownTiles(db: Db, size: number, leaves: readonly Uint8Array[]): Promise<StoredTile[]> {
  const grown: StoredTile[] = [];
  let hashes = leaves;
  let first = size;
  for (let level = 0; hashes.length > 0; level += 1) {
    const tiles = await widened(db, level, first, hashes);
    grown.push(...tiles);
    hashes = tiles.filter((tile) => tile.hashes.length === FULL_BYTES).map((tile) => rootOfTile(tile.hashes));
    first = Math.floor(first / TILE_WIDTH);
  }
  return grown;
}

/** The tiles of one level with `hashes` inserted from index `first` on. */
async function widened(db: Db, level: number, first: number, hashes: readonly Uint8Array[]): Promise<StoredTile[]> {
  const start = Math.floor(first / TILE_WIDTH);
  const present = (first % TILE_WIDTH) * HASH_BYTES;
  const [partial] = present === 0 ? [] : await readTiles(db, [{ level, index: start }]);
  invariant(
    (partial?.hashes.length ?? 0) === present,
    `tile ${placeOf(level, start)} is not as wide as the log is long`,
  );
  const all = Buffer.concat([...(partial ? [partial.hashes] : []), ...hashes]);
  const count = Math.ceil(all.length / FULL_BYTES);
  return Array.from({ length: count }, (_, i) => ({
    level,
    index: start + i,
    hashes: all.subarray(i * FULL_BYTES, (i + 1) * FULL_BYTES),
  }));
}

function rootOfTile(hashes: Buffer): Uint8Array {
  const levels: Uint8Array[][] = [];
  for (let at = 0; at < hashes.length; at += HASH_BYTES) appendLeaf(levels, hashes.subarray(at, at + HASH_BYTES));
  return readerOf(levels)(levels.length - 1, 0);
}
