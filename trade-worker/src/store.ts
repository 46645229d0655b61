/** The worker's SQL, signed in as fairpot_trader: it reads orders and moves them by the functions of server/functions/trades. */
import type { TradeState } from '@fairpot/contract/trades/schemas';
import { sql, type Db, type Sql } from '@fairpot/server/platform/database/sql';
import type { AssetMove, OwnAccount, StockItem } from './gateway-port.ts';
import type { OrderChange, WorkerOrder } from './rules.ts';

const columns: Sql = sql`
  o.id, o.kind, o.partner, o.token, o.app_id as "appId", o.code, o.state, o.created_at as "createdAt",
  o.expires_at as "expiresAt", o.offer_id as "offerId", o.trade_id as "tradeId", o.booked_at is not null as booked,
  exists (select from trade_freezes f where f.player_id = o.player_id and f.lifted_at is null) as frozen,
  (select json_agg(json_build_object('no', i.no, 'contextId', i.context_id, 'assetId', i.asset_id,
    'marketHashName', i.market_hash_name) order by i.no) from trade_order_items i where i.order_id = o.id) as items`;

export function ordersByIds(db: Db, ids: readonly string[]): Promise<WorkerOrder[]> {
  return db.many<WorkerOrder>(sql`select ${columns} from trade_orders o where o.id = any(${ids}::text[])`);
}

export async function ordersByCodes(db: Db, codes: readonly string[]): Promise<WorkerOrder[]> {
  if (codes.length === 0) return [];
  return db.many<WorkerOrder>(sql`select ${columns} from trade_orders o where o.code = any(${codes}::text[])`);
}

/** Condition: an order may be claimed. */
export const anyOrderDueSql = (at: number): Sql => sql`exists (
  select from trade_orders where due_at <= ${at} and lease_until <= ${at})`;

/** Claims up to `limit` due orders until `until`. */
export async function claimDue(
  db: Db,
  lease: string,
  at: number,
  until: number,
  limit: number,
): Promise<WorkerOrder[]> {
  const rows = await db.many<{ id: string }>(sql`select trade_claim(${lease}, ${at}, ${until}, ${limit}) as id`);
  return rows.length === 0
    ? []
    : ordersByIds(
        db,
        rows.map((row) => row.id),
      );
}

/** False: the order is in none of these states, or (with a lease) claimed by another worker. */
export async function moveOrder(
  db: Db,
  id: string,
  from: readonly TradeState[],
  lease: string | null,
  change: OrderChange,
  at: number,
): Promise<boolean> {
  const { moved } = await db.one<{ moved: boolean }>(sql`
    select trade_move(${id}, ${from}::text[], ${lease}, ${JSON.stringify(change)}::jsonb, ${at}) as moved`);
  return moved;
}

type Direction = 'IN' | 'OUT' | 'BACK';

export async function recordMoves(
  db: Db,
  orderId: string,
  tradeId: string,
  moves: readonly (Omit<AssetMove, 'backAssetId'> & { readonly direction: Direction })[],
  at: number,
): Promise<void> {
  if (moves.length === 0) return;
  await db.run(sql`select trade_record(${orderId}, ${tradeId}, ${JSON.stringify(moves)}::jsonb, ${at})`);
}

/** False: one of the assets backs another item, or the claim is lost. */
export async function assignAssets(
  db: Db,
  orderId: string,
  lease: string,
  picks: readonly { readonly no: number; readonly assetId: string; readonly contextId: string }[],
  at: number,
): Promise<boolean> {
  const { done } = await db.one<{ done: boolean }>(sql`
    select trade_assign(${orderId}, ${lease}, ${JSON.stringify(picks)}::jsonb, ${at}) as done`);
  return done;
}

/** Those of these assets of ours that back an item or are in an open offer. */
export async function takenAssets(db: Db, appId: number, assetIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select a.asset_id as id from trade_assets a
    where a.app_id = ${appId} and a.asset_id = any(${assetIds}::text[]) and a.held
    union
    select coalesce(i.asset_id, '') from trade_order_items i
    where i.app_id = ${appId} and i.asset_id = any(${assetIds}::text[]) and i.open`);
  return new Set(rows.map((row) => row.id));
}

/** Stores our own account's inventory of a game as of `at`. An older read than the stored one changes nothing. */
export async function recordStock(
  db: Db,
  appId: number,
  stock: readonly { readonly assetId: string; readonly marketHashName: string }[],
  at: number,
): Promise<void> {
  const assets = stock.map(({ assetId, marketHashName }) => ({ assetId, name: marketHashName }));
  await db.run(sql`select trade_stock_seen(${appId}, ${JSON.stringify(assets)}::jsonb, ${at})`);
}

export interface InventoryRequest {
  readonly playerId: string;
  readonly appId: number;
  readonly partner: string;
  readonly token: string;
  readonly version: number;
}

/** Condition: a player inventory is requested. */
export const anyInventoryRequestSql = (at: number): Sql => sql`steam_check_any(${at})`;

/** Claims up to `limit` requested player inventories until `until`. */
export function claimInventoryRequests(db: Db, at: number, until: number, limit: number): Promise<InventoryRequest[]> {
  return db.many<InventoryRequest>(sql`
    select c.player_id as "playerId", c.app_id as "appId", c.partner, c.token, c.version
    from steam_check_claim(${at}, ${until}, ${limit}) c`);
}

/** False: it was invalidated meanwhile, and nothing was stored. */
export async function recordInventory(
  db: Db,
  request: InventoryRequest,
  items: readonly StockItem[],
  at: number,
): Promise<boolean> {
  const seen = items.map(({ marketHashName: name, ...item }) => ({ ...item, name }));
  const { kept } = await db.one<{ kept: boolean }>(sql`
    select steam_check_seen(${request.playerId}, ${request.appId}, ${request.version}, ${JSON.stringify(seen)}::jsonb,
      ${at}) as kept`);
  return kept;
}

/** When the oldest order that may have an open offer was created; null when there is none. */
export async function oldestOpenOrderAt(db: Db): Promise<number | null> {
  const { at } = await db.one<{ at: number | null }>(sql`
    select min(created_at)::bigint as at from trade_orders where slot is not null`);
  return at;
}

/** Stores how Steam shows one of our accounts. */
export async function recordOwnAccount(db: Db, account: OwnAccount, at: number): Promise<void> {
  await db.run(sql`select trade_bot_seen(${JSON.stringify(account)}::jsonb, ${at})`);
}
