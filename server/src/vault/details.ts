/** What Steam showed of the assets behind items. Set when an item is made of a deposited asset, and never changed while it is there. */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';

/** Details of the assets behind items, by item; items without any are left out. */
export async function detailsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ItemDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many<{ id: string; details: ItemDetails | null }>(sql`
    select id, details from items where id = any(${ids}::text[]) and details is not null`);
  return new Map(rows.flatMap(({ id, details }) => (details === null ? [] : [[id, details]])));
}

/** The assets behind these items are gone: another asset will be sent for them. */
export async function forgetDetails(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(sql`update items set details = null where id = any(${ids}::text[]) and details is not null`);
}
