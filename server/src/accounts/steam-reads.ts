/**
 * The SQL of players' Steam inventories: the version that is valid on every node, and the reads by the trading account, which sees what
 * Steam hides from others. Called by steam-inventory.ts; other features invalidate through front.ts.
 */
import type { SteamInventoryItem } from '../platform/process/steam-port.ts';
import { sql, type Db } from '../platform/database/sql.ts';

/** Games whose items Steam hides from others for ten days after they were bought or traded. */
const HIDING_APPS: readonly number[] = [730];
/** An older read is requested again. */
const FRESH_MS = 5 * 60_000;
/** Until then an older read is used while a new one is requested: Steam itself refuses items that have left the inventory. */
const COUNTS_MS = 30 * 60_000;
/** How long a request waits for an answer; then the workers drop it, and it has to be requested again. */
const WAITS_MS = 60_000;

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
  readonly lookVersion: number | null;
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
      l.version as "lookVersion", l.seen_at as "seenAt", l.asked_at as "askedAt", l.due_at as "dueAt"
    from (select 1) one left join steam_looks l on l.player_id = ${player.id} and l.app_id = ${appId}`);
  const { version } = row;
  if (!HIDING_APPS.includes(appId) || player.tradeToken === '') return { version, seenAt: null, looking: false };
  const current = row.lookVersion === version;
  const age = row.seenAt === null || !current ? Infinity : now - row.seenAt;
  const waiting = current && row.dueAt !== null && now - (row.askedAt ?? 0) < WAITS_MS;
  if (age >= FRESH_MS && !waiting) await requestRead(db, player, appId, version, now);
  const counts = age < COUNTS_MS;
  return { version, seenAt: counts ? row.seenAt : null, looking: !counts };
}

async function requestRead(db: Db, player: InventoryOwner, appId: number, version: number, now: number): Promise<void> {
  await db.run(sql`
    insert into steam_looks (player_id, app_id, partner, token, version, asked_at, due_at)
    values (${player.id}, ${appId}, ${player.steamid}, ${player.tradeToken}, ${version}, ${now}, ${now})
    on conflict (player_id, app_id) do update set partner = excluded.partner, token = excluded.token,
      version = excluded.version, asked_at = excluded.asked_at, due_at = excluded.due_at
    where steam_looks.version <= excluded.version`);
}

/** The trading account's read of that time. Empty when there is a newer one. */
export async function itemsSeenAt(
  db: Db,
  playerId: string,
  appId: number,
  seenAt: number,
): Promise<SteamInventoryItem[]> {
  return db.many<SteamInventoryItem>(sql`
    select s."assetId", s."contextId", l.app_id as "appId", s.name as "marketHashName", s.details
    from steam_looks l cross join lateral
      jsonb_to_recordset(l.items) as s ("assetId" text, "contextId" text, name text, details jsonb)
    where l.player_id = ${playerId} and l.app_id = ${appId} and l.seen_at = ${seenAt}`);
}

/** Invalidates all reads of a player's inventories, on every node: the next read asks Steam. */
export async function forgetSteamInventories(db: Db, playerId: string): Promise<void> {
  await db.run(sql`
    insert into steam_inventories as i (player_id, version) values (${playerId}, 1)
    on conflict (player_id) do update set version = i.version + 1`);
}
