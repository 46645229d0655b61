/** The SQL of players. Called by this folder only. */
import type { Status } from '@fairpot/contract/wire/permissions';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { lookOf } from './names.ts';

export interface PlayerRow {
  readonly id: string;
  /** '' once the account was closed. */
  readonly steamid: string;
  readonly name: string;
  readonly avatar: string;
  readonly status: Status;
  readonly isFake: boolean;
  readonly pseudonym: string;
  readonly tradeToken: string;
  readonly ageConfirmedAt: number | null;
  readonly createdAt: number;
  readonly closingAt: number | null;
  readonly xpHundredths: number;
  /** True when the name is that of a staff member, or hard to tell from it, and the player is not staff. */
  readonly looksLikeStaff: boolean;
}

/** Whether a player's name passes for that of a current staff member: one lookup in an index that contains only staff. */
const looksLikeStaff = sql`
  p.status = 'USER' and exists (select 1 from players s where s.look = p.look and s.status <> 'USER')`;

const playerColumns = sql`
  p.id, coalesce(p.steamid, '') as steamid, p.name, p.avatar, p.status, p.is_fake as "isFake", p.pseudonym,
  p.trade_token as "tradeToken", p.age_confirmed_at as "ageConfirmedAt", p.created_at as "createdAt",
  p.closing_at as "closingAt", coalesce(
    (select sum(s.xp_hundredths) from player_game_stats s where s.player_id = p.id), 0)::bigint as "xpHundredths",
  ${looksLikeStaff} as "looksLikeStaff"`;

export function playersByIds(db: Db, ids: readonly string[]): Promise<PlayerRow[]> {
  return db.many<PlayerRow>(sql`select ${playerColumns} from players p where p.id = any(${ids}::text[])`);
}

/** All house personas, in order of creation. */
export function fakePlayers(db: Db): Promise<PlayerRow[]> {
  return db.many<PlayerRow>(sql`select ${playerColumns} from players p where p.is_fake order by p.id`);
}

/** What each persona played, from the sums of its results. */
export function playedByFakes(
  db: Db,
): Promise<
  { readonly id: string; readonly played: number; readonly stakedCents: number; readonly wonCents: number }[]
> {
  return db.many<{ id: string; played: number; stakedCents: number; wonCents: number }>(sql`
    select s.player_id as id, sum(s.played)::bigint as played, sum(s.staked_cents)::bigint as "stakedCents",
      sum(s.won_cents)::bigint as "wonCents"
    from players p cross join lateral (select * from player_game_stats where player_id = p.id offset 0) s
    where p.is_fake group by s.player_id`);
}

/** Whether a bot of the house or a staff member has a name that is hard to tell from this one. */
export async function isNameTaken(db: Db, name: string): Promise<boolean> {
  const look = lookOf(name);
  const { taken } = await db.one<{ taken: boolean }>(sql`
    select exists (select from players where look = ${look} and status <> 'USER')
      or exists (select from players where is_fake and look = ${look}) as taken`);
  return taken;
}

export function playerBySteamid(db: Db, steamid: string): Promise<PlayerRow | undefined> {
  return db.maybe<PlayerRow>(sql`select ${playerColumns} from players p where p.steamid = ${steamid}`);
}

export interface NewPlayer {
  readonly id: string;
  readonly steamid: string;
  readonly name: string;
  readonly avatar: string;
  readonly status: Status;
  readonly isFake: boolean;
  readonly pseudonymKey: Uint8Array;
  readonly pseudonym: string;
  readonly ageConfirmedAt: number | null;
  readonly createdAt: number;
}

/** True when the player was added; false when the steamid exists already, and then nothing changed. */
export async function insertPlayer(tx: Tx, player: NewPlayer): Promise<boolean> {
  const added = await tx.run(sql`
    insert into players (id, steamid, name, look, avatar, status, is_fake, pseudonym_key, pseudonym,
      age_confirmed_at, created_at)
    values (${player.id}, ${player.steamid}, ${player.name}, ${lookOf(player.name)}, ${player.avatar},
      ${player.status}, ${player.isFake},
      ${Buffer.from(player.pseudonymKey)}, ${player.pseudonym}, ${player.ageConfirmedAt}, ${player.createdAt})
    on conflict (steamid) do nothing`);
  return added === 1;
}

/** The key behind a player's pseudonym and address hashes. */
export async function pseudonymKey(tx: Tx, id: string): Promise<Buffer> {
  const { key } = await tx.one<{ key: Buffer | null }>(sql`select pseudonym_key as key from players where id = ${id}`);
  invariant(key !== null, `the pseudonym key of ${id} was deleted`);
  return key;
}

/** Stores the sign-in provider's profile of a player; true when that changed anything. */
export async function updateProfile(tx: Tx, id: string, name: string, avatar: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update players set name = ${name}, look = ${lookOf(name)}, avatar = ${avatar}
    where id = ${id} and erased_at is null and (name <> ${name} or avatar <> ${avatar})`);
  return changed === 1;
}

/** Fills in missing looks (after the migration, or after a change of `lookOf`), at most `limit`. Returns how many. */
export async function fillMissingLooks(db: Db, limit: number): Promise<number> {
  const rows = await db.many<{ id: string; name: string }>(sql`
    select id, name from players where look is null order by id limit ${limit}`);
  const looks = rows.map(({ id, name }) => ({ id, name, look: lookOf(name) }));
  await db.run(sql`
    update players p set look = f.look
    from jsonb_to_recordset(${JSON.stringify(looks)}::jsonb) as f(id text, name text, look text)
    where p.id = f.id and p.name = f.name and p.look is null`);
  return rows.length;
}

/** Keeps the first instant: a second confirmation changes nothing. */
export async function setAgeConfirmed(tx: Tx, id: string, now: number): Promise<void> {
  await tx.run(sql`update players set age_confirmed_at = ${now} where id = ${id} and age_confirmed_at is null`);
}
