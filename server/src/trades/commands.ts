/**
 * The withdrawal, and the trade link. An order is an intent: the trade worker sends its offer. Lock order: the player's sums, then the
 * order, then items.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents, plainUsd, sumCents } from '@fairpot/contract/wire/money';
import { accountIdOf, readTradeLink } from '@fairpot/contract/trades/calls';
import type { setTradeLink, withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { setTradeToken } from '../accounts/people.ts';
import { withdrawalAccount } from '../accounts/front.ts';
import { passOut } from '../breakers/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor, CommandHandler } from '../platform/runner/feature.ts';
import { passPauseGate } from '../platform/runner/pauses.ts';
import { refuse } from '../platform/runner/refused.ts';
import { readSettings, SITE_SETTINGS, type ValuesOf } from '../platform/runner/settings.ts';
import { columnOf, sql, type Tx } from '../platform/database/sql.ts';
import { addToTradeSums, admitWithdrawal, lockTradeSums, noteWithdrawal } from '../withdrawals/front.ts';
import { candidatesOf, moveForTrade, type StakeCandidate } from '../vault/items.ts';
import { pricedTypes } from '../vault/types.ts';
import { oneGameOf } from './deposit.ts';
import { backCentsOf, codeOf, DAY_MS, OFFER_LIVES_MS } from './rules.ts';
import { anyProtected, assetsBehind, openOrder, orderedSince, refuseFrozen, type NewOrderItem } from './store.ts';

/** Orders a withdrawal. Its items wait for the trade from now on, and return to the player if it does not happen. */
export async function withdraw(
  deps: Deps,
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: number },
  input: CallInput<typeof withdrawBySteam>,
): Promise<CallOutput<typeof withdrawBySteam>> {
  const [, settings] = await Promise.all([passPauseGate(tx, 'withdraw.paused'), readSettings(tx, SITE_SETTINGS)]);
  if (settings['withdraw.paused']) refuse('GAME_PAUSED');
  if (input.inventoryIds.length > settings['deposit.maxCount']) refuse('ITEMS_LIMIT');
  await refuseFrozen(tx, actor.id);
  const account = await withdrawalAccount(tx, actor.id);
  if (account.tradeToken === '') refuse('TRADE_LINK_MISSING');
  await lockTradeSums(tx, actor.id);
  const { appId, items, doubted } = await chosenForWithdrawal(tx, actor.id, input.inventoryIds, now);
  const back = items.reduce((sum, item) => sum + item.back_cents, 0);
  // Checked before the level: a recent deposit does not count as deposited yet, and the player needs to see its date.
  if (await anyProtected(tx, input.inventoryIds)) refuse('ITEM_PROTECTED');
  const { isAllowed, isRefund } = await admitWithdrawal(tx, actor.id, doubted === null ? back : null);
  if (!isAllowed && doubted !== null) refuse('PRICE_DOUBTED', { name: doubted });
  if (!isAllowed) refuse('WITHDRAW_LEVEL');
  const [orderId, expiresAt] = [deps.ids.next('trade'), now + OFFER_LIVES_MS];
  const code = codeOf('WITHDRAWAL', deps.random.bytes(8));
  const total = sumCents(items.map((item) => cents(item.cents)));
  await admitAmount(tx, { playerId: actor.id, cents: total, isSingle: items.length === 1, now }, settings);
  await passOut(tx, { way: 'items', playerId: actor.id, cents: total, isRefund }, now);
  await noteWithdrawal(tx, { playerId: actor.id, cents: total, isRefund }, now);
  const recipient = { player_id: actor.id, partner: account.steamid, token: account.tradeToken, app_id: appId };
  const order = {
    id: orderId,
    kind: 'WITHDRAWAL',
    code,
    created_at: now,
    expires_at: expiresAt,
    cents: total,
  } as const;
  await openOrder(tx, { ...order, ...recipient, to_balance: false }, items);
  const moves = input.inventoryIds.map((item) => ({ item, player: actor.id, code: 'HOLD' as const }));
  await moveForTrade(tx, moves, orderId, now);
  await addToTradeSums(tx, actor.id, 0, back);
  return { orderId, code, offerId: null, expiresAt };
}

interface WithdrawnAmount {
  readonly playerId: string;
  readonly cents: number;
  readonly isSingle: boolean;
  readonly now: number;
}

const HOUR_MS = 60 * 60_000;

/**
 * Limits per player and day, and of all players per hour: they bound the cost of a stolen account, a wrong price or a bug of ours until
 * staff look into it. They delay but never block for good: a single item always goes out as the first of a day. The player's sums are
 * locked. Refuses WITHDRAW_DAY, and WITHDRAW_BUSY when all players together exceed the hour.
 */
async function admitAmount(
  tx: Tx,
  { playerId, cents: amount, isSingle, now }: WithdrawnAmount,
  settings: ValuesOf<typeof SITE_SETTINGS>,
): Promise<void> {
  const most = settings['withdraw.dayCents'];
  const ordered = await orderedSince(tx, 'WITHDRAWAL', playerId, now - DAY_MS);
  if (ordered + amount > most && !(ordered === 0 && isSingle)) refuse('WITHDRAW_DAY', { max: plainUsd(cents(most)) });
  const hour = Math.floor(now / HOUR_MS);
  // A single item above the hourly limit waits for an empty hour; it is not blocked for ever.
  const hourMost = Math.max(settings['withdraw.hourCents'], isSingle ? amount : 0);
  await tx.run(sql`insert into trade_hours (hour, out_cents) values (${hour}, 0) on conflict do nothing`);
  const added = await tx.run(sql`
    update trade_hours set out_cents = out_cents + ${amount}::bigint
    where hour = ${hour} and out_cents + ${amount}::bigint <= ${hourMost}::bigint`);
  if (added === 0) refuse('WITHDRAW_BUSY');
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
  const types = await pricedTypes(tx, columnOf(items, 'itemType'));
  const assets = new Map((await assetsBehind(tx, ids)).map((asset) => [asset.itemId, asset]));
  const appId = oneGameOf(items.map((item) => types.get(item.itemType)?.appId));
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
export const takeTradeLink: CommandHandler<typeof setTradeLink> = async ({ tx, actor }, input) => {
  const link = readTradeLink(input.tradeLink);
  if (link === null) return refuse('TRADE_LINK_BAD');
  const { steamid } = await withdrawalAccount(tx, actor.id);
  if (link.accountId !== accountIdOf(steamid)) refuse('TRADE_LINK_FOREIGN');
  await setTradeToken(tx, actor.id, link.token);
  return { tradeToken: link.token };
};
