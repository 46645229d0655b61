/** The SQL of an item's page on the tables of trades: the orders behind its moves, and the asset behind it now. */
import { sql, type Db } from '../../platform/database/sql.ts';

export interface OrderOfItem {
  readonly id: string;
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly playerId: string;
  readonly code: string;
  readonly offerId: string | null;
  readonly settlesAt: number | null;
  /** Name of our account that sent the offer. */
  readonly bot: string | null;
  /** What Steam reported as moved of the order's asset for this item, in the order of the trades. */
  readonly moved: readonly MovedAsset[];
}

export interface MovedAsset {
  readonly tradeId: string;
  readonly direction: 'IN' | 'OUT' | 'BACK';
  readonly appId: number;
  readonly assetId: string;
  readonly contextId: string;
  readonly newAssetId: string;
  readonly newContextId: string;
}

/** Those of these orders that the item is or was in, by id. */
export async function ordersOfItem(
  db: Db,
  itemId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderOfItem>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.many<OrderOfItem>(sql`
    select o.id, o.kind, o.player_id as "playerId", o.code, o.offer_id as "offerId",
      o.settles_at as "settlesAt", m.moved,
      (select b.name from trade_bots b where b.steam_id = o.bot) as bot
    from unnest(${[...new Set(orderIds)]}::text[]) w (id)
    cross join lateral (select * from trade_orders where id = w.id offset 0) o
    cross join lateral (
      select asset_id from trade_order_items where order_id = w.id and item_id = ${itemId} limit 1
    ) i
    cross join lateral (
      select coalesce(json_agg(json_build_object('tradeId', trade_id, 'direction', direction, 'appId', app_id,
        'assetId', asset_id, 'contextId', context_id, 'newAssetId', new_asset_id,
        'newContextId', new_context_id) order by at, direction), '[]') as moved
      from trade_moves where order_id = w.id and asset_id = i.asset_id
    ) m`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The order whose trade brought this asset in. */
export async function orderOfTrade(db: Db, tradeId: string, appId: number, assetId: string): Promise<string | null> {
  const row = await db.maybe<{ id: string }>(sql`
    select order_id as id from trade_moves where trade_id = ${tradeId} and app_id = ${appId}
      and asset_id = ${assetId}`);
  return row?.id ?? null;
}

/** Our asset behind an item. */
export function assetBehind(
  db: Db,
  itemId: string,
): Promise<{ appId: number; contextId: string; assetId: string } | undefined> {
  return db.maybe(sql`
    select app_id as "appId", context_id as "contextId", asset_id as "assetId" from trade_assets
    where item_id = ${itemId} and held`);
}

export interface MovedItem extends MovedAsset {
  readonly itemId: string | null;
}

/** What Steam reported as moved by these orders' trades, with our item for each asset; by order, oldest first. */
export async function movedBy(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly MovedItem[]>> {
  const rows = await db.many<MovedItem & { readonly orderId: string }>(sql`
    select m.order_id as "orderId", m.trade_id as "tradeId", m.direction, m.app_id as "appId", m.asset_id as "assetId",
      m.context_id as "contextId", m.new_asset_id as "newAssetId", m.new_context_id as "newContextId",
      (select i.item_id from trade_order_items i where i.order_id = m.order_id and i.asset_id = m.asset_id
        limit 1) as "itemId"
    from trade_moves m where m.order_id = any(${orderIds}::text[]) order by m.at, m.direction, m.asset_id`);
  const moved = new Map<string, MovedItem[]>(orderIds.map((id) => [id, []]));
  for (const { orderId, ...move } of rows) moved.get(orderId)?.push(move);
  return moved;
}
