/**
 * The SQL on what is read of players' inventories at Steam: the version under which every node reads, and the looks of the trading
 * account, which sees what Steam hides from others. Called by steam-inventory.ts; others forget through front.ts.
 */
import type { SteamInventoryItem } from '../platform/process/steam-port.ts';
import { sql, type Db } from '../platform/database/sql.ts';

/** Games whose items Steam hides from others for ten days after they were bought or traded. */
const HIDING_APPS: readonly number[] = [730];
/** A look that is older is asked for again. */
const FRESH_MS = 5 * 60_000;
/** Until then an older one counts while it is asked for: what has left the inventory meanwhile, Steam itself refuses. */
const COUNTS_MS = 30 * 60_000;
/** For so long an unanswered look is waited for; the workers drop it then, and it has to be asked for anew. */
const WAITS_MS = 60_000;

/** Whose inventory: `tradeToken` is '' without a trade link, and nothing is hidden from nobody then. */
export interface LookedAt {
  readonly id: string;
  readonly steamid: string;
  readonly tradeToken: string;
}

/** What stands of an inventory before it is read. */
export interface Standing {
  /** Raised whenever what was read is to be forgotten, on all nodes. */
  readonly version: number;
  /** When the look that counts was made, epoch ms; null: none counts. */
  readonly seenAt: number | null;
  /** A look is under way: more items may follow. */
  readonly looking: boolean;
}

interface Row {
  readonly version: number;
  readonly lookVersion: number | null;
  readonly seenAt: number | null;
  readonly askedAt: number | null;
  readonly dueAt: number | null;
}

/** How the inventory stands; asks for a look where the newest does not count any more. */
export async function standingOf(db: Db, player: LookedAt, appId: number, now: number): Promise<Standing> {
  const row = await db.one<Row>(sql`
    select coalesce((select i.version from steam_inventories i where i.player_id = ${player.id}), 0)::bigint as version,
      l.version as "lookVersion", l.seen_at as "seenAt", l.asked_at as "askedAt", l.due_at as "dueAt"
    from (select 1) one left join steam_looks l on l.player_id = ${player.id} and l.app_id = ${appId}`);
  const { version } = row;
  if (!HIDING_APPS.includes(appId) || player.tradeToken === '') return { version, seenAt: null, looking: false };
  const current = row.lookVersion === version;
  const age = row.seenAt === null || !current ? Infinity : now - row.seenAt;
  const waiting = current && row.dueAt !== null && now - (row.askedAt ?? 0) < WAITS_MS;
  if (age >= FRESH_MS && !waiting) await askForLook(db, player, appId, version, now);
  const counts = age < COUNTS_MS;
  return { version, seenAt: counts ? row.seenAt : null, looking: !counts };
}

async function askForLook(db: Db, player: LookedAt, appId: number, version: number, now: number): Promise<void> {
  await db.run(sql`
    insert into steam_looks (player_id, app_id, partner, token, version, asked_at, due_at)
    values (${player.id}, ${appId}, ${player.steamid}, ${player.tradeToken}, ${version}, ${now}, ${now})
    on conflict (player_id, app_id) do update set partner = excluded.partner, token = excluded.token,
      version = excluded.version, asked_at = excluded.asked_at, due_at = excluded.due_at
    where steam_looks.version <= excluded.version`);
}

/** What the trading account saw then. Empty when there is a newer look. */
export async function seenItems(
  db: Db,
  playerId: string,
  appId: number,
  seenAt: number,
): Promise<SteamInventoryItem[]> {
  return db.many<SteamInventoryItem>(sql`
    select s."assetId", s."contextId", l.app_id as "appId", s.name as "marketHashName"
    from steam_looks l cross join lateral jsonb_to_recordset(l.items) as s ("assetId" text, "contextId" text, name text)
    where l.player_id = ${playerId} and l.app_id = ${appId} and l.seen_at = ${seenAt}`);
}

/** Forgets what was read of a player's inventories, on every node: the next reading asks Steam. */
export async function forgetSteamInventories(db: Db, playerId: string): Promise<void> {
  await db.run(sql`
    insert into steam_inventories as i (player_id, version) values (${playerId}, 1)
    on conflict (player_id) do update set version = i.version + 1`);
}
