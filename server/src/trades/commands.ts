/**
 * The commands of trades: deposit, withdrawal, trade link. An order is an intent: the trade worker sends its offer. Lock order: the
 * player's sums, then the order, then items.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents, plainUsd, sumCents } from '@fairpot/contract/wire/money';
import { accountIdOf, readTradeLink } from '@fairpot/contract/trades/calls';
import { hasUnpricedPremium } from '@fairpot/contract/inventory/details';
import type { depositBySteam, setTradeLink, withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { setTradeToken, steamInventoriesOf, tradePartner, type TradePartner } from '../accounts/front.ts';
import { passOut, refuseStoppedTypes } from '../breakers/front.ts';
import { noteWithdrawal } from '../collusion/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import { withoutOwner } from '../platform/process/steam-details.ts';
import type { Actor, TransactionContext } from '../platform/runner/feature.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS, type ValuesOf } from '../platform/runner/settings.ts';
import type { Tx } from '../platform/database/sql.ts';
import { countOrdered } from '../protection/front.ts';
import { candidatesOf, moveForTrade, type StakeCandidate } from '../vault/items.ts';
import { doubtOf, pricedTypes, countTaken } from '../vault/types.ts';
import { BET_WAITS_MS } from './bets/rules.ts';
import { openBet, type NewBet } from './bets/store.ts';
import { admitDeposit, admitHolding, admitWithdrawal } from './day-limits.ts';
import { refuseFrozen } from './freezes.ts';
import { backCentsOf, codeOf, HIDDEN_UP_TO_CENTS, OFFER_LIVES_MS } from './rules.ts';
import {
  addToSums,
  anyProtected,
  assetsBehind,
  lockSums,
  openOrder,
  type NewTradeOrder,
  type NewOrderItem,
} from './store.ts';
import { admitTakeOut } from './terms.ts';

type OrderAnswer = CallOutput<typeof depositBySteam>;

/** What a deposit is for. Called inside its transaction, with the items at current prices. Throws Refused. */
export type DepositPurpose = (
  items: readonly NewOrderItem[],
  settings: ValuesOf<typeof SITE_SETTINGS>,
) => Omit<NewBet, 'orderId' | 'playerId' | 'untilAt'> | null;

/** Without a bet: the deposit must reach the minimum. */
const requireMinimum: DepositPurpose = (items, settings) => {
  const total = sumCents(items.map((item) => cents(item.cents)));
  const minimum = cents(settings['deposit.mindepCents']);
  return total < minimum ? refuse('DEPOSIT_TOO_LOW', { min: plainUsd(minimum) }) : null;
};

type SteamItems = CallInput<typeof depositBySteam>['steamItems'];
type OfferedAssets = Awaited<ReturnType<ReturnType<typeof steamInventoriesOf>['offered']>>;

/** What the player's Steam inventory offers, read before the transaction. */
export interface SteamOffering {
  readonly partner: TradePartner;
  readonly seen: OfferedAssets;
}

/** Reads the Steam inventory. Refuses assets outside the one tradable context, and whatever `steamInventoriesOf` refuses. */
export async function askSteam(deps: Deps, { id }: Actor, steamItems: SteamItems): Promise<SteamOffering> {
  const partner = await tradePartner(deps.db, id);
  const appId = singleValue(steamItems.map((item) => item.appid));
  if (steamItems.some((item) => item.contextid !== '2')) refuse('ITEM_NOT_AVAILABLE');
  const { steamid, tradeToken } = partner;
  const seen = await steamInventoriesOf(deps).offered({ id, steamid, tradeToken }, { appId, contextId: 2 });
  return { partner, seen };
}

/** Orders a deposit of assets that Steam offers. `purpose` decides what it is for. */
export async function orderDeposit(
  deps: Deps,
  { tx, actor, now }: TransactionContext,
  input: CallInput<typeof depositBySteam>,
  { partner, seen }: SteamOffering,
  purpose: DepositPurpose = requireMinimum,
): Promise<OrderAnswer> {
  const answer = { ...newOrderNames(deps, 'DEPOSIT', deps.ids.next('trade')), expiresAt: now + OFFER_LIVES_MS };
  const settings = await readSettings(tx, SITE_SETTINGS);
  if (await isPaused(tx, 'deposit.paused')) refuse('GAME_PAUSED');
  await refuseFrozen(tx, actor.id);
  if (partner.tradeToken === '') refuse('TRADE_LINK_MISSING');
  const appId = singleValue(input.steamItems.map((item) => item.appid));
  if (appId !== settings['global.appid']) refuse('DEPOSIT_CLOSED');
  if (input.steamItems.length > settings['deposit.maxCount']) refuse('ITEMS_LIMIT');
  const items = await pricedForDeposit(tx, input, seen, now);
  const tooMany = await countTaken(
    tx,
    items.map((item) => item.item_type),
  );
  if (tooMany !== null)
    refuse('STOCK_FULL', { name: items.find((item) => item.item_type === tooMany)?.market_hash_name ?? '' });
  await refuseStoppedTypes(
    tx,
    items.map((item) => ({ slug: item.item_type, name: item.market_hash_name })),
  );
  const bet = purpose(items, settings);
  const total = sumCents(items.map((item) => cents(item.cents)));
  // Locked until the order is written: two concurrent orders of one player are counted in sequence.
  await lockSums(tx, actor.id);
  const wanted = { playerId: actor.id, cents: total, items: items.length, now };
  await admitDeposit(tx, wanted, partner.joinedAt, settings);
  const whose = { playerId: actor.id, partner, appId, toBalance: input.convertToBalance, total };
  await countOrdered(tx, { source: answer.orderId, playerId: actor.id, cents: total });
  await openOrder(tx, makeOrder('DEPOSIT', answer, whose, now), items);
  const untilAt = answer.expiresAt + BET_WAITS_MS;
  const order = { orderId: answer.orderId, playerId: actor.id, untilAt };
  if (bet !== null && !(await openBet(tx, { ...bet, ...order }))) refuse('STEAM_BET_OPEN');
  await admitHolding(tx, settings);
  return answer;
}

/** The chosen assets at current, believed prices; each asset once. */
async function pricedForDeposit(
  tx: Tx,
  input: CallInput<typeof depositBySteam>,
  seen: OfferedAssets,
  now: number,
): Promise<NewOrderItem[]> {
  const assets = input.steamItems.map((item) => item.assetid);
  if (new Set(assets).size !== assets.length) refuse('ITEM_NOT_AVAILABLE');
  const known = assets.map((asset) => seen.get(asset) ?? refuse('ITEM_NOT_AVAILABLE'));
  const types = await pricedTypes(
    tx,
    known.map((each) => each.slug),
  );
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

/** Orders a withdrawal. Its items wait for the trade from now on, and return to the player if it does not happen. */
export async function withdraw(
  deps: Deps,
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: number },
  input: CallInput<typeof withdrawBySteam>,
): Promise<OrderAnswer> {
  const settings = await readSettings(tx, SITE_SETTINGS);
  if (await isPaused(tx, 'withdraw.paused')) refuse('GAME_PAUSED');
  if (input.inventoryIds.length > settings['deposit.maxCount']) refuse('ITEMS_LIMIT');
  await refuseFrozen(tx, actor.id);
  const partner = await tradePartner(tx, actor.id);
  if (partner.tradeToken === '') refuse('TRADE_LINK_MISSING');
  await lockSums(tx, actor.id);
  const { appId, items, doubted } = await chosenForWithdrawal(tx, actor.id, input.inventoryIds, now);
  const back = items.reduce((sum, item) => sum + item.back_cents, 0);
  // Checked before the level: a recent deposit does not count as deposited yet, and the player needs to see its date.
  if (await anyProtected(tx, input.inventoryIds)) refuse('ITEM_PROTECTED');
  const { isAllowed, isRefund } = await admitTakeOut(tx, actor.id, doubted === null ? back : null);
  if (!isAllowed && doubted !== null) refuse('PRICE_DOUBTED', { name: doubted });
  if (!isAllowed) refuse('WITHDRAW_LEVEL');
  const answer = { ...newOrderNames(deps, 'WITHDRAWAL', deps.ids.next('trade')), expiresAt: now + OFFER_LIVES_MS };
  const total = sumCents(items.map((item) => cents(item.cents)));
  await admitWithdrawal(tx, { playerId: actor.id, cents: total, items: items.length, now }, settings);
  await passOut(tx, { way: 'items', playerId: actor.id, cents: total, isRefund }, now);
  await noteWithdrawal(tx, { playerId: actor.id, cents: total, isRefund }, now);
  await openOrder(
    tx,
    makeOrder('WITHDRAWAL', answer, { playerId: actor.id, partner, appId, toBalance: false, total }, now),
    items,
  );
  const moves = input.inventoryIds.map((item) => ({ item, player: actor.id, code: 'HOLD' as const }));
  await moveForTrade(tx, moves, answer.orderId, now);
  await addToSums(tx, actor.id, 0, back);
  return answer;
}

interface ChosenItems {
  readonly appId: number;
  readonly items: NewOrderItem[];
  /** The name of one that cannot count as a refund: its price is in doubt, and this player did not deposit it. */
  readonly doubted: string | null;
}

/** The player's available items of one game, with the asset behind each; an item without an asset is served from stock. */
async function chosenForWithdrawal(
  tx: Tx,
  playerId: string,
  ids: readonly string[],
  now: number,
): Promise<ChosenItems> {
  if (new Set(ids).size !== ids.length) refuse('ITEM_NOT_AVAILABLE');
  const mine = new Map((await candidatesOf(tx, playerId, ids, now)).map((item) => [item.id, item]));
  const items = ids.map((id) => mine.get(id) ?? refuse('ITEM_NOT_AVAILABLE'));
  const types = await pricedTypes(
    tx,
    items.map((item) => item.itemType),
  );
  const assets = new Map((await assetsBehind(tx, ids)).map((asset) => [asset.itemId, asset]));
  const appId = singleValue(items.map((item) => types.get(item.itemType)?.appId));
  const backOf = (item: StakeCandidate) => {
    const asset = assets.get(item.id);
    const own = asset?.broughtBy === playerId && item.kind === 'DEPOSIT';
    return backCentsOf({ cents: item.cents, isDoubted: item.doubt !== null }, own ? asset.broughtCents : null);
  };
  return {
    appId,
    doubted: items.find((item) => backOf(item) === null)?.marketHashName ?? null,
    items: items.map((item) => {
      const asset = assets.get(item.id);
      return {
        context_id: asset?.contextId ?? '2',
        asset_id: asset?.assetId ?? null,
        item_id: item.id,
        item_type: item.itemType,
        market_hash_name: types.get(item.itemType)?.marketHashName ?? '',
        cents: item.cents,
        back_cents: backOf(item) ?? item.cents,
      };
    }),
  };
}

/** Stores the token of a trade link that belongs to the player's own account. */
export async function takeTradeLink(
  { tx, actor }: { readonly tx: Tx; readonly actor: Actor },
  input: CallInput<typeof setTradeLink>,
): Promise<CallOutput<typeof setTradeLink>> {
  const link = readTradeLink(input.tradeLink);
  if (link === null) return refuse('TRADE_LINK_BAD');
  const { steamid } = await tradePartner(tx, actor.id);
  if (link.accountId !== accountIdOf(steamid)) refuse('TRADE_LINK_FOREIGN');
  await setTradeToken(tx, actor.id, link.token);
  return { tradeToken: link.token };
}

/** The one value that all of them share. An offer holds items of one game: Steam accepts no mixture of protected and other items. */
function singleValue<T>(values: readonly (T | undefined)[]): T {
  const [first] = values;
  if (first === undefined || values.some((value) => value !== first)) return refuse('ONE_GAME_PER_OFFER');
  return first;
}

function newOrderNames(deps: Deps, kind: NewTradeOrder['kind'], orderId: string): Omit<OrderAnswer, 'expiresAt'> {
  return { orderId, code: codeOf(kind, deps.random.bytes(8)), offerId: null };
}

interface OrderDetails {
  readonly playerId: string;
  readonly partner: TradePartner;
  readonly appId: number;
  readonly toBalance: boolean;
  readonly total: number;
}

function makeOrder(kind: NewTradeOrder['kind'], answer: OrderAnswer, whose: OrderDetails, now: number): NewTradeOrder {
  return {
    id: answer.orderId,
    kind,
    code: answer.code,
    created_at: now,
    expires_at: answer.expiresAt,
    player_id: whose.playerId,
    partner: whose.partner.steamid,
    token: whose.partner.tradeToken,
    app_id: whose.appId,
    to_balance: whose.toBalance,
    cents: whose.total,
  };
}
