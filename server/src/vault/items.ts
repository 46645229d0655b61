/**
 * Items and their one place: minting, listing, and the fragments and calls that stakes use. Together with types.ts the only code
 * that names the vault's tables.
 *
 * Invariant I3: each item has exactly one position (its row), and every move between two places is recorded.
 */
import type { ItemDetails, ItemKind, SiteItem } from '@fairpot/contract/inventory/item.schemas';
import type { PriceDoubt } from '@fairpot/contract/inventory/prices';
import type { Cents } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Sql, type Tx } from '../platform/database/sql.ts';
import { doubtOf, presentSkin, type ItemTypeRow, type PricedType } from './types.ts';

export interface NewItem {
  readonly id: string;
  /** Slug of a known item type. */
  readonly itemType: string;
  readonly playerId: string;
  readonly kind: ItemKind;
  /** The offer, order or grant behind it: 'demo', 'offer:..'. */
  readonly origin: string;
  /** Of the asset behind it. */
  readonly details?: ItemDetails | null;
}

/** Puts new items into players' inventories. All or none; an existing id is an error. */
export async function mintItems(db: Db, items: readonly NewItem[], at: number): Promise<void> {
  const minted = await db.run(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as i (id text, "itemType" text, "playerId" text, kind text, origin text, details jsonb)
    ), minted as (
      insert into items (id, item_type, kind, origin, created_at, details)
      select id, "itemType", kind, origin, ${at}::bigint, details from wanted
    ), placed as (
      insert into item_positions (item_id, holder_kind, holder_id, state, version)
      select id, 'player', "playerId", 'available', 1 from wanted
    )
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    select id, 1, 'MINT', 'outside', 'outside', 'player', "playerId", origin, ${at}::bigint from wanted`);
  invariant(minted === items.length, `minted ${minted} of ${items.length} items`);
}

/** An item that the house offers for sale. */
export interface NewStock {
  readonly id: string;
  /** Slug of a known item type. */
  readonly itemType: string;
  /** The offer, order or grant behind it: 'demo:market:1', 'offer:..'. */
  readonly origin: string;
}

/** Puts new items into the stock of the house. All or none; an existing id is an error. */
export async function mintStock(db: Db, items: readonly NewStock[], at: number): Promise<void> {
  const minted = await db.run(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (id text, "itemType" text, origin text)
    ), minted as (
      insert into items (id, item_type, kind, origin, created_at)
      select id, "itemType", 'MARKET', origin, ${at}::bigint from wanted
    ), placed as (
      insert into item_positions (item_id, holder_kind, holder_id, state, version)
      select id, 'house', 'house', 'stock', 1 from wanted
    )
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    select id, 1, 'MINT', 'outside', 'outside', 'house', 'house', origin, ${at}::bigint from wanted`);
  invariant(minted === items.length, `minted ${minted} of ${items.length} items of stock`);
}

/** Market hash names of items, by id; unknown ids are left out. */
export async function marketNamesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ id: string; name: string }>(sql`
    select i.id, t.market_hash_name as name from items i join item_types t on t.slug = i.item_type
    where i.id = any(${ids}::text[])`);
  return new Map(rows.map((row) => [row.id, row.name]));
}

type AvailableRow = ItemTypeRow &
  Pick<PricedType, 'cents' | 'doubt' | 'goodUntil'> & {
    readonly id: string;
    readonly kind: ItemKind;
    readonly details: ItemDetails | null;
  };

/** All available items of a player at current prices, most expensive first. */
export function everythingAvailable(db: Db, playerId: string): Promise<AvailableRow[]> {
  return db.many<AvailableRow>(sql`
    select i.id, i.kind, t.slug, t.app_id as "appId", t.market_hash_name as "marketHashName", t.rarity,
      t.rarity_color as "rarityColor", t.pips, t.price_cents as cents, t.doubt, t.good_until as "goodUntil", i.details
    from item_positions p join items i on i.id = p.item_id join item_types t on t.slug = i.item_type
    where p.holder_id = ${playerId} and p.state = 'available'
    order by t.price_cents desc, i.id`);
}

/** The same items in wire format. */
export async function listAvailable(db: Db, playerId: string, now: number): Promise<SiteItem[]> {
  return (await everythingAvailable(db, playerId)).map((row) => ({
    id: row.id,
    type: row.kind,
    item: presentSkin(row, row.cents),
    doubt: doubtOf(row, now),
    ...(row.details !== null && { details: row.details }),
  }));
}

/** How many available items a player has: entries of one index. */
export async function countInventory(db: Db, playerId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from item_positions where holder_id = ${playerId} and state = 'available'`);
  return count;
}

/** How many available items of a type a player has. Reads the player's available items, as their inventory does. */
export async function countAvailable(db: Db, playerId: string, type: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from item_positions p join items i on i.id = p.item_id
    where p.holder_id = ${playerId} and p.state = 'available' and i.item_type = ${type}`);
  return count;
}

/** An item that a player may have chosen for a stake, with its current price. */
export interface StakeCandidate {
  readonly id: string;
  readonly itemType: string;
  readonly kind: ItemKind;
  readonly cents: Cents;
  readonly marketHashName: string;
  /** Why its price is in doubt now; null when it is not. */
  readonly doubt: PriceDoubt | null;
}

/** A row as read from the database: whether the price is in doubt depends on the time. */
type CandidateRow = StakeCandidate & Pick<PricedType, 'goodUntil'>;

function candidateOf(
  { id, itemType, kind, cents, marketHashName, ...price }: CandidateRow,
  now: number,
): StakeCandidate {
  return { id, itemType, kind, cents, marketHashName, doubt: doubtOf(price, now) };
}

const CANDIDATE = sql`
  i.id, i.item_type as "itemType", i.kind, t.price_cents as cents, t.market_hash_name as "marketHashName", t.doubt,
  t.good_until as "goodUntil"`;

/** Those of the items `ids` that are available to the player. */
export async function candidatesOf(
  db: Db,
  playerId: string,
  ids: readonly string[],
  now: number,
): Promise<StakeCandidate[]> {
  const rows = await db.many<CandidateRow>(sql`
    select ${CANDIDATE}
    from item_positions p join items i on i.id = p.item_id join item_types t on t.slug = i.item_type
    where p.item_id = any(${ids}::text[]) and p.holder_kind = 'player' and p.holder_id = ${playerId}
      and p.state = 'available'`);
  return rows.map((row) => candidateOf(row, now));
}

/** Those of these items that are available to a player, with that player. All rows are locked until the transaction ends. */
export async function lockAvailable(
  tx: Tx,
  ids: readonly string[],
  now: number,
): Promise<(StakeCandidate & { readonly playerId: string })[]> {
  // Rows are found by primary key alone and checked afterwards (offset 0): otherwise the planner may walk everything that a
  // player has.
  const rows = await tx.many<CandidateRow & { readonly playerId: string }>(sql`
    select ${CANDIDATE}, p.holder_id as "playerId"
    from (select * from item_positions where item_id = any(${ids}::text[])
        order by item_id offset 0 for no key update) p
      join items i on i.id = p.item_id join item_types t on t.slug = i.item_type
    where p.holder_kind = 'player' and p.state = 'available'`);
  return rows.map((row) => ({ ...candidateOf(row, now), playerId: row.playerId }));
}

/** An item on its way from a player into a round. */
export interface ItemToStake {
  readonly id: string;
  readonly playerId: string;
  readonly roundId: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Moves items, which the transaction has locked, from their players into rounds. All or none. */
export async function stakeItems(tx: Tx, items: readonly ItemToStake[]): Promise<void> {
  const moved = await tx.run(sql`
    with moves as (
      update item_positions p
      set holder_kind = 'round', holder_id = w."roundId", state = 'staked', version = p.version + 1
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as w (id text, "playerId" text, "roundId" text, at bigint)
      -- 'is not distinct from' fits no index: rows are found by their key, never among everything that players have.
      where p.item_id = w.id
        and (p.holder_kind, p.holder_id, p.state) is not distinct from ('player', w."playerId", 'available')
      returning p.item_id, p.version, w."playerId", w."roundId", w.at
    )
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    select item_id, version, 'STAKE', 'player', "playerId", 'round', "roundId", "roundId", at from moves`);
  invariant(moved === items.length, `${moved} of ${items.length} locked items could be staked`);
}

/**
 * The stakeable items of several players (a bot looks for its own): each player's `most` most expensive ones, without prices in
 * doubt.
 */
export async function stakeableOf(
  db: Db,
  playerIds: readonly string[],
  now: number,
  range: { readonly minCents: number; readonly maxCents: number; readonly most: number },
): Promise<ReadonlyMap<string, StakeCandidate[]>> {
  const rows = await db.many<CandidateRow & { playerId: string }>(sql`
    select w.player_id as "playerId", c.*
    from unnest(${playerIds}::text[]) as w (player_id)
    cross join lateral (
      select ${CANDIDATE}
      from item_positions p join items i on i.id = p.item_id join item_types t on t.slug = i.item_type
      where p.holder_id = w.player_id and p.state = 'available' and i.kind not like '%PRIZE%'
        and t.price_cents between ${range.minCents} and ${range.maxCents}
      order by t.price_cents desc, i.id limit ${range.most}
    ) c`);
  const byPlayer = new Map<string, StakeCandidate[]>();
  for (const { playerId, ...row } of rows) {
    const item = candidateOf(row, now);
    if (item.doubt === null) byPlayer.set(playerId, [...(byPlayer.get(playerId) ?? []), item]);
  }
  return byPlayer;
}

/** Every staked item with the round that holds it, for checks in other rooms: columns item_id, round_id. */
export const stakedSql: Sql = sql`select item_id, holder_id as round_id from item_positions where state = 'staked'`;

/** Every stake of an item there ever was, for checks in other rooms: columns item_id, round_id. */
export const stakedOnceSql: Sql = sql`(select item_id, ref as round_id from item_moves where code = 'STAKE')`;

/** Every item that waits for a trade with Steam, for checks in other rooms: columns item_id, player_id. */
export const tradingSql: Sql = sql`select item_id, holder_id as player_id from item_positions where state = 'trading'`;

/**
 * How an item moves for a trade with Steam: HOLD: the player's available item waits for the trade; RELEASE: it is available again;
 * LEAVE: a waiting item leaves the site; SELL: the player's item becomes the house's.
 */
export interface TradeMove {
  readonly item: string;
  readonly player: string;
  readonly code: 'HOLD' | 'RELEASE' | 'LEAVE' | 'SELL';
}

/** All or nothing. Refuses ITEM_NOT_AVAILABLE when an item is not in the expected place. `ref`: the order behind it. */
export async function moveForTrade(tx: Tx, moves: readonly TradeMove[], ref: string, at: number): Promise<void> {
  await tx.run(sql`select vault_trade(${JSON.stringify(moves)}::jsonb, ${ref}, ${at})`);
}

/** Those of these items that are available to the player; they stay so until the transaction ends. */
export async function availableOf(tx: Tx, playerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.many<{ id: string; mine: boolean }>(sql`
    select item_id as id, holder_kind = 'player' and holder_id = ${playerId} and state = 'available' as mine
    from item_positions where item_id = any(${ids}::text[]) order by item_id for no key update`);
  return new Set(rows.filter((row) => row.mine).map((row) => row.id));
}

/** Every item that the house has for sale, for checks in other rooms: columns item_id, item_type. */
export const stockSql: Sql = sql`(select p.item_id, i.item_type from item_positions p join items i on i.id = p.item_id
  where p.holder_kind = 'house' and p.state = 'stock')`;

/** Whether the house holds any received item that is not stock yet. */
export async function houseHoldsUnsold(db: Db): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (select from item_positions where state = 'forfeited') as found`);
  return found;
}

/** An item of the house on its way to the player who bought it. */
export interface SoldItem {
  readonly id: string;
  readonly playerId: string;
  readonly orderId: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Moves stock of the house to its buyers; it becomes MARKET. All or none. */
export async function sellStock(tx: Tx, items: readonly SoldItem[]): Promise<void> {
  const moved = await tx.run(sql`
    with moves as (
      update item_positions p
      set holder_kind = 'player', holder_id = w."playerId", state = 'available', version = p.version + 1
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as w (id text, "playerId" text, "orderId" text, at bigint)
      where p.item_id = w.id and p.holder_kind = 'house' and p.state = 'stock'
      returning p.item_id, p.version, w."playerId", w."orderId", w.at
    ), named as (
      update items set kind = 'MARKET' where id in (select item_id from moves) and kind <> 'MARKET'
    )
    insert into item_moves (item_id, version, code, from_kind, from_id, to_kind, to_id, ref, at)
    select item_id, version, 'SELL', 'house', 'house', 'player', "playerId", "orderId", at from moves`);
  invariant(moved === items.length, `${moved} of ${items.length} items to sell are stock of the house`);
}

/** Every sale of stock according to the items, for checks in other rooms: columns item_id, order_id, player_id. */
export const soldSql: Sql = sql`
  (select item_id, ref as order_id, to_id as player_id from item_moves where code = 'SELL')`;

/** How a staked item leaves its round: back to its staker, to the winner, or to the house as the fee. */
export interface Unstake {
  readonly item: string;
  readonly round: string;
  readonly code: 'RETURN' | 'WIN' | 'FEE';
  /** Player id; '' for the house. */
  readonly to: string;
}

/** Takes items out of their rounds, all or nothing; an item that is not staked in the named round is a bug of ours. */
export async function unstake(tx: Tx, moves: readonly Unstake[], at: number): Promise<void> {
  await tx.run(sql`select vault_unstake(${JSON.stringify(moves)}::jsonb, ${at})`);
}
