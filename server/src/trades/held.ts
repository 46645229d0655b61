/** What the trading account holds at Steam, as last seen. Read for solvency statements, through front.ts. */
import type { Cents } from '@fairpot/contract/wire/money';
import { sql, type Db } from '../platform/database/sql.ts';

export interface SteamHeld {
  /** By game, of those checked: assets that back no item, and when the inventory was last seen in full, epoch ms. */
  readonly games: readonly { readonly appId: number; readonly free: number; readonly at: number }[];
  /** SteamIDs of the trading accounts, oldest first. */
  readonly accounts: readonly string[];
  /** What players deposited, at its value on arrival, plus free stock at the prices of the last check. */
  readonly itemCents: Cents;
  /** When the account's inventory was last seen in full, of the game with the oldest check; epoch ms; null: never. */
  readonly at: number | null;
}

export async function steamHeld(db: Db): Promise<SteamHeld> {
  const games = await db.many<SteamHeld['games'][number]>(sql`
    select l.app_id as "appId", l.seen_at as at,
      (select coalesce(sum(s.free), 0) from trade_stock s where s.app_id = l.app_id) as free
    from trade_stock_checks l order by l.app_id`);
  const accounts = await db.many<{ steamId: string }>(sql`
    select steam_id as "steamId" from trade_bots order by since_at nulls first, steam_id`);
  const { itemCents } = await db.one<{ itemCents: Cents }>(sql`
    select ((select brought_cents from trade_holdings)
      + (select coalesce(sum(free_cents), 0) from trade_stock_checks))::bigint as "itemCents"`);
  const at = games.length === 0 ? null : Math.min(...games.map((game) => game.at));
  return { games, accounts: accounts.map(({ steamId }) => steamId), itemCents, at };
}

/** Assets of our account that back items, after `after`; skips those that left it. */
export function heldAssetsAfter(db: Db, after: { readonly appId: number; readonly assetId: string }, limit: number) {
  return db.many<{ appId: number; assetId: string }>(sql`
    select app_id as "appId", asset_id as "assetId" from trade_assets
    where held and (app_id, asset_id) > (${after.appId}::integer, ${after.assetId}::text)
    order by app_id, asset_id limit ${limit}`);
}
