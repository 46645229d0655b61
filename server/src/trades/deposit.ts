/**
 * The deposit: reads what Steam offers, then orders it. An order is an intent: the trade worker sends its offer. Lock order: the player's
 * sums, the order, the holdings of the trading account.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents, plainUsd, sumCents } from '@fairpot/contract/wire/money';
import { hasUnpricedPremium } from '@fairpot/contract/inventory/details';
import type { depositBySteam } from '@fairpot/contract/trades/schemas';
import { steamInventoriesOf } from '../accounts/steam-inventory.ts';
import { withdrawalAccount, type WithdrawalAccount } from '../accounts/front.ts';
import { refuseStoppedTypes } from '../breakers/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import { withoutOwner } from '../platform/process/steam-details.ts';
import type { Actor, TransactionContext } from '../platform/runner/feature.ts';
import { passPauseGate } from '../platform/runner/pauses.ts';
import { refuse } from '../platform/runner/refused.ts';
import { acceptedApps, readSettings, SITE_SETTINGS, type SiteSettings } from '../platform/runner/settings.ts';
import { columnOf, sql, type Tx } from '../platform/database/sql.ts';
import { countOrdered } from '../protection/front.ts';
import { lockTradeSums } from '../withdrawals/front.ts';
import { countTaken, doubtOf, pricedTypes } from '../vault/types.ts';
import { BET_WAITS_MS } from './bets/rules.ts';
import { openBet, type NewBet } from './bets/store.ts';
import { codeOf, DAY_MS, HIDDEN_UP_TO_CENTS, OFFER_LIVES_MS } from './rules.ts';
import { openOrder, orderedSince, refuseFrozen, type NewOrderItem } from './store.ts';

/** What a deposit is for. Called inside its transaction, with the items at current prices. Throws Refused. */
export type DepositPurpose = (
  items: readonly NewOrderItem[],
  settings: SiteSettings,
) => Omit<NewBet, 'orderId' | 'playerId' | 'untilAt'> | null;

/** Without a bet: the deposit must reach the minimum. */
const requireMinimum: DepositPurpose = (items, settings) => {
  const minimum = cents(settings['deposit.mindepCents']);
  return totalOf(items) < minimum ? refuse('DEPOSIT_TOO_LOW', { min: plainUsd(minimum) }) : null;
};

const totalOf = (items: readonly NewOrderItem[]) => sumCents(items.map((item) => cents(item.cents)));

type DepositInput = CallInput<typeof depositBySteam>;
type OfferedAssets = Awaited<ReturnType<ReturnType<typeof steamInventoriesOf>['offered']>>;

/** What the player's Steam inventory offers, read before the transaction. */
export interface SteamOffering {
  readonly account: WithdrawalAccount;
  readonly seen: OfferedAssets;
}

/** Reads the Steam inventory. Refuses assets outside the one tradable context, and whatever `steamInventoriesOf` refuses. */
export async function askSteam(
  deps: Deps,
  { id }: Actor,
  steamItems: DepositInput['steamItems'],
): Promise<SteamOffering> {
  const account = await withdrawalAccount(deps.db, id);
  const appId = oneGameOf(steamItems.map((item) => item.appid));
  if (steamItems.some((item) => item.contextid !== '2')) refuse('ITEM_NOT_AVAILABLE');
  const { steamid, tradeToken } = account;
  const seen = await steamInventoriesOf(deps).offered({ id, steamid, tradeToken }, { appId, contextId: 2 });
  return { account, seen };
}

/** Orders a deposit of assets that Steam offers. `purpose` decides what it is for. */
export async function orderDeposit(
  deps: Deps,
  { tx, actor, now }: TransactionContext,
  input: DepositInput,
  { account, seen }: SteamOffering,
  purpose: DepositPurpose = requireMinimum,
): Promise<CallOutput<typeof depositBySteam>> {
  const [, settings] = await Promise.all([passPauseGate(tx, 'deposit.paused'), readSettings(tx, SITE_SETTINGS)]);
  if (settings['deposit.paused']) refuse('GAME_PAUSED');
  await refuseFrozen(tx, actor.id);
  if (account.tradeToken === '') refuse('TRADE_LINK_MISSING');
  const appId = oneGameOf(input.steamItems.map((item) => item.appid));
  if (!acceptedApps(settings).includes(appId)) refuse('DEPOSIT_CLOSED');
  if (input.steamItems.length > settings['deposit.maxCount']) refuse('ITEMS_LIMIT');
  const items = await priced(tx, input, seen, now);
  await takeStock(tx, items);
  await refuseStoppedTypes(
    tx,
    items.map((item) => ({ slug: item.item_type, name: item.market_hash_name })),
  );
  const bet = purpose(items, settings);
  const total = totalOf(items);
  // Locked until the order is written: two concurrent orders of one player are counted in sequence.
  await lockTradeSums(tx, actor.id);
  const most = cents(settings[now - account.joinedAt < DAY_MS ? 'deposit.firstDayCents' : 'deposit.dayCents']);
  if ((await orderedSince(tx, 'DEPOSIT', actor.id, now - DAY_MS)) + total > most)
    refuse('DEPOSIT_DAY', { max: plainUsd(most) });
  const [orderId, expiresAt] = [deps.ids.next('trade'), now + OFFER_LIVES_MS];
  const code = codeOf('DEPOSIT', deps.random.bytes(8));
  await countOrdered(tx, { source: orderId, playerId: actor.id, cents: total });
  const { steamid, tradeToken: token } = account;
  const recipient = { player_id: actor.id, partner: steamid, token, app_id: appId, to_balance: input.convertToBalance };
  const order = { id: orderId, kind: 'DEPOSIT', code, created_at: now, expires_at: expiresAt, cents: total } as const;
  await openOrder(tx, { ...order, ...recipient }, items);
  const untilAt = expiresAt + BET_WAITS_MS;
  if (bet !== null && !(await openBet(tx, { ...bet, orderId, playerId: actor.id, untilAt }))) refuse('STEAM_BET_OPEN');
  await requireRoom(tx, settings);
  return { orderId, code, offerId: null, expiresAt };
}

/** The chosen assets at current, believed prices; each asset once. */
async function priced(tx: Tx, input: DepositInput, seen: OfferedAssets, now: number): Promise<NewOrderItem[]> {
  const assets = input.steamItems.map((item) => item.assetid);
  if (new Set(assets).size !== assets.length) refuse('ITEM_NOT_AVAILABLE');
  const known = assets.map((asset) => seen.get(asset) ?? refuse('ITEM_NOT_AVAILABLE'));
  const types = await pricedTypes(tx, columnOf(known, 'slug'));
  return input.steamItems.map((item, n) => {
    const type = types.get(known[n]?.slug ?? '');
    if (type === undefined || type.cents <= HIDDEN_UP_TO_CENTS) return refuse('ITEM_NOT_AVAILABLE');
    if (doubtOf(type, now) !== null) return refuse('PRICE_DOUBTED', { name: type.marketHashName });
    const details = known[n]?.details ?? null;
    if (input.convertToBalance && hasUnpricedPremium(type.marketHashName, details))
      return refuse('ITEM_PREMIUM', { name: type.marketHashName });
    const kept = { details: details && withoutOwner(details) };
    const asset = { context_id: item.contextid, asset_id: item.assetid, item_id: null, ...kept };
    return { ...asset, item_type: type.slug, market_hash_name: type.marketHashName, cents: type.cents, back_cents: 0 };
  });
}

/** Counts the items against what the site accepts of each type. */
async function takeStock(tx: Tx, items: readonly NewOrderItem[]): Promise<void> {
  const full = await countTaken(tx, columnOf(items, 'item_type'));
  const name = items.find((item) => item.item_type === full)?.market_hash_name;
  if (full !== null) refuse('STOCK_FULL', { name: name ?? '' });
}

/**
 * Refuses DEPOSIT_FULL when the trading account would exceed its limit with all open orders, this one included. Comes last: every other
 * order waits for this lock.
 */
async function requireRoom(tx: Tx, settings: SiteSettings): Promise<void> {
  // Counts this order now, and keeps the row of the holdings locked.
  await tx.run(sql`set constraints trade_orders_held immediate`);
  const { held } = await tx.one<{ held: number }>(sql`
    select h.brought_cents + h.ordered_cents
      + (select coalesce(sum(l.free_cents), 0)::bigint from trade_stock_checks l) as held
    from trade_holdings h`);
  if (held > settings['trade.accountCents']) refuse('DEPOSIT_FULL');
}

/** The one value that all of them share. An offer holds items of one game: Steam accepts no mixture of protected and other items. */
export function oneGameOf<T extends number>(appIds: readonly (T | undefined)[]): T {
  const [first] = appIds;
  if (first === undefined || appIds.some((appId) => appId !== first)) return refuse('ONE_GAME_PER_OFFER');
  return first;
}
