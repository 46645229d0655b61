/** Where an item is and how it got there: reads the vault's tables for the item's page. Every read is by item. */
import type { ItemKind } from '@fairpot/contract/inventory/item.schemas';
import type { MOVE_CODES } from '@fairpot/contract/operations/trace/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db, type Sql } from '../platform/database/sql.ts';
import type { ItemTypeRow } from './types.ts';

export type HolderKind = 'player' | 'round' | 'house' | 'outside';

export interface PlacedItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly holderKind: HolderKind;
  readonly holderId: string;
  readonly state: string;
  /** Number of its latest move. */
  readonly version: number;
  readonly type: ItemTypeRow & { readonly cents: Cents };
}

/** An item with its place and its type at the current price; undefined for an unknown id. */
export async function placedItem(db: Db, id: string): Promise<PlacedItem | undefined> {
  const row = await db.maybe<Omit<PlacedItem, 'type'> & ItemTypeRow & { cents: Cents }>(sql`
    select i.id, i.kind, p.holder_kind as "holderKind", p.holder_id as "holderId", p.state, p.version, t.slug,
      t.app_id as "appId", t.market_hash_name as "marketHashName", t.rarity, t.rarity_color as "rarityColor", t.pips,
      t.price_cents as cents
    from items i join item_positions p on p.item_id = i.id join item_types t on t.slug = i.item_type
    where i.id = ${id}`);
  if (row === undefined) return undefined;
  const { slug, appId, marketHashName, rarity, rarityColor, pips, cents, ...placed } = row;
  return { ...placed, type: { slug, appId, marketHashName, rarity, rarityColor, pips, cents } };
}

export interface ItemMove {
  readonly version: number;
  readonly code: (typeof MOVE_CODES)[number];
  readonly fromKind: HolderKind;
  readonly fromId: string;
  readonly toKind: HolderKind;
  readonly toId: string;
  /** The round, order or origin behind it. */
  readonly ref: string;
  readonly at: number;
}

/** Moves of an item numbered after `after` up to `last`, in order, at most `limit`. */
export function movesOf(db: Db, itemId: string, after: number, last: number, limit: number): Promise<ItemMove[]> {
  return db.many<ItemMove>(sql`
    select version, code, from_kind as "fromKind", from_id as "fromId", to_kind as "toKind", to_id as "toId", ref, at
    from item_moves where item_id = ${itemId} and version > ${after} and version <= ${last}
    order by version limit ${limit}`);
}

/** A player who gave an item away more than this many moves ago may no longer see it. */
const LOOK_BACK = 2_000;

/**
 * Number of the last move of an item that this player may see: the last one from or to them; for their own stake also how it ended.
 * 0: they never had it.
 */
export async function lastVisibleMove(db: Db, itemId: string, playerId: string): Promise<number> {
  const row = await db.maybe<{ version: number; code: string }>(sql`
    select version, code from (
      select version, code, from_kind, from_id, to_kind, to_id from item_moves where item_id = ${itemId}
      order by version desc limit ${LOOK_BACK}
    ) m
    where from_kind = 'player' and from_id = ${playerId} or to_kind = 'player' and to_id = ${playerId}
    order by version desc limit 1`);
  return row === undefined ? 0 : row.version + (row.code === 'STAKE' ? 1 : 0);
}

/** Every item with its origin and its current state, for checks in other rooms: columns item_id, origin, state. */
export const placesSql: Sql = sql`
  (select i.id as item_id, i.origin, p.state from items i join item_positions p on p.item_id = i.id)`;
