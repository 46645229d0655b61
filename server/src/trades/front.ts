/**
 * The one door into trades for others: ordering the items of a bet from Steam, what a player may take out, what is held at Steam. Trades know no game: whoever orders says which call
 * is to be made when the items have come, and decides whether the bet may be ordered (decision 0025).
 */
import type { SteamBet, Ordered } from '@fairpot/contract/trades';
import type { Command } from '@fairpot/contract/schemas/call';
import { cents } from '@fairpot/contract/money';
import { stakeableFromSteam } from '@fairpot/contract/trades';
import type { Deps } from '../platform/process/deps.ts';
import type { AtomicHandler } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import type { StakeCandidate } from '../vault/items.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { depositHandler } from './commands.ts';
import { orderOf } from './store.ts';

export { heldAssetsAfter, steamHeld } from './held.ts';
export { frozenAt, refuseFrozen } from './freezes.ts';
export { LEVEL_NEEDED } from './rules.ts';
export { lockSums, sumsOf as tradeSums, unfinishedOrders } from './store.ts';
export { admitTakeOut, takeOutTerms } from './terms.ts';

/** What is to be staked, and how. */
export interface NewSteamBet {
  readonly game: SteamBet['game'];
  /** The call that stakes site items, `{ ...input, inventoryIds }`, and is answered with `gameId`. */
  readonly call: Command;
  readonly input: object;
  /** The round that it is meant for; null: it opens one. */
  readonly roundId: string | null;
}

/**
 * Orders the items of a bet by a trade offer. `admit` is asked inside the order's transaction with the chosen assets, at the prices of
 * this moment, as if they were site items: it throws Refused, or says what the bet is. Refuses besides: STEAM_BET_REFUSALS of the
 * contract, ITEMS_LIMIT, ITEM_NOT_AVAILABLE, GAME_PAUSED while no deposit is taken.
 */
export async function orderBet(
  deps: Deps,
  ctx: Parameters<AtomicHandler<Command>>[0],
  assetIds: readonly string[],
  admit: (candidates: readonly StakeCandidate[]) => NewSteamBet,
): Promise<{ readonly response: Ordered; readonly replayed: boolean }> {
  const { 'global.appid': appid } = await readSettings(deps.db, SITE_SETTINGS);
  const steamItems = assetIds.map((assetid) => ({ assetid, contextid: '2', appid }));
  const order = depositHandler(deps, (items, settings) => {
    if (!stakeableFromSteam(appid, settings['trade.stakeProtected'])) refuse('BET_PROTECTED');
    const candidates = items.map((item) => ({
      id: item.asset_id ?? '',
      itemType: item.item_type,
      kind: 'DEPOSIT' as const,
      cents: cents(item.cents),
    }));
    const { game, call, input, roundId } = admit(candidates);
    return { game, call: call.name, input, roundId };
  });
  return order(ctx, { steamItems, convertToBalance: false });
}

/** Whether this is an order of this player's own. */
export async function ownsTrade(db: Db, playerId: string, id: string): Promise<boolean> {
  return (await orderOf(db, playerId, id)) !== undefined;
}

/**
 * Takes SteamID and trade link out of the orders of a closed account, a page of them behind the id `after`; the last id of a full page,
 * null at the end.
 */
export async function unnameOrders(db: Db, playerId: string, after: string, limit: number): Promise<string | null> {
  const page = await db.many<{ id: string }>(sql`
    select id from trade_orders where player_id = ${playerId} and id > ${after} order by id limit ${limit}`);
  await db.run(sql`
    update trade_orders set partner = '', token = ''
    where id = any(${page.map(({ id }) => id)}::text[]) and partner <> ''`);
  return page.length < limit ? null : (page.at(-1)?.id ?? null);
}
