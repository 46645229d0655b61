/** The SQL of withdrawable items: assets behind items, our own stock, deposits that can still be reversed. */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';
import { statesSql, type AssetRow } from './store.ts';

/** The assets behind these items, by item; skips items without one of their own. */
export async function assetsOfPlayer(
  db: Db,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<AssetRow, 'broughtBy' | 'broughtCents'>>> {
  const rows = await db.many<Pick<AssetRow, 'itemId' | 'broughtBy' | 'broughtCents'>>(sql`
    select a.item_id as "itemId", a.brought_by as "broughtBy", a.brought_cents as "broughtCents"
    from unnest(${itemIds}::text[]) w (id)
    cross join lateral (select * from trade_assets where item_id = w.id and held offset 0) a`);
  return new Map(rows.map((row) => [row.itemId, row]));
}

interface MarketName {
  readonly appId: number;
  readonly marketHashName: string;
}

/** How many of our assets are free, by game and name; null for a game that was not seen since `since`. */
export async function readFreeStock(
  db: Db,
  wanted: readonly MarketName[],
  since: number,
): Promise<(appId: number, name: string) => number | null> {
  const key = (appId: number, name: string) => `${appId}/${name}`;
  const distinct = [...new Map(wanted.map((each) => [key(each.appId, each.marketHashName), each])).values()];
  const checks = await db.many<{ appId: number }>(sql`
    select app_id as "appId" from trade_stock_checks where seen_at >= ${since}`);
  const rows = await db.many<MarketName & { free: number }>(sql`
    select s.app_id as "appId", s.market_hash_name as "marketHashName", s.free
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) as w ("appId" integer, "marketHashName" text)
    cross join lateral (
      select * from trade_stock where app_id = w."appId" and market_hash_name = w."marketHashName" offset 0
    ) s`);
  const seen = new Set(checks.map((check) => check.appId));
  const free = new Map(rows.map((row) => [key(row.appId, row.marketHashName), row.free]));
  return (appId, name) => (seen.has(appId) ? (free.get(key(appId, name)) ?? 0) : null);
}

export interface ProtectedItem {
  readonly itemId: string;
  readonly itemType: string;
  /** Price that was locked into its deposit. */
  readonly cents: Cents;
  readonly orderId: string;
  readonly settlesAt: number | null;
}

/** Items from a player's deposits that Steam can still reverse, earliest release first. */
export function protectedOf(db: Db, playerId: string): Promise<ProtectedItem[]> {
  return db.many<ProtectedItem>(sql`
    select coalesce(i.item_id, '') as "itemId", i.item_type as "itemType", i.cents, o.id as "orderId",
      o.settles_at as "settlesAt"
    from trade_orders o join trade_order_items i on i.order_id = o.id
    where o.player_id = ${playerId} and o.kind = 'DEPOSIT' and o.state in ${statesSql('TRADING')}
      and o.booked_at is not null and (not o.to_balance or o.late) and i.item_id is not null
    order by o.settles_at nulls last, i.item_id`);
}
