/**
 * The one door into accounts for other features: who a player is to others, which bots there are, and how a settled round
 * enters statistics and experience. Nothing here checks permissions; commands do.
 */
import type { PublicUser } from '@fairpot/contract/user';
import { invariant } from '../platform/refused.ts';
import type { Db, Tx } from '../platform/sql.ts';
import { publicUser } from './present.ts';
import { fakePlayers, insertResults, playersByIds, type GameResult } from './store.ts';

export type { GameResult } from './store.ts';

/** Public faces by player id, each id once; an id that is no player is a bug of the caller. One statement. */
export async function publicUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublicUser>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await playersByIds(db, wanted);
  invariant(rows.length === wanted.length, `unknown player among ${wanted.join(', ')}`);
  return new Map(rows.map((row) => [row.id, publicUser(row)]));
}

/** Pseudonyms (32 hex digits) by player id, as they stand in locks and in the public log. */
export async function pseudonyms(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await playersByIds(db, wanted);
  invariant(rows.length === wanted.length, `unknown player among ${wanted.join(', ')}`);
  return new Map(rows.map((row) => [row.id, row.pseudonym]));
}

/** The house personas, oldest first. Empty where the server has none. */
export async function bots(db: Db): Promise<PublicUser[]> {
  return (await fakePlayers(db)).map(publicUser);
}

/**
 * Adds settled rounds to the players' statistics and experience, inside the settlement's transaction. A result is counted
 * once however often it is recorded. Call it after the round, the accounts and the items are locked.
 */
export async function recordResults(tx: Tx, results: readonly GameResult[]): Promise<void> {
  await insertResults(tx, results);
}
