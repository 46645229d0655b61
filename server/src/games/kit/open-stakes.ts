/**
 * What players have at stake in rounds that are not over. The rows are written by triggers (functions/games/kit/stakes), in the
 * transactions that stake and end rounds.
 */
import { sql, type Db, type Sql } from '../../platform/database/sql.ts';

/** Every stake that is open, for checks of other rooms: columns round_id, player_id, cents. */
export const everyOpenStakeSql: Sql = sql`select round_id, player_id, cents from open_stakes`;

/**
 * Scalar subquery: the cents that a player has at stake now. A stake leaves it in the transaction that records its result
 * (`recordResults`) or gives it back, so one statement that reads both counts each stake once.
 */
export function openStakesSql(playerId: string): Sql {
  return sql`(select coalesce(sum(cents), 0)::bigint from open_stakes where player_id = ${playerId})`;
}

/** How many rounds a player has stakes in that are not over, and the cents of them. */
export function openStakesOf(db: Db, playerId: string): Promise<{ rounds: number; cents: number }> {
  return db.one<{ rounds: number; cents: number }>(sql`
    select count(*) as rounds, coalesce(sum(cents), 0)::bigint as cents from open_stakes
    where player_id = ${playerId}`);
}
