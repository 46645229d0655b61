/**
 * A player's Steam inventory with our prices: read through the gateway, kept for five minutes per player and app. In
 * memory, as it can be read again at any time. A deposit takes from it which item an asset is, and nothing else: the price is
 * read again, and Steam itself refuses an asset that is gone.
 */
import type { InputOf, OutputOf } from '@fairpot/contract/schemas/call';
import type { SteamItem, steamInventory } from '@fairpot/contract/schemas/inventory';
import { cents, type Cents } from '@fairpot/contract/money';
import type { Deps } from '../platform/process/deps.ts';
import { refuse } from '../platform/runner/refused.ts';
import { doubtOf, presentSkin, typesByMarketName } from '../vault/types.ts';

type Answer = OutputOf<typeof steamInventory>;

/** Rulings 6. */
export const CACHE_MS = 5 * 60 * 1000;
/** Items at or below this are left out and counted (spec 5). */
const HIDDEN_UP_TO_CENTS = 50;
const MAX_CACHED = 1_000;

interface Cached {
  readonly at: number;
  readonly answer: Answer;
  readonly totalCents: number;
  readonly offered: ReadonlyMap<string, OfferedAsset>;
}

/** An asset that the picker shows: what it is, and its price when it was read. */
export interface OfferedAsset {
  readonly slug: string;
  readonly marketHashName: string;
  readonly cents: Cents;
}

interface Whose {
  readonly id: string;
  readonly steamid: string;
}

export interface SteamInventories {
  /** Dearest first. Refuses STEAM_PRIVATE and STEAM_BUSY; a refusal is not kept. */
  read(player: Whose, input: InputOf<typeof steamInventory>): Promise<Answer>;
  /** The same by asset id. Refuses as `read`. */
  offered(player: Whose, input: InputOf<typeof steamInventory>): Promise<ReadonlyMap<string, OfferedAsset>>;
  /** What was last read of the player's inventories is worth this much; 0 before that. */
  lastSeenCents(playerId: string): number;
  /** Forgets what was read of a player's inventories: the next reading asks Steam. */
  forget(playerId: string): void;
}

const ofDeps = new WeakMap<Deps, SteamInventories>();

/** One cache for all who are built with these deps. */
export function steamInventoriesOf(deps: Deps): SteamInventories {
  const known = ofDeps.get(deps) ?? steamInventories(deps);
  ofDeps.set(deps, known);
  return known;
}

export function steamInventories(deps: Deps): SteamInventories {
  const cache = new Map<string, Cached>();
  const readings = new Set<{ readonly playerId: string; forgotten: boolean }>();
  const load = async (player: Whose, { appId, contextId }: InputOf<typeof steamInventory>): Promise<Cached> => {
    const key = `${player.id} ${appId}`;
    const now = deps.clock.now();
    const known = cache.get(key);
    if (known !== undefined && now - known.at < CACHE_MS) return known;
    const reading = { playerId: player.id, forgotten: false };
    readings.add(reading);
    const read = await deps.gateways.steam
      .inventory(player.steamid, appId, contextId)
      .finally(() => readings.delete(reading));
    if (read.kind === 'refused') return refuse('STEAM_PRIVATE');
    if (read.kind === 'unavailable') {
      deps.log.warn({ why: read.why, appId }, 'a Steam inventory was not read');
      return refuse('STEAM_BUSY');
    }
    const types = await typesByMarketName(deps.db, appId, [...new Set(read.value.map((item) => item.marketHashName))]);
    const priced = read.value.flatMap((item) => {
      const type = types.get(item.marketHashName);
      return type === undefined || type.cents <= HIDDEN_UP_TO_CENTS ? [] : [{ item, type }];
    });
    priced.sort((a, b) => b.type.cents - a.type.cents || (a.item.assetId < b.item.assetId ? 1 : -1));
    const items = priced.map(({ item, type }): SteamItem => {
      const { id: _slug, ...skin } = presentSkin(type, type.cents);
      const { assetId, contextId: contextid } = item;
      return { ...skin, assetId, assetid: assetId, contextid, doubt: doubtOf(type, now), pricedAt: type.pricedAt };
    });
    // What has no price is worth nothing that we could say.
    const worth = priced.filter(({ type }) => doubtOf(type, now) === null);
    const totalCents = worth.reduce((sum, { type }) => sum + type.cents, 0);
    const answer = { items, hiddenCount: read.value.length - items.length };
    cache.delete(key);
    const offered = new Map(
      priced.map(({ item, type }) => [
        item.assetId,
        { slug: type.slug, marketHashName: type.marketHashName, cents: cents(type.cents) },
      ]),
    );
    const entry: Cached = { at: now, answer, totalCents, offered };
    // Asked for before it was to be forgotten: it may be older than what made somebody ask again.
    if (reading.forgotten) return entry;
    cache.set(key, entry);
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED && !oldest.done) cache.delete(oldest.value);
    return entry;
  };
  return {
    read: async (player, input) => (await load(player, input)).answer,
    offered: async (player, input) => (await load(player, input)).offered,
    forget(playerId) {
      for (const key of cache.keys()) if (key.startsWith(`${playerId} `)) cache.delete(key);
      for (const reading of readings) if (reading.playerId === playerId) reading.forgotten = true;
    },
    lastSeenCents(playerId) {
      let total = 0;
      for (const [key, cached] of cache) if (key.startsWith(`${playerId} `)) total += cached.totalCents;
      return total;
    },
  };
}
