/** Logs for tests: leaves of complete rounds, a key that signs checkpoints, tiles and bundles of all of it. */
import { concat, utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { formatCheckpoint } from '../tree/checkpoint.ts';
import type { KnownGame } from '../protocol/commitment.ts';
import { appendLeaf, leafHash, readerOf, rootOf } from '../tree/merkle.ts';
import type { NodeReader } from '../tree/merkle.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { formatVerifierKey, noteKey, signNote } from '../tree/note.ts';
import type { RoundProof } from '../protocol/proof.ts';
import { bundleBytes, bundlePath, TILE_WIDTH, tilePath, tilesOf, type Tile } from '../tree/tiles.ts';
import { makeProof, TEST_CHAIN } from './rounds.ts';

export const LOG_NAME = 'log.test/fairpot';
const SEED = new Uint8Array(32).fill(9);
export const LOG_KEY = formatVerifierKey(noteKey(LOG_NAME, ed25519.getPublicKey(SEED)));

/** The bytes of a tile: its hashes, concatenated. A tile is eight levels high. */
export function tileBytes(read: NodeReader, { level, index, width }: Tile): Uint8Array {
  return concat(...Array.from({ length: width }, (_, i) => read(level * 8, index * TILE_WIDTH + i)));
}

/** Interval between openings: longer than two openings overlap. */
const APART_MS = 120_000;

/** The terms that every log of this file begins with. */
export function termsLeaf(over: object = {}): string {
  const fees = { coinflip: 500, jackpot: 500, casebattle: 0 };
  return canon({ v: 'fp/2', type: 'terms', at: 1_780_000_000_000, fees, drand: TEST_CHAIN, ...over });
}

/** The three leaves of a round. `order` spreads the openings over time: the higher the later. */
export function leavesOf(proof: RoundProof, order: number, over: object = {}): [string, string, string] {
  const { game, roundId, number, hash, lock, drand, secret, outcome, payouts } = proof;
  const openedAt = lock.lockedAt - (1_000 - order) * APART_MS;
  const base = { v: 'fp/2', game, roundId };
  return [
    canon({ ...base, type: 'open', number, hash, feeBps: lock.feeBps, openedAt, ...over }),
    canon(lock),
    canon({
      ...base,
      type: 'result',
      secret,
      outcome,
      payouts,
      settledAt: lock.lockedAt + 60_000,
      drand: { chain: drand.chain.chainHash, round: drand.round, signature: drand.signature },
    }),
  ];
}

/** The announced drop table of the battles of rounds.ts. */
export function caseLeaf(over: object = {}): string {
  const table = {
    caseId: 'box',
    priceCents: 200,
    weights: [1, 99, 900],
    cents: [100_000, 501, 20],
    items: ['a', 'b', 'c'],
  };
  return canon({ v: 'fp/2', type: 'case', at: 1_780_000_000_001, name: 'Box', ...table, ...over });
}

/** Terms and `count` rounds of a game, numbered from 1, each with a beacon of its own. */
export function makeLeaves(count: number, game: KnownGame = 'coinflip'): string[] {
  const announced = game === 'casebattle' ? [termsLeaf(), caseLeaf()] : [termsLeaf()];
  return [...announced, ...Array.from({ length: count }, (_, i) => leavesOf(makeProof(game, i + 1), i)).flat()];
}

/** Terms and `count` coinflips that are locked on one beacon: all openings and locks, then all results. */
export function sharedLeaves(count: number): string[] {
  const { lockedAt } = makeProof('coinflip', 1).lock;
  const rounds = Array.from({ length: count }, (_, i) =>
    leavesOf(makeProof('coinflip', i + 1, undefined, { lockedAt }), i),
  );
  return [termsLeaf(), ...rounds.flatMap(([open, lock]) => [open, lock]), ...rounds.map(([, , result]) => result)];
}

/** The signed checkpoint over these leaves. */
export function signLeaves(leaves: readonly string[]): string {
  const { read } = treeOf(leaves);
  const text = formatCheckpoint({ origin: LOG_NAME, size: leaves.length, root: rootOf(read, leaves.length) });
  return signNote(text, [{ name: LOG_NAME, secretKey: SEED }]);
}

export function treeOf(leaves: readonly string[]): { readonly read: NodeReader } {
  const levels: Uint8Array[][] = [];
  for (const leaf of leaves) appendLeaf(levels, leafHash(utf8(leaf)));
  return { read: readerOf(levels) };
}

/** Every file of the log by its path: checkpoint, tiles, bundles. */
export function filesOf(leaves: readonly string[]): Map<string, Uint8Array> {
  const { read } = treeOf(leaves);
  const files = new Map([['checkpoint', utf8(signLeaves(leaves))]]);
  for (const tile of tilesOf(leaves.length)) {
    files.set(tilePath(tile), tileBytes(read, tile));
    if (tile.level > 0) continue;
    const from = tile.index * TILE_WIDTH;
    const entries = leaves.slice(from, from + tile.width).map(utf8);
    files.set(bundlePath(tile.index, tile.width), bundleBytes(entries));
  }
  return files;
}
