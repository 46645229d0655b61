/** What single rooms ask about players or change in them. Checks no permissions; commands do. */
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { publicUser } from './present.ts';
import { playerBySteamid, playersByIds } from './store.ts';

/** When the player's account was created, epoch ms. */
export async function memberSince(db: Db, playerId: string): Promise<number> {
  const { createdAt } = await db.one<{ createdAt: number }>(sql`
    select created_at as "createdAt" from players where id = ${playerId}`);
  return createdAt;
}

/** Like `publicUsers`, but skips unknown ids. */
export async function knownUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublicUser>> {
  const rows = await playersByIds(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, publicUser(row)]));
}

/** Which of these ids are staff or house personas, who may take part in a scripted round (rulings 1.3). */
export async function staffAndPersonas(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await playersByIds(db, [...new Set(ids)]);
  return new Set(rows.filter((row) => row.isFake || isStaff(row.status)).map((row) => row.id));
}

/** The id of the player with this steamid; null if there is none. */
export async function playerIdOf(db: Db, steamid: string): Promise<string | null> {
  return (await playerBySteamid(db, steamid))?.id ?? null;
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

/** A player's name outside of this site (for a closed account its id), and whether the account is a bot's, by id. */
export function facesOf(db: Db, ids: readonly string[]) {
  return db.many<{ id: string; steamid: string; isFake: boolean }>(sql`
    select id, coalesce(steamid, id) as steamid, is_fake as "isFake" from players where id = any(${ids}::text[])`);
}

/** The token of a player's trade link; the rest of it follows from the steamid. */
export async function setTradeToken(tx: Tx, id: string, token: string): Promise<void> {
  await tx.run(sql`update players set trade_token = ${token} where id = ${id} and trade_token <> ${token}`);
}
