/**
 * What players have at stake in unfinished rounds. Triggers (functions/games/kit/stakes) write the rows in the
 * transactions that stake and end rounds.
 */
import { sql, type Db, type Sql } from '../../platform/database/sql.ts';

/** Condition: someone has a stake in a round that has not ended. */
export const anyOpenStakeSql: Sql = sql`exists (select from open_stakes)`;

/** Every open stake, for checks in other rooms: columns round_id, player_id, cents. */
export const everyOpenStakeSql: Sql = sql`select round_id, player_id, cents from open_stakes`;

/**
 * Scalar subquery: the cents a player has at stake now. A stake is removed in the transaction that records its result
 * (`recordResults`) or returns it, so a statement that reads both counts each stake once.
 */
export function openStakesSql(playerId: string): Sql {
  return sql`(select coalesce(sum(cents), 0)::bigint from open_stakes where player_id = ${playerId})`;
}

/** The number of unfinished rounds in which a player has stakes, and their sum in cents. */
export function openStakesOf(db: Db, playerId: string): Promise<{ rounds: number; cents: number }> {
  return db.one<{ rounds: number; cents: number }>(sql`
    select count(*) as rounds, coalesce(sum(cents), 0)::bigint as cents from open_stakes
    where player_id = ${playerId}`);
}
