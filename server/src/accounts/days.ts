/** A player's results by day (UTC), for charts. Updated by the statement that records results; a read has a row per day and game. */
import { sql, type Db } from '../platform/database/sql.ts';
import { unpublishedSql, type StatsRow } from './results.ts';

export interface DailyResultRow extends StatsRow {
  /** Days since 1970. */
  readonly day: number;
}

/** Daily results since `from`, oldest first. Skips unpublished results and empty days. */
export function dailyResultsOf(db: Db, playerId: string, from: number, now: number): Promise<DailyResultRow[]> {
  return db.many<DailyResultRow>(sql`
    select d.day, d.game, d.played - coalesce(u.played, 0) as played, d.won - coalesce(u.won, 0) as won,
      d.staked_cents - coalesce(u.staked, 0) as "stakedCents", d.won_cents - coalesce(u.paid, 0) as "wonCents",
      d.fee_cents - coalesce(u.fee, 0) as "feeCents"
    from player_days d left join (
      select (at / 86400000)::integer as day, game, count(*) as played, count(*) filter (where won) as won,
        sum(staked_cents) as staked, sum(won_cents) as paid, sum(fee_cents) as fee
      from player_results where player_id = ${playerId} and ${unpublishedSql(now)} group by 1, 2
    ) u on u.day = d.day and u.game = d.game
    where d.player_id = ${playerId} and d.day >= ${from} and d.played > coalesce(u.played, 0)
    order by d.day, d.game`);
}

/** Cents won less cents staked before the day `from`. */
export async function netBefore(db: Db, playerId: string, from: number): Promise<number> {
  // Total minus the days since: avoids reading years of days.
  const { net } = await db.one<{ net: number }>(sql`
    select (coalesce((select sum(won_cents - staked_cents) from player_game_stats where player_id = ${playerId}), 0)
      - coalesce((select sum(won_cents - staked_cents) from player_days
        where player_id = ${playerId} and day >= ${from}), 0))::bigint
      as net`);
  return net;
}
