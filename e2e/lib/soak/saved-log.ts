/** A log that `fairpot-verify --save` wrote into a folder, read and written leaf by leaf. Used by tamper/. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOf, LOG_KEY } from '@fairpot/fairness/testing/logs';
import { bundleBytes, bundlePath, parseBundle, TILE_WIDTH } from '@fairpot/fairness/tree/tiles';

const decoder = new TextDecoder();

/** The path of the bundle that holds `leaf`, and its place in it. */
export function placeOf(leaf: number, size: number): { path: string; at: number } {
  const index = Math.floor(leaf / TILE_WIDTH);
  return { path: bundlePath(index, Math.min(TILE_WIDTH, size - index * TILE_WIDTH)), at: leaf % TILE_WIDTH };
}

export function rewrite(file: string, change: (bytes: Uint8Array) => Uint8Array): void {
  writeFileSync(file, change(new Uint8Array(readFileSync(file))));
}

/** Changes the entries of the bundle that holds `leaf`. */
export function rewriteEntries(
  folder: string,
  leaf: number,
  size: number,
  change: (entries: Uint8Array[], at: number) => Uint8Array[],
): void {
  const { path, at } = placeOf(leaf, size);
  rewrite(join(folder, path), (bytes) => bundleBytes(change(parseBundle(bytes), at)));
}

/** Every leaf as text, in order. */
export function leavesOf(folder: string, size: number): string[] {
  return Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, i) =>
    parseBundle(new Uint8Array(readFileSync(join(folder, placeOf(i * TILE_WIDTH, size).path)))),
  ).flatMap((entries) => entries.map((entry) => decoder.decode(entry)));
}

/** Replaces the saved log with these leaves, signed with the key of the tests. */
export function writeLog(folder: string, leaves: readonly string[]): void {
  for (const [path, bytes] of new Map([...filesOf(leaves), ['key', new TextEncoder().encode(`${LOG_KEY}\n`)]])) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
