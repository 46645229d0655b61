/**
 * Trades with Steam: items that come in and go out by trade offers, the trade link they need, and what may be taken out at
 * which level (rulings 1.6 and 3). An order is the site's own record of one offer; its `code` stands in the offer's message.
 */
import { z } from 'zod';
import { command, Nothing, query } from './call.ts';
import { idSchema, ItemId } from './ids.ts';
import { Skin } from './item.ts';
import { UsdSchema } from './money.ts';

export const TradeId = idSchema('trade');

/** Games whose items are traded: CS2, Rust, Dota 2. */
const AppId = z.union([z.literal(730), z.literal(252490), z.literal(570)]);

export const TRADE_STATES = [
  'CREATED',
  'SENDING',
  'SENT',
  'NEEDS_CONFIRMATION',
  'UNKNOWN',
  'ACCEPTED',
  'SETTLED',
  'HELD',
  'DECLINED',
  'EXPIRED',
  'CANCELED',
  'REFUSED',
  'REVERSED',
] as const;
/**
 * CREATED (waits for the worker), SENDING, SENT (the player can accept it), NEEDS_CONFIRMATION (the site still has to confirm
 * its own offer), UNKNOWN (Steam's answer was lost, the offer is being looked for), ACCEPTED, SETTLED (for good), HELD (Steam
 * holds the trade), and the ends without a trade; REVERSED: the player took the trade back.
 */
export const TradeState = z.enum(TRADE_STATES);
export type TradeState = z.infer<typeof TradeState>;

/** Why an order ended without a trade. */
export const TRADE_REASONS = {
  TOO_MANY_OFFERS: 'There are too many outstanding trade offers. Please cancel some before sending more.',
  TRADE_HOLD: 'Steam would hold this trade: both accounts need the mobile authenticator for 7 days',
  TRADE_BAN: 'Steam does not let this account trade',
  BAD_LINK: 'Steam does not accept this trade link. Please put the one of today',
  NOT_TRADABLE: 'Steam does not let these items be traded right now',
  ITEM_GONE: 'An item is no longer in the inventory',
  NO_STOCK: 'The real item is not at hand right now',
  STEAM_DOWN: 'Steam does not answer right now',
  COUNTERED: 'The offer was changed; only the offer as it was sent counts',
  TRADE_FAILED: 'Steam could not complete the trade',
  NEVER_SENT: 'The offer was not sent',
} as const;
export type TradeReason = keyof typeof TRADE_REASONS;
export const TradeReason = z.enum(Object.keys(TRADE_REASONS) as [TradeReason, ...TradeReason[]]);

const TradeItem = z.object({
  item: Skin,
  /** The site's item: of a withdrawal from the start, of a deposit once it was received. */
  itemId: ItemId.nullable(),
  /** The asset at Steam that stands behind it now; null until one does. */
  assetId: z.string().nullable(),
});

export const TradeOrder = z.object({
  id: TradeId,
  version: z.number().int(),
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  state: TradeState,
  /** As in the offer's message: '#D-7Q3K2M'. An offer without it is not from this site. */
  code: z.string(),
  appId: z.number().int(),
  toBalance: z.boolean(),
  totalUsd: UsdSchema,
  items: z.array(TradeItem),
  createdAt: z.number().int(),
  /** When the site cancels the offer. */
  expiresAt: z.number().int(),
  offerId: z.string().nullable(),
  /** Pages of the offer, in the browser (in a demo: of this site) and in the Steam client; null until it was sent. */
  offerUrl: z.string().nullable(),
  clientUrl: z.string().nullable(),
  /** Until then Steam lets the trade be taken back, and what came in is reserved; null: not or not known. */
  protectedUntil: z.number().int().nullable(),
  /** Items or money are on the site (deposit), or have left it (withdrawal). */
  booked: z.boolean(),
  /** The player has back what they gave. */
  returned: z.boolean(),
  reason: TradeReason.nullable(),
  /** The reason in words, '' without one. */
  reasonText: z.string(),
});
export type TradeOrder = z.infer<typeof TradeOrder>;

/** Body of the fact 'trade.order' on the player's own topic: fetch the order to see all of it. */
export const TradeFact = z.object({
  type: z.literal('trade.order'),
  orderId: TradeId,
  version: z.number().int(),
  kind: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  state: TradeState,
  code: z.string(),
  offerId: z.string().nullable(),
  reason: TradeReason.nullable(),
});
export type TradeFact = z.infer<typeof TradeFact>;

/** `offerId` follows with the order's facts: the offer is sent after the answer, by another process. */
const Ordered = z.object({
  orderId: TradeId,
  code: z.string(),
  expiresAt: z.number().int(),
  offerId: z.string().nullable(),
});

/** The most that one call can name; the setting `deposit.maxCount` is at or below it. */
const MOST_ITEMS = 200;

export const depositBySteam = command({
  name: 'market.buySteam',
  path: '/market/buy/steam',
  summary: 'Deposit items by a trade offer, to the balance or to the site inventory',
  permission: 'play',
  input: z.strictObject({
    steamItems: z
      .array(
        z.strictObject({
          assetid: z.string().regex(/^\d{1,20}$/),
          contextid: z.string().regex(/^\d{1,4}$/),
          appid: AppId,
        }),
      )
      .min(1)
      .max(MOST_ITEMS),
    convertToBalance: z.boolean(),
  }),
  output: Ordered,
  refusals: [
    ...(['TRADE_LINK_MISSING', 'ITEMS_LIMIT', 'ONE_GAME_PER_OFFER', 'DEPOSIT_CLOSED', 'DEPOSIT_TOO_LOW'] as const),
    ...([
      'ITEM_NOT_AVAILABLE',
      'ITEM_IN_OFFER',
      'TOO_MANY_OFFERS',
      'STEAM_PRIVATE',
      'STEAM_BUSY',
      'GAME_PAUSED',
    ] as const),
  ],
  limit: { max: 10, perMs: 60_000 },
});

export const withdrawBySteam = command({
  name: 'withdraw.steam',
  path: '/withdraw/steam',
  summary: 'Take site items out by a trade offer',
  permission: 'player',
  input: z.strictObject({ inventoryIds: z.array(ItemId).min(1).max(MOST_ITEMS) }),
  output: Ordered,
  refusals: [
    ...(['TRADE_LINK_MISSING', 'ITEMS_LIMIT', 'ONE_GAME_PER_OFFER', 'ITEM_NOT_AVAILABLE', 'WITHDRAW_LEVEL'] as const),
    ...(['TOO_MANY_OFFERS', 'GAME_PAUSED'] as const),
  ],
  limit: { max: 10, perMs: 60_000 },
});

export const withdrawTerms = query({
  name: 'withdraw.terms',
  path: '/withdraw/terms',
  summary: 'What may be taken out now: the level it takes, and what can be taken back at any level',
  permission: 'session',
  input: Nothing,
  output: z.object({
    level: z.number().int(),
    levelNeeded: z.number().int(),
    /** Deposited by trades, not yet staked and not yet taken back. */
    refundableUsd: UsdSchema,
  }),
});

export const getTradeOrder = query({
  name: 'trades.order',
  path: '/trades/order/:id',
  summary: 'One of the own trade orders as it stands now',
  permission: 'session',
  input: z.strictObject({ id: TradeId }),
  output: TradeOrder,
  refusals: ['NOT_FOUND'],
});

export const listTradeOrders = query({
  name: 'trades.list',
  path: '/trades/list',
  summary: 'The own trade orders, newest first, 20 at a time',
  permission: 'session',
  input: z.strictObject({ before: TradeId.optional() }),
  output: z.object({ orders: z.array(TradeOrder) }),
});

export const putTradeLink = command({
  name: 'user.tradeLink',
  path: '/user/tradelink',
  summary: 'Put the own trade link; one of another account is refused',
  permission: 'session',
  input: z.strictObject({ tradeLink: z.string().min(1).max(300) }),
  output: z.object({ tradeToken: z.string() }),
  refusals: ['TRADE_LINK_BAD', 'TRADE_LINK_FOREIGN'],
});

export const TRADE_CALLS = [
  depositBySteam,
  withdrawBySteam,
  withdrawTerms,
  getTradeOrder,
  listTradeOrders,
  putTradeLink,
] as const;

export interface TradeLink {
  /** Account id: the lower 32 bits of a steamid. */
  readonly accountId: number;
  readonly token: string;
}

const TOKEN = /^[A-Za-z0-9_-]{8}$/;
const MOST_ACCOUNT = 0xffffffff;

/** A trade link as Steam writes it, read strictly: nothing but `partner` and `token`, each once. Null for anything else. */
export function readTradeLink(text: string): TradeLink | null {
  const [, query] = /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/?\?([\w=&-]+)$/.exec(text.trim()) ?? [];
  if (query === undefined) return null;
  const parts = query.split('&').map((part) => part.split('='));
  const only = (name: string) => parts.filter(([key]) => key === name).map(([, value]) => value ?? '');
  const [partner, token] = [only('partner'), only('token')];
  if (parts.length !== 2 || partner.length !== 1 || token.length !== 1) return null;
  if (!/^[1-9]\d{0,9}$/.test(partner[0] ?? '') || Number(partner[0]) > MOST_ACCOUNT || !TOKEN.test(token[0] ?? ''))
    return null;
  return { accountId: Number(partner[0]), token: token[0] ?? '' };
}

/** The account id inside a steamid of a person (17 digits). */
export function accountIdOf(steamid: string): number {
  return Number(BigInt(steamid) & 0xffffffffn);
}

/** Built from the partner's account id and the token (spec 9). */
export function tradeLinkOf(steamid: string, token: string): string {
  return `https://steamcommunity.com/tradeoffer/new/?partner=${accountIdOf(steamid)}&token=${token}`;
}
