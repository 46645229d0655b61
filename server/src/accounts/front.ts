/**
 * The public interface of accounts for other features: a player's public data, the bots, and how a settled round enters statistics and
 * experience. Checks no permissions; commands do.
 */
import { isStaff } from '@fairpot/contract/wire/permissions';
import { levelOf } from '@fairpot/contract/user/calls';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { makeBatcher } from '../platform/runner/batches.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { invariant } from '../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import type { ResolveSession } from '../platform/http/session.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { publicUser } from './present.ts';
import { experienceOf } from './rules.ts';
import { liveSessions, sessionIdOf } from './sessions.ts';
import { fakePlayers, insertResults, playerBySteamid, playersByIds, type GameResult } from './store.ts';

export type { WelcomePlayer } from './commands.ts';
export type { GameResult } from './store.ts';
export { networkPeers, resultsAfter, roundsSince, shareNetwork } from './links.ts';
export { ALL_PUBLISHED_AFTER_MS, DAY_MS, facesOf as playerFaces, roundsPlayed, setTradeToken } from './store.ts';
export { dailyResultsOf, netBefore } from './days.ts';
export { barKeys, barPerson, type BarKeys } from './barred.ts';
export * as closings from './closing-store.ts';
export { createKey, deleteKey, keyResolver, mayKeysPlay, ownKeys } from './keys/keys.ts';
export { anyOpenStakeSql, everyOpenStakeSql, openStakesOf, stakedCents } from './open-stakes.ts';
export { endSessionsByIds, ownSessions, sessionsToEnd } from './own-sessions.ts';
export { lookOf } from './names.ts';
export { makeFirstAdmin } from './desk/first-admin.ts';
export { forgetSteamInventories, steamInventoriesOf } from './steam-inventory.ts';

/** Concurrent session lookups share one query, at most this many at a time. */
const MAX_SESSIONS = 128;

/** Resolves a session token to its player, each time anew: a changed status, age or ban counts at once. */
export function sessionResolver(deps: Pick<Deps, 'db' | 'clock' | 'config'>): ResolveSession {
  const lookUp = makeBatcher({
    maxItems: MAX_SESSIONS,
    ownerOf: (id: string) => id,
    run: (ids) => liveSessions(deps.db, ids, deps.clock.now(), deps.config.mode),
  });
  return async (token) => {
    const id = sessionIdOf(token);
    const session = id === null ? null : await lookUp(id);
    if (session === null) return null;
    const { sessionId, playerId, status, isFake, ageConfirmed, isClosing, createdAt: signedInAt } = session;
    const person = { kind: 'player', id: playerId, status, isBot: isFake, ageConfirmed, isClosing } as const;
    const actor = { ...person, signedInAt, sessionId };
    const { codeAt, hasCodes } = session;
    return { sessionId, actor: hasCodes || codeAt !== null ? { ...actor, codeAt } : actor };
  };
}

/** When the player's account was created, epoch ms. */
export async function memberSince(db: Db, playerId: string): Promise<number> {
  const { createdAt } = await db.one<{ createdAt: number }>(sql`
    select created_at as "createdAt" from players where id = ${playerId}`);
  return createdAt;
}

/** Public data by player id, each id once; an unknown id is a bug of the caller. One statement. */
export async function publicUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublicUser>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await playersByIds(db, wanted);
  invariant(rows.length === wanted.length, `unknown player among ${wanted.join(', ')}`);
  return new Map(rows.map((row) => [row.id, publicUser(row)]));
}

/** Like `publicUsers`, but skips unknown ids. */
export async function knownUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublicUser>> {
  const rows = await playersByIds(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, publicUser(row)]));
}

/** The public data of a player, or undefined for an unknown id: for ids from outside. */
export async function findPublicUser(db: Db, id: string): Promise<PublicUser | undefined> {
  const [row] = await playersByIds(db, [id]);
  return row && publicUser(row);
}

/** Which of these ids are staff or house personas, who may take part in a scripted round (rulings 1.3). */
export async function staffAndPersonas(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await playersByIds(db, [...new Set(ids)]);
  return new Set(rows.filter((row) => row.isFake || isStaff(row.status)).map((row) => row.id));
}

/** Pseudonyms (32 hex digits) by player id, as used in locks and in the public log. */
export async function pseudonyms(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await playersByIds(db, wanted);
  invariant(rows.length === wanted.length, `unknown player among ${wanted.join(', ')}`);
  return new Map(rows.map((row) => [row.id, row.pseudonym]));
}

/** Pseudonyms as a scalar subquery, for loads in a single statement: a JSON object by id (null for none). */
export function pseudonymsSql(playerIds: readonly string[]): Sql {
  return sql`(select json_object_agg(id, pseudonym) from players where id = any(${playerIds}::text[]))`;
}

/** Data of a player that a withdrawal or a trade needs; `tradeToken` is '' without a trade link. */
export interface WithdrawalAccount {
  readonly steamid: string;
  readonly tradeToken: string;
  readonly level: number;
  /** When the account was created on this site, epoch ms. */
  readonly joinedAt: number;
  /** The account is being closed (rulings 1.6): everything may be withdrawn, whatever the level. */
  readonly isClosing: boolean;
}

export async function withdrawalAccount(db: Db, id: string): Promise<WithdrawalAccount> {
  const [row] = await playersByIds(db, [id]);
  invariant(row, `unknown player ${id}`);
  const { steamid, tradeToken, createdAt: joinedAt, closingAt } = row;
  const level = levelOf(experienceOf(row.xpHundredths));
  return { steamid, tradeToken, joinedAt, level, isClosing: closingAt !== null };
}

/** A player as the actor of a call, with current status and age. */
export async function actorOf(db: Db, id: string): Promise<Actor> {
  const [row] = await playersByIds(db, [id]);
  invariant(row, `unknown player ${id}`);
  const { status, isFake: isBot, ageConfirmedAt, closingAt } = row;
  const isClosing = closingAt !== null;
  return { kind: 'player', id, status, isBot, ageConfirmed: ageConfirmedAt !== null, isClosing };
}

/** The id of the player with this steamid; null if there is none. */
export async function playerIdOf(db: Db, steamid: string): Promise<string | null> {
  return (await playerBySteamid(db, steamid))?.id ?? null;
}

/** The house personas, oldest first. Empty if the server has none. */
export async function bots(db: Db): Promise<PublicUser[]> {
  return (await fakePlayers(db)).map(publicUser);
}

/**
 * Adds settled rounds to the players' statistics and experience, inside the settlement's transaction. A result counts once, however often
 * it is recorded. Call it after locking the round, the accounts and the items.
 */
export async function recordResults(tx: Tx, results: readonly GameResult[]): Promise<void> {
  if (results.length === 0) return;
  const settings = await readSettings(tx, SITE_SETTINGS);
  await insertResults(tx, results, settings['xp.perUsd']);
}
