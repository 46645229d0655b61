/** Queries about solvency: statements, their position in the public log, and a player's own leaf. Only what the published head covers. */
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { getMySolvency, getSolvencyProof, listSolvency } from '@fairpot/contract/solvency/schemas';
import { SOLVENCY_PAGE } from '@fairpot/contract/solvency/calls';
import { toHex } from '@fairpot/fairness/encoding/bytes';
import { commitmentOf, compareBytes, nonceOf } from '@fairpot/fairness/solvency/commitments';
import { leavesOf, pathByTiles, TILE_RECORDS } from '@fairpot/fairness/solvency/sum-tiles';
import { facesOf } from '../accounts/people.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { provenLeaf, publishedPlaces } from '../transparency/front.ts';
import { presentStatement } from './present.ts';
import { publishedBefore, publishedByNumber, readTile, seedOf, tileOfCommitment, type StatementRow } from './store.ts';
import type { QueryHandler } from '../platform/runner/feature.ts';

/** How many recent statements to check for one covered by the log's head, which lags by a second or two. */
const NEWEST = 3;

export const statements: QueryHandler<typeof listSolvency> = async ({ db }, { before, limit = SOLVENCY_PAGE }) => {
  const found = await publishedBefore(db, before ?? null, limit + 1);
  const page = found.slice(0, limit);
  const places = await publishedPlaces(db, columnOf(page, 'leafId'));
  const { 'solvency.everyMs': everyMs } = await readSettings(db, SITE_SETTINGS);
  return {
    everyMs,
    statements: page.map((row) => presentStatement(row, places.get(row.leafId) ?? null)),
    next: found.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
};

export const statementProof: QueryHandler<typeof getSolvencyProof> = async ({ db }, { number }) => {
  if (number === undefined) return firstProven(db, await publishedBefore(db, null, NEWEST));
  return firstProven(db, [(await publishedByNumber(db, number)) ?? refuse('NOT_FOUND')]);
};

/** The newest of these that the log covers. */
async function firstProven(db: Db, rows: readonly StatementRow[]) {
  for (const row of rows) {
    const proven = await provenLeaf(db, row.leafId);
    if (proven) return { ...proven, number: row.number };
  }
  return null;
}

/**
 * The signed-in player's own leaf in the newest tree covered by the log. Null before the first tree; `own` is null if nothing was owed
 * to the player.
 */
export async function ownLeaf(db: Db, playerId: string): Promise<CallOutput<typeof getMySolvency>> {
  const rows = (await publishedBefore(db, null, NEWEST)).filter(({ kept }) => kept);
  const proven = await firstProven(db, rows);
  const row = rows.find(({ number }) => number === proven?.number);
  if (proven === null || row === undefined) return null;
  const [face] = await facesOf(db, [playerId]);
  const seed = await seedOf(db, row.number);
  if (face === undefined || seed === undefined) return null;
  return { ...proven, own: await leafOf(db, row, seed, face.steamid) };
}

async function leafOf(db: Db, { number, depth }: StatementRow, seed: Buffer, steamid: string) {
  const nonce = nonceOf(seed, steamid);
  const commitment = commitmentOf(nonce, steamid);
  const tile = await tileOfCommitment(db, number, commitment);
  const leaves = tile === undefined ? [] : leavesOf(tile.bytes);
  const within = leaves.findIndex((leaf) => compareBytes(leaf.commitment, commitment) === 0);
  const leaf = leaves[within];
  if (tile === undefined || leaf === undefined) return null;
  const index = tile.index * TILE_RECORDS + within;
  const path = await pathOf(db, number, depth, index);
  return {
    index,
    nonce: toHex(nonce),
    sums: leaf.sums,
    path: path.map(({ hash, sums }) => ({ hash: toHex(hash), ...sums })),
  };
}

/** The siblings of a leaf: reads one tile per level, whatever the size of the tree. */
async function pathOf(db: Db, number: number, depth: number, index: number) {
  const tiles = new Map<number, Buffer>();
  for (let level = 0; 8 * level < depth; level += 1) {
    const tile = await readTile(db, number, level, Math.floor(index / TILE_RECORDS ** (level + 1)));
    invariant(tile, `tree ${number} has no tile of level ${level} over leaf ${index}`);
    tiles.set(level, tile);
  }
  return pathByTiles(depth, index, (level) => tiles.get(level) ?? new Uint8Array());
}
