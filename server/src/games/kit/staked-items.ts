/**
 * Items at stake in unfinished rounds, with the players who staked them. Read for solvency statements, inside one
 * snapshot.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../../platform/database/sql.ts';

export interface StakedItemOwed {
  readonly itemId: string;
  readonly roundId: string;
  readonly playerId: string;
  /** Its price at the stake. */
  readonly cents: Cents;
}

/** In the order of items, after `after`. Until its round ends, an item counts for the player who staked it. */
export function stakedItemsAfter(db: Db, after: string, limit: number): Promise<StakedItemOwed[]> {
  return db.many<StakedItemOwed>(sql`
    select s.item_id as "itemId", s.round_id as "roundId", e.player_id as "playerId", s.cents
    from (
      select item_id, round_id, entry_no, cents from stake_items
      where fate = 'open' and item_id > ${after} order by item_id limit ${limit}) s
    cross join lateral (
      select player_id from entries where round_id = s.round_id and no = s.entry_no offset 0) e
    order by s.item_id`);
}
