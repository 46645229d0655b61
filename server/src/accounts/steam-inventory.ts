/**
 * A player's Steam inventory with our prices: read through the gateway, cached for five minutes per player and app, and merged with what
 * the trading account sees of it, because Steam hides some items from others. Cached in memory, because it can be read again at any time;
 * a version in the database invalidates it on all nodes. A deposit uses it only to learn which item an asset is: the price is read again,
 * and Steam itself refuses a missing asset.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { hasUnpricedPremium } from '@fairpot/contract/inventory/details';
import type { ItemDetails } from '@fairpot/contract/inventory/item.schemas';
import type { SteamItem, steamInventory } from '@fairpot/contract/inventory/schemas';
import { cents, type Cents } from '@fairpot/contract/wire/money';
import type { Deps } from '../platform/process/deps.ts';
import { plainName } from '../platform/process/steam-details.ts';
import type { SteamInventoryItem } from '../platform/process/steam-port.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { wakeCallSql } from '../platform/live/wake-calls.ts';
import { refuse } from '../platform/runner/refused.ts';
import { doubtOf, presentSkin, typesByMarketName, type PricedType } from '../vault/types.ts';

type InventoryView = CallOutput<typeof steamInventory>;
type Items = readonly SteamInventoryItem[];

/** Rulings 6. */
export const CACHE_MS = 5 * 60 * 1000;
/** Items at or below this are left out and counted (spec 5). */
const HIDDEN_UP_TO_CENTS = 50;
const MAX_CACHED = 1_000;
/** Games whose items Steam hides from others for ten days after they were bought or traded. */
const HIDING_APPS: readonly number[] = [730];
/** An older read is requested again. */
const FRESH_MS = 5 * 60_000;
/** Until then an older read is used while a new one is requested: Steam itself refuses items that have left the inventory. */
const COUNTS_MS = 30 * 60_000;
/** How long a request waits for an answer; then the workers drop it, and it has to be requested again. */
const WAITS_MS = 60_000;

interface CachedInventory {
  readonly at: number;
  /** The values of `InventoryReadState` when it was read. */
  readonly version: number;
  readonly seenAt: number | null;
  /** The publicly visible items of the inventory. */
  readonly shown: Items;
  readonly priced: PricedInventory;
}

interface PricedInventory {
  readonly items: readonly SteamItem[];
  readonly hiddenCount: number;
  readonly totalCents: number;
  readonly offered: ReadonlyMap<string, OfferedAsset>;
}

/** An asset in the picker: what it is, and its price when it was read. */
export interface OfferedAsset {
  readonly slug: string;
  readonly marketHashName: string;
  readonly cents: Cents;
  readonly details: ItemDetails | null;
}

export interface SteamInventories {
  /** Most expensive first. Refuses STEAM_PRIVATE and STEAM_BUSY; a refusal is not cached. */
  read(player: InventoryOwner, input: CallInput<typeof steamInventory>): Promise<InventoryView>;
  /** The same by asset id. Refuses like `read`. */
  offered(player: InventoryOwner, input: CallInput<typeof steamInventory>): Promise<ReadonlyMap<string, OfferedAsset>>;
  /** The value of the player's inventories as last read; 0 before that. */
  lastSeenCents(playerId: string): number;
}

const ofDeps = new WeakMap<Deps, SteamInventories>();

/** One cache per deps object. */
export function steamInventoriesOf(deps: Deps): SteamInventories {
  const known = ofDeps.get(deps) ?? steamInventories(deps);
  ofDeps.set(deps, known);
  return known;
}

export function steamInventories(deps: Deps): SteamInventories {
  const cache = new Map<string, CachedInventory>();
  const load = async (
    player: InventoryOwner,
    input: CallInput<typeof steamInventory>,
  ): Promise<[InventoryReadState, PricedInventory]> => {
    const { appId } = input;
    const key = `${player.id} ${appId}`;
    const now = deps.clock.now();
    // Read before Steam is asked: an answer invalidated meanwhile is cached under the old version, and never used.
    const standing = await readStateOf(deps.db, player, appId, now);
    const kept = cache.get(key);
    const known = kept?.version === standing.version && now - kept.at < CACHE_MS ? kept : null;
    if (known?.seenAt === standing.seenAt) return [standing, known.priced];
    const shown = known?.shown ?? (await readPublicItems(deps, player, input));
    const { version, seenAt } = standing;
    const seen = seenAt === null ? [] : await itemsSeenAt(deps.db, player.id, appId, seenAt);
    const entry = {
      at: known?.at ?? now,
      version,
      seenAt,
      shown,
      priced: await priced(deps, appId, mergeItems(shown, seen), now),
    };
    cache.delete(key);
    cache.set(key, entry);
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value);
    return [standing, entry.priced];
  };
  return {
    read: async (player, input) => {
      const [{ looking }, { items, hiddenCount }] = await load(player, input);
      return { items: [...items], hiddenCount, looking };
    },
    offered: async (player, input) => (await load(player, input))[1].offered,
    lastSeenCents(playerId) {
      let total = 0;
      for (const [key, cached] of cache) if (key.startsWith(`${playerId} `)) total += cached.priced.totalCents;
      return total;
    },
  };
}

async function readPublicItems(
  deps: Deps,
  player: InventoryOwner,
  { appId, contextId }: CallInput<typeof steamInventory>,
): Promise<Items> {
  const read = await deps.gateways.steam.inventory(player.steamid, appId, contextId);
  if (read.kind === 'refused') return refuse('STEAM_PRIVATE');
  if (read.kind === 'ok') return read.value;
  deps.log.warn({ why: read.why, appId }, 'Steam inventory unavailable');
  return refuse('STEAM_BUSY');
}

/** Each asset once: the trade page also lists the publicly visible ones. */
function mergeItems(shown: Items, seen: Items): Items {
  return [...new Map([...shown, ...seen].map((item) => [item.assetId, item])).values()];
}

async function priced(deps: Deps, appId: number, all: Items, now: number): Promise<PricedInventory> {
  const names = all.flatMap(({ marketHashName, details }) => [marketHashName, plainName(marketHashName, details)]);
  const types = await typesByMarketName(deps.db, appId, [...new Set(names)]);
  const accepted = all.flatMap((item) => {
    const type = types.get(item.marketHashName);
    return type === undefined || type.cents <= HIDDEN_UP_TO_CENTS ? [] : [{ item, type }];
  });
  accepted.sort((a, b) => b.type.cents - a.type.cents || (a.item.assetId < b.item.assetId ? 1 : -1));
  const unpriced = all.flatMap((item) => {
    const type = types.get(plainName(item.marketHashName, item.details));
    return type === undefined || types.has(item.marketHashName) ? [] : [presentUnpriced(item, type)];
  });
  const items = [...accepted.map(({ item, type }) => presentAsset(item, type, now)), ...unpriced];
  // Items without a believed price do not count.
  const worth = accepted.filter(({ type }) => doubtOf(type, now) === null);
  return {
    items,
    hiddenCount: all.length - items.length,
    totalCents: worth.reduce((sum, { type }) => sum + type.cents, 0),
    offered: new Map(
      accepted.map(({ item, type }) => [
        item.assetId,
        {
          slug: type.slug,
          marketHashName: type.marketHashName,
          cents: cents(type.cents),
          details: item.details ?? null,
        },
      ]),
    ),
  };
}

function presentAsset(item: SteamInventoryItem, type: PricedType, now: number): SteamItem {
  const { id: _slug, ...skin } = presentSkin(type, type.cents);
  const { assetId, contextId: contextid, details = null } = item;
  const { pricedAt, wanted } = type;
  const [doubt, enough] = [doubtOf(type, now), wanted === 0];
  const premium = hasUnpricedPremium(type.marketHashName, details);
  return {
    ...skin,
    ...{ assetId, assetid: assetId, contextid, doubt, pricedAt, enough, premium },
    ...(details !== null && { details }),
  };
}

/** An asset of a phase that is not in our list: shown with the looks of its name, without a price. */
function presentUnpriced(item: SteamInventoryItem, type: PricedType): SteamItem {
  const { marketHashName } = item;
  const unpriced = { ...type, marketHashName, cents: cents(0), wanted: null, doubt: 'MISSING' as const };
  return presentAsset(item, unpriced, 0);
}

/** The inventory's owner. `tradeToken` is '' without a trade link; then the hidden items cannot be read. */
export interface InventoryOwner {
  readonly id: string;
  readonly steamid: string;
  readonly tradeToken: string;
}

/** What is known about an inventory before it is read. */
export interface InventoryReadState {
  /** Increased to invalidate all reads, on all nodes. */
  readonly version: number;
  /** When the valid read was made, epoch ms; null: there is none. */
  readonly seenAt: number | null;
  /** A read is in progress: more items may follow. */
  readonly looking: boolean;
}

interface Row {
  readonly version: number;
  readonly checkVersion: number | null;
  readonly seenAt: number | null;
  readonly askedAt: number | null;
  readonly dueAt: number | null;
}

/** The state of the inventory's reads; requests a new one when the newest is too old. */
export async function readStateOf(
  db: Db,
  player: InventoryOwner,
  appId: number,
  now: number,
): Promise<InventoryReadState> {
  const row = await db.one<Row>(sql`
    select coalesce((select i.version from steam_inventories i where i.player_id = ${player.id}), 0)::bigint as version,
      l.version as "checkVersion", l.seen_at as "seenAt", l.asked_at as "askedAt", l.due_at as "dueAt"
    from (select 1) one left join steam_checks l on l.player_id = ${player.id} and l.app_id = ${appId}`);
  const { version } = row;
  if (!HIDING_APPS.includes(appId) || player.tradeToken === '') return { version, seenAt: null, looking: false };
  const current = row.checkVersion === version;
  const age = row.seenAt === null || !current ? Infinity : now - row.seenAt;
  const waiting = current && row.dueAt !== null && now - (row.askedAt ?? 0) < WAITS_MS;
  if (age >= FRESH_MS && !waiting) await requestRead(db, player, appId, version, now);
  const counts = age < COUNTS_MS;
  return { version, seenAt: counts ? row.seenAt : null, looking: !counts };
}

async function requestRead(db: Db, player: InventoryOwner, appId: number, version: number, now: number): Promise<void> {
  await db.run(sql`
    with requested as (
      insert into steam_checks (player_id, app_id, partner, token, version, asked_at, due_at)
      values (${player.id}, ${appId}, ${player.steamid}, ${player.tradeToken}, ${version}, ${now}, ${now})
      on conflict (player_id, app_id) do update set partner = excluded.partner, token = excluded.token,
        version = excluded.version, asked_at = excluded.asked_at, due_at = excluded.due_at
      where steam_checks.version <= excluded.version
      returning 1)
    select ${wakeCallSql} from requested`);
}

/** The trading account's read of that time. Empty when there is a newer one. */
async function itemsSeenAt(db: Db, playerId: string, appId: number, seenAt: number): Promise<SteamInventoryItem[]> {
  return db.many<SteamInventoryItem>(sql`
    select s."assetId", s."contextId", l.app_id as "appId", s.name as "marketHashName", s.details
    from steam_checks l cross join lateral
      jsonb_to_recordset(l.items) as s ("assetId" text, "contextId" text, name text, details jsonb)
    where l.player_id = ${playerId} and l.app_id = ${appId} and l.seen_at = ${seenAt}`);
}

/** Invalidates all reads of a player's inventories, on every node: the next read asks Steam. */
export async function forgetSteamInventories(db: Db, playerId: string): Promise<void> {
  await db.run(sql`
    insert into steam_inventories as i (player_id, version) values (${playerId}, 1)
    on conflict (player_id) do update set version = i.version + 1`);
}
