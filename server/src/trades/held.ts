/** What the trading account holds at Steam, as it was last seen. Read for solvency statements, through front.ts. */
import type { Cents } from '@fairpot/contract/money';
import { sql, type Db } from '../platform/database/sql.ts';

export interface SteamHeld {
  /** Assets that stand behind no item. */
  readonly free: number;
  /** What players brought, at what it was worth when it came, and free stock at the prices of the last look. */
  readonly itemCents: Cents;
  /** When the account's inventory was last seen whole, epoch ms; null: never. */
  readonly at: number | null;
}

export function steamHeld(db: Db): Promise<SteamHeld> {
  return db.one<SteamHeld>(sql`
    select (select coalesce(sum(free), 0) from trade_stock) as free,
      ((select brought_cents from trade_holdings)
        + (select coalesce(sum(free_cents), 0) from trade_stock_looks))::bigint as "itemCents",
      (select min(seen_at) from trade_stock_looks) as at`);
}

/** Assets of our account that stand behind items, behind `after`; those that left it are not read. */
export function heldAssetsAfter(db: Db, after: { readonly appId: number; readonly assetId: string }, limit: number) {
  return db.many<{ appId: number; assetId: string }>(sql`
    select app_id as "appId", asset_id as "assetId" from trade_assets
    where held and (app_id, asset_id) > (${after.appId}::integer, ${after.assetId}::text)
    order by app_id, asset_id limit ${limit}`);
}
