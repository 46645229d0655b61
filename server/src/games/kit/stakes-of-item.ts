/** The rounds in which an item was staked, for the item's page. */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../../platform/database/sql.ts';

export interface StakeOfItem {
  readonly roundId: string;
  readonly game: ProvableGame;
  readonly number: number;
  /** Price at the stake. */
  readonly cents: Cents;
}

/** Those of these rounds in which the item was staked, with its price there; by round id. */
export async function stakesOfItem(
  db: Db,
  itemId: string,
  roundIds: readonly string[],
): Promise<ReadonlyMap<string, StakeOfItem>> {
  if (roundIds.length === 0) return new Map();
  const rows = await db.many<StakeOfItem>(sql`
    select r.id as "roundId", r.game, r.number, s.cents
    from unnest(${[...new Set(roundIds)]}::text[]) w (id)
    cross join lateral (select * from rounds where id = w.id offset 0) r
    cross join lateral (select cents from stake_items where round_id = w.id and item_id = ${itemId} offset 0) s`);
  return new Map(rows.map((row) => [row.roundId, row]));
}
