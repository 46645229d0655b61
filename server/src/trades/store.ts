/**
 * The SQL of trade orders, their items, the assets behind items, and players' deposit and withdrawal sums. Called by this folder only. Only
 * `trade_move` (the worker's) changes states; this file opens orders and books what follows from their states.
 */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import type { TradeReason, TradeState } from '@fairpot/contract/trades/schemas';
import { statesIn, type TradePhase } from '@fairpot/contract/trades/states';
import type { Cents } from '@fairpot/contract/wire/money';
import { DatabaseError } from 'pg';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { refuse, Stale } from '../platform/runner/refused.ts';

/**
 * `('ACCEPTED', 'HELD')`: the states of these phases, as text. A partial index is only used if the statement contains the states as
 * literals.
 */
export function statesSql(...phases: readonly TradePhase[]): Sql {
  const states = statesIn(...phases).map((state) => `'${state}'`);
  return { text: `(${states.join(', ')})`, values: [] };
}

export interface TradeOrderRow {
  readonly id: string;
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly playerId: string;
  readonly appId: number;
  readonly code: string;
  readonly toBalance: boolean;
  readonly cents: Cents;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: TradeState;
  readonly version: number;
  readonly offerId: string | null;
  readonly tradeId: string | null;
  readonly tradeStatus: number | null;
  readonly settlesAt: number | null;
  readonly reason: TradeReason | null;
  readonly late: boolean;
  readonly bookedAt: number | null;
  readonly releasedAt: number | null;
  readonly returnedAt: number | null;
  readonly botName: string | null;
  readonly botLevel: number | null;
  readonly botSinceAt: number | null;
  readonly botAvatar: string | null;
}

const orderColumns = sql`
  o.id, o.kind, o.player_id as "playerId", o.app_id as "appId", o.code, o.to_balance as "toBalance", o.cents,
  o.created_at as "createdAt", o.expires_at as "expiresAt", o.state, o.version, o.offer_id as "offerId",
  o.trade_id as "tradeId", o.trade_status as "tradeStatus", o.settles_at as "settlesAt", o.reason, o.late,
  o.booked_at as "bookedAt", o.released_at as "releasedAt", o.returned_at as "returnedAt",
  b.name as "botName", b.level as "botLevel", b.since_at as "botSinceAt", b.avatar as "botAvatar"`;
const ordersWithBots = sql`trade_orders o left join trade_bots b on b.steam_id = o.bot`;

export interface TradeItemRow {
  readonly orderId: string;
  readonly no: number;
  readonly itemType: string;
  readonly cents: Cents;
  readonly backCents: number;
  readonly creditedCents: Cents | null;
  readonly itemId: string | null;
  /** The asset before the trade. */
  readonly assetId: string | null;
  /** The asset behind the item now, while we hold it. */
  readonly heldAssetId: string | null;
}

/** Items of these orders, in their order. */
export function itemsOf(db: Db, orderIds: readonly string[]): Promise<TradeItemRow[]> {
  return db.many<TradeItemRow>(sql`
    select i.order_id as "orderId", i.no, i.item_type as "itemType", i.cents, i.back_cents as "backCents",
      i.credited_cents as "creditedCents", i.item_id as "itemId", i.asset_id as "assetId",
      (select a.asset_id from trade_assets a where a.item_id = i.item_id and a.held) as "heldAssetId"
    from trade_order_items i where i.order_id = any(${orderIds}::text[]) order by i.order_id, i.no`);
}

export async function orderById(db: Db, id: string): Promise<TradeOrderRow> {
  return db.one<TradeOrderRow>(sql`select ${orderColumns} from ${ordersWithBots} where o.id = ${id}`);
}

/** A player's own order; undefined for another player's. */
export function orderOf(db: Db, playerId: string, id: string): Promise<TradeOrderRow | undefined> {
  return db.maybe<TradeOrderRow>(
    sql`select ${orderColumns} from ${ordersWithBots} where o.id = ${id} and o.player_id = ${playerId}`,
  );
}

/** A player's orders, newest first; with `before`, only older ones. */
export function ordersOf(db: Db, playerId: string, before: string | null, limit: number): Promise<TradeOrderRow[]> {
  const older = before === null ? sql`` : sql`and o.id < ${before}`;
  return db.many<TradeOrderRow>(sql`
    select ${orderColumns} from ${ordersWithBots} where o.player_id = ${playerId} ${older}
    order by o.id desc limit ${limit}`);
}

/** These orders, newest first. */
export function ordersByIds(db: Db, ids: readonly string[]): Promise<TradeOrderRow[]> {
  return db.many<TradeOrderRow>(sql`
    select ${orderColumns} from ${ordersWithBots} where o.id = any(${ids}::text[]) order by o.id desc`);
}

export interface NewTradeOrder {
  readonly id: string;
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL';
  readonly player_id: string;
  readonly partner: string;
  readonly token: string;
  readonly app_id: number;
  readonly code: string;
  readonly to_balance: boolean;
  readonly cents: number;
  readonly created_at: number;
  readonly expires_at: number;
}

export interface NewOrderItem {
  readonly context_id: string;
  readonly asset_id: string | null;
  readonly item_type: string;
  readonly market_hash_name: string;
  readonly cents: number;
  readonly back_cents: number;
  readonly item_id: string | null;
  /** Of the asset of a deposit. */
  readonly details?: ItemDetails | null;
}

/** Writes the order with its items. Refuses TOO_MANY_OFFERS and ITEM_IN_OFFER. */
export async function openOrder(tx: Tx, order: NewTradeOrder, items: readonly NewOrderItem[]): Promise<void> {
  const rows = items.map((item, n) => ({ ...item, order_id: order.id, no: n + 1, app_id: order.app_id }));
  try {
    await tx.run(sql`select trade_open(${JSON.stringify(order)}::jsonb, ${JSON.stringify(rows)}::jsonb)`);
  } catch (error) {
    const isTaken = error instanceof DatabaseError && error.constraint === 'trade_orders_codes';
    throw isTaken ? new Stale(`another order has the code ${order.code}`) : error;
  }
}

/** Cents that a player ordered since then, except in orders that ended without a trade. */
export async function orderedSince(
  db: Db,
  kind: TradeOrderRow['kind'],
  playerId: string,
  since: number,
): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(cents), 0)::bigint as sum from trade_orders
    where player_id = ${playerId} and kind = ${kind} and created_at > ${since}
      and state not in ${statesSql('FAILED')}`);
  return sum;
}

/** Since when this player's trades are frozen (freezes.ts); null: they are not. */
export async function frozenAt(db: Db, playerId: string): Promise<number | null> {
  const row = await db.maybe<{ at: number }>(sql`
    select at from trade_freezes where player_id = ${playerId} and lifted_at is null`);
  return row?.at ?? null;
}

/** Refuses TRADES_FROZEN. */
export async function refuseFrozen(db: Db, playerId: string): Promise<void> {
  if ((await frozenAt(db, playerId)) !== null) refuse('TRADES_FROZEN');
}

/**
 * A player's unfinished orders, by what they wait for: an answer, the end of Steam's protection, a booking. The booking is the last step.
 */
export function unfinishedOrders(db: Db, playerId: string): Promise<{ orders: number; until: number | null }> {
  return db.one<{ orders: number; until: number | null }>(sql`
    select count(*) as orders, max(settles_at) as until from trade_orders
    where player_id = ${playerId}
      and case when books_due then true
        else state in ${statesSql('OPEN', 'TRADING')} end`);
}

export interface AssetRow {
  readonly itemId: string;
  readonly assetId: string;
  readonly contextId: string;
  readonly broughtBy: string | null;
  readonly broughtCents: number | null;
}

/** Our assets behind these items; skips items without one. */
export function assetsBehind(db: Db, itemIds: readonly string[]): Promise<AssetRow[]> {
  return db.many<AssetRow>(sql`
    select item_id as "itemId", asset_id as "assetId", context_id as "contextId", brought_by as "broughtBy",
      brought_cents as "broughtCents"
    from trade_assets where item_id = any(${itemIds}::text[]) and held`);
}

/** Whether Steam can still reverse one of these items: its deposit was released early (trade.stakeProtected). */
export async function anyProtected(db: Db, itemIds: readonly string[]): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from trade_order_items i join trade_orders o on o.id = i.order_id
      where i.item_id = any(${itemIds}::text[]) and o.kind = 'DEPOSIT'
        and o.state in ${statesSql('TRADING')}) as found`);
  return found;
}
