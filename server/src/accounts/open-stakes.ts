/**
 * What players have at stake in unfinished rounds. Triggers (functions/accounts/stakes) write the rows in the
 * transactions that stake and end rounds.
 */
import { sql, type Db, type Sql } from '../platform/database/sql.ts';
import { settledStakesSql } from './results.ts';

/** Condition: someone has a stake in a round that has not ended. */
export const anyOpenStakeSql: Sql = sql`exists (select from open_stakes)`;

/** Every open stake, for checks in other rooms. `seat`: held for a seat of a battle, before the round has entries. */
export const everyOpenStakeSql: Sql = sql`(select round_id, player_id, cents, seat from open_stakes)`;

/** The number of unfinished rounds in which a player has stakes, and their sum in cents. */
export function openStakesOf(db: Db, playerId: string): Promise<{ rounds: number; cents: number }> {
  return db.one<{ rounds: number; cents: number }>(sql`
    select count(*) as rounds, coalesce(sum(cents), 0)::bigint as cents from open_stakes
    where player_id = ${playerId}`);
}

/** Cents that a player staked: open stakes, and finished ones. A returned stake is neither. */
export async function stakedCents(db: Db, playerId: string): Promise<number> {
  // One statement. A stake is removed in the transaction that records its result or returns it, so it counts once; between two statements a
  // round might end, and its stake would count in neither or in both.
  const { staked } = await db.one<{ staked: number }>(sql`
    select (select coalesce(sum(cents), 0)::bigint from open_stakes where player_id = ${playerId})
      + ${settledStakesSql(playerId)} as staked`);
  return staked;
}
