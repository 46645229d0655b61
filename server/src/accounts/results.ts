/**
 * Results of settled rounds: statistics, experience and history. Invariant: `player_game_stats` and `player_days` are sums of
 * `player_results`, because one statement writes all three.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';

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

/**
 * Adds settled rounds to the players' statistics and experience, inside the settlement's transaction. A result counts once, however often
 * it is recorded. Call it after locking the round, the accounts and the items.
 */
export async function recordResults(tx: Tx, results: readonly GameResult[]): Promise<void> {
  if (results.length === 0) return;
  const settings = await readSettings(tx, SITE_SETTINGS);
  await insertResults(tx, results, settings['xp.perUsd']);
}
