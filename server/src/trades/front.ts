/**
 * The public interface of trades: ordering the items of a bet from Steam, what a player may withdraw, what is held at Steam. Trades know no
 * game: the caller names the call to make when the items arrive, and decides whether the bet may be ordered (decision 0056).
 */
import type { SteamBet, PlacedOrder, depositBySteam } from '@fairpot/contract/trades/schemas';
import type { Command, CallInput } from '@fairpot/contract/wire/call.schemas';
import { cents } from '@fairpot/contract/wire/money';
import { stakeableFromSteam } from '@fairpot/contract/trades/calls';
import type { Deps } from '../platform/process/deps.ts';
import type { CommandContext, TransactionContext } from '../platform/runner/feature.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS, steamStakeApp } from '../platform/runner/settings.ts';
import type { StakeCandidate } from '../vault/items.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import { askSteam, orderDeposit, type SteamOffering } from './deposit.ts';
import { orderOf } from './store.ts';

export { assetBehind, orderOfTrade, ordersOfItem } from './trace/trace-store.ts';
export type { MovedAsset, OrderOfItem } from './trace/trace-store.ts';
export { heldAssetsAfter, steamHeld } from './held.ts';
export { frozenAt, refuseFrozen, unfinishedOrders } from './store.ts';

/** What to stake, and how. */
export interface NewSteamBet {
  readonly game: SteamBet['game'];
  /** The call that stakes site items: takes `{ ...input, inventoryIds }`, answers with `gameId`. */
  readonly call: Command;
  readonly input: object;
  /** The round to enter; null: the bet opens one. */
  readonly roundId: string | null;
}

/** The items of a bet in deposit format, and what Steam offers of them. */
export interface BetOffering extends SteamOffering {
  readonly steamItems: CallInput<typeof depositBySteam>['steamItems'];
}

/** The step before `orderBet`: reads the assets from Steam. */
export async function readBetAssets(
  deps: Deps,
  { actor }: Pick<CommandContext, 'actor'>,
  assetIds: readonly string[],
): Promise<BetOffering> {
  const settings = await readSettings(deps.db, SITE_SETTINGS);
  const appid = steamStakeApp(settings) ?? settings['global.appid'];
  const steamItems = assetIds.map((assetid) => ({ assetid, contextid: '2', appid }));
  return { steamItems, ...(await askSteam(deps, actor, steamItems)) };
}

/**
 * Orders the items of a bet by a trade offer. `admit` gets the chosen assets at current prices, as if they were site items. It throws
 * Refused or returns the bet. Also refuses: STEAM_BET_REFUSALS of the contract, ITEMS_LIMIT, ITEM_NOT_AVAILABLE, GAME_PAUSED while deposits
 * are paused.
 */
export function orderBet(
  deps: Deps,
  ctx: TransactionContext & { readonly before: BetOffering },
  admit: (candidates: readonly StakeCandidate[]) => NewSteamBet,
): Promise<PlacedOrder> {
  const { steamItems } = ctx.before;
  const [first] = steamItems;
  return orderDeposit(deps, ctx, { steamItems, convertToBalance: false }, ctx.before, (items, settings) => {
    if (first && !stakeableFromSteam(first.appid, settings['trade.stakeProtected'])) refuse('BET_PROTECTED');
    const candidates = items.map((item) => ({
      id: item.asset_id ?? '',
      itemType: item.item_type,
      kind: 'DEPOSIT' as const,
      cents: cents(item.cents),
      marketHashName: item.market_hash_name,
      doubt: null, // a deposit takes no other
    }));
    const { game, call, input, roundId } = admit(candidates);
    return { game, call: call.name, input, roundId };
  });
}

/** Whether this order belongs to this player. */
export async function ownsTrade(db: Db, playerId: string, id: string): Promise<boolean> {
  return (await orderOf(db, playerId, id)) !== undefined;
}

/**
 * Removes SteamID and trade link from the orders of a closed account, one page after the id `after`. Returns the last id of a full page,
 * null at the end.
 */
export async function anonymizeOrders(db: Db, playerId: string, after: string, limit: number): Promise<string | null> {
  const page = await db.many<{ id: string }>(sql`
    select id from trade_orders where player_id = ${playerId} and id > ${after} order by id limit ${limit}`);
  await db.run(sql`
    update trade_orders set partner = '', token = ''
    where id = any(${page.map(({ id }) => id)}::text[]) and partner <> ''`);
  return page.length < limit ? null : (page.at(-1)?.id ?? null);
}
