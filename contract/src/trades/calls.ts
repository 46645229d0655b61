/**
 * Trades with Steam: items that arrive and leave by trade offers, the trade link they need, and what may be withdrawn
 * at which level (rulings 1.6 and 3). An order is the site's own record of one offer; its `code` is in the offer's
 * message.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Why an order ended without a trade. */
export const TRADE_REASONS = {
  TOO_MANY_OFFERS: 'There are too many outstanding trade offers. Please cancel some before sending more.',
  TRADE_HOLD: 'Steam would hold this trade: both accounts need the mobile authenticator for 7 days',
  TRADE_BAN: 'Steam does not allow this account to trade',
  BAD_LINK: 'Steam does not accept this trade link. Please update it',
  NOT_TRADABLE: 'Steam does not allow these items to be traded right now',
  ITEM_GONE: 'An item is no longer in the inventory',
  NO_STOCK: 'The item is not in our stock right now',
  STEAM_DOWN: 'Steam is not responding',
  COUNTERED: 'The offer was changed. Only the original offer is valid',
  TRADE_FAILED: 'Steam could not complete the trade',
  FROZEN: 'Your trades are frozen because a deposit was reversed on Steam',
  NEVER_SENT: 'The offer was not sent',
} as const;

/**
 * Games in which Steam lets the other side reverse a trade for 7 days. Rust: announced, so it is assumed. In a game
 * that is not listed, a received item is protected if its context changed, which is not known in advance.
 */
export const PROTECTED_APPS: Readonly<Record<number, boolean>> = { 730: true, 252490: true, 570: false, 440: false };

/**
 * Whether items of this game can be staked straight from Steam. Items whose trade can be reversed for a week cannot be,
 * unless the setting `stakeProtected` allows it.
 */
export function stakeableFromSteam(appId: number, stakeProtected: boolean): boolean {
  return stakeProtected || PROTECTED_APPS[appId] === false;
}

/** Why items that came for a bet stayed in the site inventory, besides the refusals of the bet itself. */
export const UNPLACED_BET_REASONS = {
  LATE: 'The trade was complete too late for this bet',
  PARTIAL: 'Not all of the chosen items came',
} as const;

export interface TradeLink {
  /** Account id: the lower 32 bits of a steamid. */
  readonly accountId: number;
  readonly token: string;
}

const TOKEN = /^[A-Za-z0-9_-]{8}$/;
const MAX_ACCOUNT = 0xffffffff;

/** A trade link as Steam writes it, parsed strictly: only `partner` and `token`, each once. Null for anything else. */
export function readTradeLink(text: string): TradeLink | null {
  const [, query] = /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/?\?([\w=&-]+)$/.exec(text.trim()) ?? [];
  if (query === undefined) return null;
  const parts = query.split('&').map((part) => part.split('='));
  const only = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [partner, token] = [only('partner'), only('token')];
  if (parts.length !== 2 || partner.length !== 1 || token.length !== 1) return null;
  if (!/^[1-9]\d{0,9}$/.test(partner[0] ?? '') || Number(partner[0]) > MAX_ACCOUNT || !TOKEN.test(token[0] ?? ''))
    return null;
  return { accountId: Number(partner[0]), token: token[0] ?? '' };
}

/** The account id inside a person's steamid (17 digits). */
export function accountIdOf(steamid: string): number {
  return Number(BigInt(steamid) & 0xffffffffn);
}

/** Built from the partner's account id and the token (spec 9). */
export function tradeLinkOf(steamid: string, token: string): string {
  return `https://steamcommunity.com/tradeoffer/new/?partner=${accountIdOf(steamid)}&token=${token}`;
}

export const depositBySteam = commandAt('market.buySteam', '/market/buy/steam');
export const withdrawBySteam = commandAt('withdraw.steam', '/withdraw/steam');
export const withdrawItems = queryAt('withdraw.items', '/withdraw/items');
export const withdrawTerms = queryAt('withdraw.terms', '/withdraw/terms');
export const getTradeOrder = queryAt('trades.order', '/trades/order/:id');
export const listTradeOrders = queryAt('trades.list', '/trades/list');
export const listFrozenTrades = queryAt('trades.frozen', '/admin/trades/frozen');
export const unfreezeTrades = commandAt('trades.unfreeze', '/admin/trades/unfreeze');
export const setTradeLink = commandAt('user.tradeLink', '/user/tradelink');
