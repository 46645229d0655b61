/**
 * A solvency tree as files: tiles of up to 256 records, level by level. Only every eighth level is stored; the others
 * are hashed on the way. A record is 56 bytes: 32 of a commitment (level 0) or of a node's hash (above), then its three
 * sums.
 *
 * The server stores and serves them, the command line reads level 0 of a whole tree, and a player's proof takes one
 * tile per level.
 */
import { concat } from '../encoding/bytes.ts';
import { sumsAt, sumsBytes, SUMS_BYTES } from './sums.ts';
import { leafNode, levelsOver, pathIn } from './sum-tree.ts';
import type { SumLeaf, SumNode } from './sum-tree.ts';

export const TILE_RECORDS = 256;
const TILE_HEIGHT = 8;
const RECORD_BYTES = 32 + SUMS_BYTES;

export type SumTile = { readonly level: number; readonly index: number; readonly bytes: Uint8Array };
/** The bytes of the tile at an index. */
export type SumTileReader = (level: number, index: number) => Uint8Array;

/** Levels of tiles in a tree of this depth. The root is in none: it is in the statement. */
export function tileLevels(depth: number): number {
  return Math.ceil(depth / TILE_HEIGHT);
}

/** How many records the tiles of a level have in total. */
export function recordsAt(depth: number, level: number): number {
  return 2 ** (depth - TILE_HEIGHT * level);
}

/** Every tile over these leaves (a power of two, at least 2), lowest level first, and the root. */
export function tilesOver(leaves: readonly SumLeaf[]): { readonly tiles: SumTile[]; readonly root: SumNode } {
  const tiles = slices(leaves).map((part, index) => ({ level: 0, index, bytes: leafTile(part) }));
  const levels = levelsOver(leaves.map(leafNode));
  for (let level = 1; TILE_HEIGHT * level < levels.length - 1; level += 1)
    for (const [index, part] of slices(levels[TILE_HEIGHT * level] ?? []).entries())
      tiles.push({ level, index, bytes: nodeTile(part) });
  const root = levels.at(-1)?.[0];
  if (root === undefined) throw new Error('a tree without leaves');
  return { tiles, root };
}

/** The leaves of a tile of level 0. Throws when it contains part of a record, or an invalid figure. */
export function leavesOf(tile: Uint8Array): SumLeaf[] {
  return recordsOf(tile).map(({ bytes, sums }) => ({ commitment: bytes, sums }));
}

/** The siblings of leaf `index` in a tree of this depth, lowest first, read from one tile of each level. */
export function pathByTiles(depth: number, index: number, read: SumTileReader): SumNode[] {
  const path: SumNode[] = [];
  for (let level = 0; level < tileLevels(depth); level += 1) {
    const place = Math.floor(index / TILE_RECORDS ** level);
    const tile = read(level, Math.floor(place / TILE_RECORDS));
    const nodes: readonly SumNode[] =
      level === 0 ? leavesOf(tile).map(leafNode) : recordsOf(tile).map(({ bytes, sums }) => ({ hash: bytes, sums }));
    if (nodes.length !== Math.min(TILE_RECORDS, recordsAt(depth, level)))
      throw new Error(`the tile of level ${level} holds ${nodes.length} records`);
    path.push(...pathIn(levelsOver(nodes), place % TILE_RECORDS));
  }
  return path;
}

function leafTile(leaves: readonly SumLeaf[]): Uint8Array {
  return concat(...leaves.flatMap(({ commitment, sums }) => [commitment, sumsBytes(sums)]));
}

function nodeTile(nodes: readonly SumNode[]): Uint8Array {
  return concat(...nodes.flatMap(({ hash, sums }) => [hash, sumsBytes(sums)]));
}

function recordsOf(tile: Uint8Array) {
  if (tile.length === 0 || tile.length % RECORD_BYTES !== 0 || tile.length > TILE_RECORDS * RECORD_BYTES)
    throw new Error(`a tile of ${tile.length} bytes`);
  return Array.from({ length: tile.length / RECORD_BYTES }, (_, i) => {
    const at = i * RECORD_BYTES;
    return { bytes: tile.slice(at, at + 32), sums: sumsAt(tile, at + 32) };
  });
}

function slices<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / TILE_RECORDS) }, (_, i) =>
    all.slice(i * TILE_RECORDS, (i + 1) * TILE_RECORDS),
  );
}
