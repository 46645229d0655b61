/**
 * The public log as static files: paths, Merkle tiles and entry bundles.
 *
 * The server writes them, a monitor (the CLI, a CDN's reader) follows them. Invariant: a full tile never changes, and
 * `tilesOf` covers a tree of any size. Source: c2sp.org/tlog-tiles.
 */
import { concat, lp } from '../encoding/bytes.ts';
import { appendLeaf, readerOf } from './merkle.ts';
import type { NodeReader } from './merkle.ts';

/** Hashes in a full tile, and levels of the tree that it spans. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;

/** A tile: `level` counts tiles upwards from the leaves, `width` is 1 to 256 hashes. */
export type Tile = { readonly level: number; readonly index: number; readonly width: number };

/** `tile/<L>/<N>[.p/<W>]`, e.g. `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${indexPath(index)}${widthPath(width)}`;
}

/** `tile/entries/<N>[.p/<W>]`: the bundle of entries under a tile of level 0. */
export function bundlePath(index: number, width: number): string {
  return `tile/entries/${indexPath(index)}${widthPath(width)}`;
}

/** Every tile of a tree of `size` leaves, level by level; the last of a level may be partial. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH))
    for (let index = 0; index * TILE_WIDTH < hashes; index += 1)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) });
  return tiles;
}

/** The tile from whose hashes a node of the tree is made. */
export function tileOfNode(level: number, index: number): { readonly level: number; readonly index: number } {
  const count = 2 ** (level % TILE_HEIGHT);
  return { level: Math.floor(level / TILE_HEIGHT), index: Math.floor((index * count) / TILE_WIDTH) };
}

/**
 * A reader over tiles: `fetchTile` returns the bytes of the tile at level and index, at least as wide as the tree
 * needs. The levels between tiles are hashed on the way.
 */
export function tileReader(fetchTile: (level: number, index: number) => Uint8Array): NodeReader {
  return (level, index) => {
    const tile = tileOfNode(level, index);
    const bytes = fetchTile(tile.level, tile.index);
    const count = 2 ** (level % TILE_HEIGHT);
    const at = (index * count) % TILE_WIDTH;
    if (bytes.length % 32 !== 0 || bytes.length < (at + count) * 32)
      throw new Error(`the tile of level ${tile.level} holds no hashes ${at} to ${at + count}`);
    const hashes = Array.from({ length: count }, (_, i) => bytes.slice((at + i) * 32, (at + i + 1) * 32));
    return foldHashes(hashes);
  };
}

/** Entries with their uint16 length prefixes. An entry has at most 65,535 bytes. */
export function bundleBytes(entries: readonly Uint8Array[]): Uint8Array {
  return concat(...entries.map(lp));
}

/** The entries of a bundle; throws when it ends within one. */
export function parseBundle(bundle: Uint8Array): Uint8Array[] {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const from = at + 2;
    const to = from > bundle.length ? Infinity : from + view.getUint16(at);
    if (to > bundle.length) throw new Error('the bundle ends within an entry');
    entries.push(bundle.slice(from, to));
    at = to;
  }
  return entries;
}

/** Root over a power of two of hashes. */
function foldHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const levels: Uint8Array[][] = [];
  for (const hash of hashes) appendLeaf(levels, hash);
  return readerOf(levels)(levels.length - 1, 0);
}

function indexPath(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
}

function widthPath(width: number): string {
  return width === TILE_WIDTH ? '' : `.p/${width}`;
}
