/**
 * The SQL of players and their results. Called by this folder only; other features use front.ts. Invariant: `player_game_stats` and
 * `player_days` are sums of `player_results`, because one statement writes all three.
 */
import type { Status } from '@fairpot/contract/wire/permissions';
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
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

/** The token of a player's trade link; the rest of it follows from the steamid. */
export async function setTradeToken(tx: Tx, id: string, token: string): Promise<void> {
  await tx.run(sql`update players set trade_token = ${token} where id = ${id} and trade_token <> ${token}`);
}

/** Scalar subquery: the cents that a player staked in all rounds with recorded results. */
export function settledStakesSql(id: string): Sql {
  return sql`(select coalesce(sum(staked_cents), 0)::bigint from player_game_stats where player_id = ${id})`;
}

export interface StatsRow {
  readonly game: ProvableGame;
  readonly played: number;
  readonly won: number;
  readonly stakedCents: number;
  readonly wonCents: number;
  readonly feeCents: number;
}

/** Days of the books are UTC days. */
export const DAY_MS = 86_400_000;

/** Rows of the totals of a game: concurrent settlements add to different ones. */
const TOTAL_SHARDS = 8;

/** When the results of every game are published, in ms after the end of their rounds. */
export const ALL_PUBLISHED_AFTER_MS = Math.max(...Object.values(RESULTS_VISIBLE_AFTER_MS));

/** Condition over `player_results`: the round is still on the screen, so statistics and history do not show it yet. */
export const unpublishedSql = (now: number): Sql => sql`(at > ${now - ALL_PUBLISHED_AFTER_MS}::bigint
  and at > ${now}::bigint - (${JSON.stringify(RESULTS_VISIBLE_AFTER_MS)}::jsonb ->> game)::bigint)`;

/** The sums of a player's results by game. Skips unpublished results. */
export function statsOf(db: Db, playerId: string, now: number): Promise<StatsRow[]> {
  return db.many<StatsRow>(sql`
    select s.game, s.played - coalesce(u.played, 0) as played, s.won - coalesce(u.won, 0) as won,
      s.staked_cents - coalesce(u.staked, 0) as "stakedCents", s.won_cents - coalesce(u.paid, 0) as "wonCents",
      s.fee_cents - coalesce(u.fee, 0) as "feeCents"
    from player_game_stats s left join (
      select game, count(*) as played, count(*) filter (where won) as won, sum(staked_cents) as staked,
        sum(won_cents) as paid, sum(fee_cents) as fee
      from player_results where player_id = ${playerId} and ${unpublishedSql(now)} group by game
    ) u on u.game = s.game
    where s.player_id = ${playerId}`);
}

/** A settled round's result for one player. Cents; `wonCents` is everything paid out, own stake included. */
export interface GameResult {
  readonly playerId: string;
  readonly roundId: string;
  readonly game: ProvableGame;
  /** Epoch ms of the settlement. */
  readonly at: number;
  readonly won: boolean;
  readonly stakedCents: number;
  /** 0 for the losers. */
  readonly wonCents: number;
  /** The fee taken from what this player won; 0 for the losers. */
  readonly feeCents: number;
}

/**
 * Records results and adds them to the sums, in one statement. Each staked cent is worth `xpPerUsd` hundredths, for a bot nothing (rulings
 * 1.12). A result recorded before (same player and round) is left as it is and counts once. Days of bots are marked: they are public
 * (bot-books.ts). Sums are updated in the order of player ids, so that two settlements cannot deadlock. All results of a round are recorded by one
 * call, so that the totals count the round once (recent-results.ts).
 */
export async function insertResults(tx: Tx, results: readonly GameResult[], xpPerUsd: number): Promise<void> {
  await tx.run(sql`
    with added as (
      insert into player_results
        (player_id, round_id, game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths)
      select r."playerId", r."roundId", r.game, r.at, r.won, r."stakedCents", r."wonCents", r."feeCents",
        case when p.is_fake then 0 else r."stakedCents" * ${xpPerUsd}::bigint end
      from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(
        "playerId" text, "roundId" text, game text, at bigint, won boolean, "stakedCents" bigint, "wonCents" bigint,
        "feeCents" bigint)
        join players p on p.id = r."playerId"
      on conflict (player_id, round_id) do nothing
      returning *
    ), days as (
      insert into player_days as d (player_id, day, game, is_bot, played, won, staked_cents, won_cents, fee_cents)
      select a.player_id, (a.at / ${DAY_MS}::bigint)::integer, a.game, bool_or(p.is_fake), count(*),
        count(*) filter (where a.won), sum(a.staked_cents), sum(a.won_cents), sum(a.fee_cents)
      from added a join players p on p.id = a.player_id group by 1, 2, 3 order by 1, 2, 3
      on conflict (player_id, day, game) do update set
        played = d.played + excluded.played, won = d.won + excluded.won,
        staked_cents = d.staked_cents + excluded.staked_cents, won_cents = d.won_cents + excluded.won_cents,
        fee_cents = d.fee_cents + excluded.fee_cents
    ), totals as (
      insert into result_totals as t (game, shard, rounds, paid_cents)
      select a.game, pg_backend_pid() % ${TOTAL_SHARDS}, count(distinct a.round_id),
        coalesce(sum(a.won_cents) filter (where not p.is_fake), 0)
      from added a join players p on p.id = a.player_id group by a.game order by a.game
      on conflict (game, shard) do update set
        rounds = t.rounds + excluded.rounds, paid_cents = t.paid_cents + excluded.paid_cents
    )
    insert into player_game_stats as s (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    select player_id, game, count(*), count(*) filter (where won), sum(staked_cents), sum(won_cents), sum(fee_cents),
      sum(xp_hundredths)
    from added group by player_id, game order by player_id, game
    on conflict (player_id, game) do update set
      played = s.played + excluded.played, won = s.won + excluded.won,
      staked_cents = s.staked_cents + excluded.staked_cents, won_cents = s.won_cents + excluded.won_cents,
      fee_cents = s.fee_cents + excluded.fee_cents, xp_hundredths = s.xp_hundredths + excluded.xp_hundredths`);
}

/** A player's settled and published rounds, newest end first; with `before`, only those after that cursor. */
export function roundsPlayed(
  db: Db,
  playerId: string,
  now: number,
  before: { readonly at: number; readonly roundId: string } | null,
  limit: number,
) {
  const older = before === null ? sql`` : sql`and (at, round_id) < (${before.at}::bigint, ${before.roundId})`;
  return db.many<Omit<GameResult, 'playerId'>>(sql`
    select round_id as "roundId", game, at, won, staked_cents as "stakedCents", won_cents as "wonCents",
      fee_cents as "feeCents"
    from player_results
    where player_id = ${playerId} and not ${unpublishedSql(now)} ${older}
    order by at desc, round_id desc limit ${limit}`);
}

/** A player's name outside of this site (for a closed account its id), and whether the account is a bot's, by id. */
export function facesOf(db: Db, ids: readonly string[]) {
  return db.many<{ id: string; steamid: string; isFake: boolean }>(sql`
    select id, coalesce(steamid, id) as steamid, is_fake as "isFake" from players where id = any(${ids}::text[])`);
}
