/** Invariants of the log's tables at every commit; checked after each command in tests. Each line is a violation. */
import { equalBytes, utf8 } from '@fairpot/fairness/encoding/bytes';
import { openCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { GrowingTree } from '@fairpot/fairness/tree/growing-tree';
import { leafHash } from '@fairpot/fairness/tree/merkle';
import { leafBodies } from '../games/kit/leaf-feed.ts';
import type { Invariant } from '../platform/runner/feature.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { rootFrom } from './edge.ts';
import { entriesBetween, lastSigned, newestHead } from './store.ts';

/** Reads every leaf: for tests, and for the nightly check of small logs. */
export function logInvariants(key: () => Promise<string>): Invariant[] {
  return [
    { name: 'I13 log: places are dense, tiles are those of the leaves', check: treeLines },
    { name: 'I13 log: the last signed head is over the leaves', check: async (db) => headLines(db, await key()) },
  ];
}

async function treeLines(db: Db): Promise<string[]> {
  const head = await newestHead(db);
  if (head === undefined) return [];
  const tree = await treeOf(db, head.size);
  if (tree === null) return [`places below ${head.size} are not dense`];
  const lines = [
    ...(equalBytes(tree, head.root) ? [] : [`the head of ${head.size} leaves is not over them`]),
    ...(equalBytes(await rootFrom(db, head.size), head.root) ? [] : [`the tiles are not of the ${head.size} leaves`]),
  ];
  return lines;
}

async function headLines(db: Db, key: string): Promise<string[]> {
  const signed = await lastSigned(db);
  if (signed === undefined) return [];
  const { size, root } = openCheckpoint(signed.note, parseVerifierKey(key));
  const tree = await treeOf(db, size);
  return size === signed.size && tree !== null && equalBytes(tree, root) ? [] : [`the head of ${size} leaves is false`];
}

/** Root over the first `size` leaves, from their bodies; null when one is missing. */
async function treeOf(db: Db, size: number): Promise<Uint8Array | null> {
  const entries = await entriesBetween(db, 0, size);
  if (entries.some((entry, i) => entry.index !== i) || entries.length !== size) return null;
  const bodies = await leafBodies(db, columnOf(entries, 'leafId'));
  const tree = new GrowingTree();
  for (const { leafId } of entries) tree.append(leafHash(utf8(bodies.get(leafId) ?? '')));
  return tree.root();
}
