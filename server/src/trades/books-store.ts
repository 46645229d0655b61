/** The SQL of the books: what is due, what Steam reported as received, what was done. Called by books.ts and the sweep. */
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import type { TradeOrderRow } from './store.ts';
import { orderById } from './store.ts';

/** Orders due for the books, longest wait first; an order that could not be booked goes to the back. */
export async function dueForBooks(db: Db, limit: number, now: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from trade_orders where books_due and books_at <= ${now} order by books_at, changed_at limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Condition: an order is due for the books. */
export const anyDueForBooksSql = (now: number) =>
  sql`exists (select from trade_orders where books_due and books_at <= ${now})`;

/** Postpones this order to `at`, to make room for the others until then. */
export async function postponeBooking(db: Db, id: string, at: number): Promise<void> {
  await db.run(sql`update trade_orders set books_at = ${at} where id = ${id} and books_due`);
}

/** Locks a due order; undefined when another node is booking it, or it is already booked. */
export async function lockDue(tx: Tx, id: string): Promise<TradeOrderRow | undefined> {
  // Select by key only and check afterwards: the planner might otherwise scan everything that is due.
  const locked = await tx.maybe<{ due: boolean }>(sql`
    select books_due as due from trade_orders where id = ${id} for no key update skip locked`);
  return locked?.due === true ? orderById(tx, id) : undefined;
}

export type BookingMark = 'booked_at' | 'released_at' | 'returned_at';

/**
 * Records what was done, and publishes the order's state to the player. `againAt`: when the rest is due; null: nothing is left. The column
 * `books_due` stays set until then.
 */
export async function markBooked(
  tx: Tx,
  id: string,
  marks: readonly BookingMark[],
  againAt: number | null,
  now: number,
): Promise<void> {
  const at = (mark: BookingMark) => (marks.includes(mark) ? now : null);
  const changed = await tx.run(sql`
    update trade_orders set books_due = ${againAt !== null}, version = version + 1, changed_at = ${now},
      books_at = coalesce(${againAt}::bigint, books_at),
      booked_at = coalesce(booked_at, ${at('booked_at')}::bigint),
      released_at = coalesce(released_at, ${at('released_at')}::bigint),
      returned_at = coalesce(returned_at, ${at('returned_at')}::bigint)
    where id = ${id}`);
  invariant(changed === 1, `order ${id} is there`);
  await tx.run(sql`select trade_notify(${id}, ${now})`);
}

export interface ReceivedAsset {
  readonly no: number;
  readonly itemType: string;
  readonly cents: number;
  readonly assetId: string;
  readonly newAssetId: string;
  readonly newContextId: string;
  readonly details: ItemDetails | null;
}

/** The ordered assets that Steam reported as received and that have no site item yet. */
export function receivedOf(tx: Tx, orderId: string): Promise<ReceivedAsset[]> {
  return tx.many<ReceivedAsset>(sql`
    select i.no, i.item_type as "itemType", i.cents, m.asset_id as "assetId", m.new_asset_id as "newAssetId",
      m.new_context_id as "newContextId", i.details
    from trade_order_items i join trade_orders o on o.id = i.order_id
      join trade_moves m on m.order_id = i.order_id and m.trade_id = o.trade_id and m.asset_id = i.asset_id
        and m.direction = 'IN'
    where i.order_id = ${orderId} and i.item_id is null order by i.no`);
}

/** Links the assets to the items made of them, one asset per item. */
export async function setAssets(
  tx: Tx,
  order: Pick<TradeOrderRow, 'id' | 'appId' | 'playerId'>,
  made: readonly (ReceivedAsset & { readonly itemId: string })[],
): Promise<void> {
  const rows = JSON.stringify(made);
  const set = await tx.run(sql`
    with made as (
      select * from jsonb_to_recordset(${rows}::jsonb) as m (no smallint, "itemId" text, "newAssetId" text,
        "newContextId" text, cents bigint)
    ), named as (
      update trade_order_items i set item_id = m."itemId" from made m
      where i.order_id = ${order.id} and i.no = m.no and i.item_id is null
    )
    insert into trade_assets (item_id, app_id, asset_id, context_id, brought_by, brought_cents)
    select "itemId", ${order.appId}, "newAssetId", "newContextId", ${order.playerId}, cents from made`);
  invariant(set === made.length, `${set} of ${made.length} assets of ${order.id}`);
}

/** Protected assets are in a context of their own; after protection they return to the original one. */
export async function endProtection(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    update trade_assets a set context_id = i.context_id
    from trade_order_items i where i.order_id = ${orderId} and a.item_id = i.item_id and a.held`);
}

/** Marks these items' assets as gone from our account. */
export async function markAssetsGone(tx: Tx, items: readonly { readonly itemId: string }[]): Promise<void> {
  await tx.run(sql`update trade_assets set held = false where item_id = any(${items.map((i) => i.itemId)}::text[])`);
}

export interface BookedItem {
  readonly no: number;
  readonly itemId: string;
  readonly itemType: string;
  /** At the order. */
  readonly cents: number;
  /** What the balance was credited for it; null: nothing yet, or the player has the item. */
  readonly creditedCents: Cents | null;
}

export function bookedItems(tx: Tx, orderId: string): Promise<BookedItem[]> {
  return tx.many<BookedItem>(sql`
    select no, coalesce(item_id, '') as "itemId", item_type as "itemType", cents, credited_cents as "creditedCents"
    from trade_order_items where order_id = ${orderId} and item_id is not null order by no`);
}

/** Records what the balance is credited for items of an order, each once. */
export async function setCredited(tx: Tx, orderId: string, items: readonly BookedItem[]): Promise<void> {
  const set = await tx.run(sql`
    update trade_order_items i set credited_cents = c."creditedCents"
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as c (no smallint, "creditedCents" bigint)
    where i.order_id = ${orderId} and i.no = c.no and i.credited_cents is null`);
  invariant(set === items.length, `${set} of ${items.length} items of ${orderId} were credited`);
}

/** How much a withdrawal counted against the player's refundable sum. */
export async function backCentsTaken(tx: Tx, orderId: string): Promise<number> {
  const { taken } = await tx.one<{ taken: number }>(sql`
    select coalesce(sum(back_cents), 0)::bigint as taken from trade_order_items where order_id = ${orderId}`);
  return taken;
}
