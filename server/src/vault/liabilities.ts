/** Items that players have, a page at a time. Read for solvency statements, inside one snapshot. */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';

export interface ItemOwed {
  readonly playerId: string;
  readonly itemId: string;
  /** The current price of its type. */
  readonly cents: Cents;
}

/** Every item that a player holds, including items out of use or leaving by a trade; by player and item, after `after`. */
export function itemsAfter(db: Db, after: Pick<ItemOwed, 'playerId' | 'itemId'>, limit: number): Promise<ItemOwed[]> {
  return db.many<ItemOwed>(sql`
    select p.holder_id as "playerId", p.item_id as "itemId", t.price_cents as cents
    from (
      select holder_id, item_id from item_positions
      where holder_kind = 'player' and (holder_id, item_id) > (${after.playerId}, ${after.itemId})
      order by holder_id, item_id limit ${limit}) p
    cross join lateral (select item_type from items where id = p.item_id offset 0) i
    cross join lateral (select price_cents from item_types where slug = i.item_type offset 0) t
    order by p.holder_id, p.item_id`);
}

/** How many of these items are in this very round. */
export async function countInRounds(
  db: Db,
  items: readonly { readonly itemId: string; readonly roundId: string }[],
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as s ("itemId" text, "roundId" text)
    cross join lateral (
      select 1 from item_positions where item_id = s."itemId" and holder_kind = 'round'
        and holder_id = s."roundId" offset 0) p`);
  return count;
}
