/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import { TRADE_STATES } from './states.ts';
import * as trades from './calls.ts';
import { command, NoInput, query, StaffReason } from '../wire/call.schemas.ts';
import { ProvableGame } from '../fair/schemas.ts';
import { idSchema, ItemId, PlayerId, RoundId } from '../wire/ids.schemas.ts';
import { SiteItem, Skin } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { DEPOSIT_STOPS } from '../protection/schemas.ts';
import { PublicUser } from '../user/schemas.ts';

export const TradeId = idSchema('trade');

/** Games whose items are traded: CS2, Rust, Dota 2. */
const AppId = z.union([z.literal(730), z.literal(252490), z.literal(570)]);
/** The table in `states.ts` says what each means. */
export const TradeState = z.enum(TRADE_STATES);
export type TradeState = z.infer<typeof TradeState>;
export type TradeReason = keyof typeof trades.TRADE_REASONS;
export const TradeReason = z.enum(Object.keys(trades.TRADE_REASONS) as [TradeReason, ...TradeReason[]]);

const TradeItem = z.object({
  item: Skin,
  /** The site's item: of a withdrawal from the start, of a deposit once it was received. */
  itemId: ItemId.nullable(),
  /** The asset at Steam behind it now; null when there is none yet. */
  assetId: z.string().nullable(),
  /** What the balance was credited for it, at most its price in the order; null: nothing, or not yet. */
  creditedUsd: UsdSchema.nullable(),
});

/** Our account that sends the offer, as Steam shows it: an offer from another account is not from this site. */
const TradeBot = z.object({
  name: z.string(),
  /** Steam level; null when Steam does not show it. */
  level: z.number().int().nullable(),
  /** When the account was made at Steam, epoch ms; null when Steam does not show it. */
  sinceAt: z.number().int().nullable(),
  /** Path of its picture on this site. */
  avatar: z.string(),
});

/**
 * The bet for which a deposit's items are meant. OPEN: the items have not arrived yet. PLACED. LEFT: the bet was not
 * placed; the items are the player's, in the site inventory now or when the trade is settled. NONE: the order ended and
 * no item arrived.
 */
export const SteamBet = z.object({
  game: ProvableGame,
  state: z.enum(['OPEN', 'PLACED', 'LEFT', 'NONE']),
  /** The round it is meant for, or was placed in; null: one that it will open. */
  gameId: RoundId.nullable(),
  /** Why it was not placed, in words; '' otherwise. */
  reasonText: z.string(),
});
export type SteamBet = z.infer<typeof SteamBet>;

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
  /** What the balance was credited: of a released deposit to the balance. Null otherwise. */
  creditedUsd: UsdSchema.nullable(),
  items: z.array(TradeItem),
  createdAt: z.number().int(),
  /** When the site cancels the offer. */
  expiresAt: z.number().int(),
  offerId: z.string().nullable(),
  /** Null until an offer is sent, or while Steam does not show the account. */
  bot: TradeBot.nullable(),
  /** Pages of the offer, in the browser (in a demo: of this site) and in the Steam client; null until it is sent. */
  offerUrl: z.string().nullable(),
  clientUrl: z.string().nullable(),
  /** Until when Steam allows reversing the trade, while what arrived is reserved; null: not, or not known. */
  protectedUntil: z.number().int().nullable(),
  /** Items or money are on the site (deposit), or have left it (withdrawal). */
  booked: z.boolean(),
  /** For a deposit: its items can be used. */
  released: z.boolean(),
  /** The player has their part back. */
  returned: z.boolean(),
  reason: TradeReason.nullable(),
  /** The reason in words, '' without one. */
  reasonText: z.string(),
  /** Null when it is not for a bet. */
  bet: SteamBet.nullable(),
});
export type TradeOrder = z.infer<typeof TradeOrder>;

/** Body of the fact 'trade.order' on the player's own topic: fetch the order for the details. */
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

/** `offerId` follows with the order's facts: another process sends the offer after this response. */
export const PlacedOrder = z.object({
  orderId: TradeId,
  code: z.string(),
  expiresAt: z.number().int(),
  offerId: z.string().nullable(),
});
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/** Maximum of one call; the setting `deposit.maxCount` is at or below it. */
const MAX_ITEMS = 200;

/** Assets of the player's Steam inventory of the game named by `deposit.stakeApp`, to be staked when they have arrived. */
export const assetIds = z
  .array(z.string().regex(/^\d{1,20}$/))
  .min(1)
  .max(MAX_ITEMS);

/** Refusals of every bet from Steam because it is ordered as a trade, in addition to those of its game. */
export const STEAM_BET_REFUSALS = [
  ...DEPOSIT_STOPS,
  'TRADE_LINK_MISSING',
  'TRADES_FROZEN',
  'DEPOSIT_DAY',
  'DEPOSIT_FULL',
  'PRICE_DOUBTED',
  'STOCK_FULL',
  'BET_PROTECTED',
  'STEAM_BET_OPEN',
  'ITEM_IN_OFFER',
  'TOO_MANY_OFFERS',
  'STEAM_PRIVATE',
  'STEAM_BUSY',
] as const;

export const depositBySteam = command({
  ...trades.depositBySteam,
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
      .max(MAX_ITEMS),
    convertToBalance: z.boolean(),
  }),
  output: PlacedOrder,
  refusals: [
    ...DEPOSIT_STOPS,
    ...(['TRADE_LINK_MISSING', 'ITEMS_LIMIT', 'ONE_GAME_PER_OFFER', 'DEPOSIT_CLOSED', 'DEPOSIT_TOO_LOW'] as const),
    ...([
      'ITEM_NOT_AVAILABLE',
      'PRICE_DOUBTED',
      'ITEM_PREMIUM',
      'STOCK_FULL',
      'ITEM_IN_OFFER',
      'TOO_MANY_OFFERS',
      'STEAM_PRIVATE',
      'STEAM_BUSY',
      'GAME_PAUSED',
      'STAFF_DO_NOT_PLAY',
      'TRADES_FROZEN',
      'DEPOSIT_DAY',
      'DEPOSIT_FULL',
    ] as const),
  ],
  limit: { max: 10, perMs: 60_000 },
});

export const withdrawBySteam = command({
  ...trades.withdrawBySteam,
  summary: 'Withdraw site items by a trade offer',
  permission: 'player',
  input: z.strictObject({ inventoryIds: z.array(ItemId).min(1).max(MAX_ITEMS) }),
  output: PlacedOrder,
  refusals: [
    ...(['TRADE_LINK_MISSING', 'ITEMS_LIMIT', 'ONE_GAME_PER_OFFER', 'ITEM_NOT_AVAILABLE', 'WITHDRAW_LEVEL'] as const),
    ...([
      'TOO_MANY_OFFERS',
      'GAME_PAUSED',
      'TRADES_FROZEN',
      'ITEM_PROTECTED',
      'WITHDRAW_DAY',
      'WITHDRAW_BUSY',
      'WITHDRAW_CHECKED',
      'PRICE_DOUBTED',
    ] as const),
  ],
  limit: { max: 10, perMs: 60_000 },
});

export const withdrawTerms = query({
  ...trades.withdrawTerms,
  summary: 'What can be withdrawn now: the required level, and the refundable part at any level',
  permission: 'session',
  input: NoInput,
  output: z.object({
    level: z.number().int(),
    /** Level from which anything may be withdrawn; 0 while the account is closing. */
    levelNeeded: z.number().int(),
    /** Deposited by trades and by crypto, not yet staked and not yet taken back. */
    refundableUsd: UsdSchema,
    /** Since when the player's trades are frozen because a deposit was taken back; null when they are not. Epoch ms. */
    frozenAt: z.number().int().nullable(),
  }),
});

/** The owner can withdraw an item even when its price is in doubt. */
const WithdrawItem = SiteItem.omit({ doubt: true }).extend({
  /**
   * What it counts against the refundable sum: its price, or its value when this player deposited it if that is lower.
   */
  backUsd: UsdSchema,
  /** A real asset of the site is behind this very item. Without one it is served from stock. */
  hasAsset: z.boolean(),
  /** How many items of its name the site has in stock, as last read; null when not known. */
  inStock: z.number().int().nullable(),
});
export type WithdrawItem = z.infer<typeof WithdrawItem>;

/** An own item that waits until Steam no longer allows reversing its deposit; null: that time is not known yet. */
const WaitingItem = z.object({
  id: ItemId,
  item: Skin,
  orderId: TradeId,
  protectedUntil: z.number().int().nullable(),
});
export type WaitingItem = z.infer<typeof WaitingItem>;

export const withdrawItems = query({
  ...trades.withdrawItems,
  summary: 'Your withdrawable items, most expensive first, with the asset behind each, and those that have to wait',
  permission: 'session',
  input: NoInput,
  output: z.object({ items: z.array(WithdrawItem), waiting: z.array(WaitingItem) }),
});

export const getTradeOrder = query({
  ...trades.getTradeOrder,
  summary: 'The current state of one of your trade orders',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({ id: TradeId }),
  output: TradeOrder,
  refusals: ['NOT_FOUND'],
});

export const listTradeOrders = query({
  ...trades.listTradeOrders,
  summary: 'Your trade orders, newest first, 20 at a time',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({ before: TradeId.optional() }),
  output: z.object({ orders: z.array(TradeOrder) }),
});

export const setTradeLink = command({
  ...trades.setTradeLink,
  summary: 'Set your trade link; one of another account is refused',
  permission: 'session',
  input: z.strictObject({ tradeLink: z.string().min(1).max(300) }),
  output: z.object({ tradeToken: z.string() }),
  refusals: ['TRADE_LINK_BAD', 'TRADE_LINK_FOREIGN'],
});

export const listFrozenTrades = query({
  ...trades.listFrozenTrades,
  summary: 'Players whose trades are frozen because they reversed a deposit: newest first, 100 at most',
  permission: 'moderate',
  input: NoInput,
  output: z.object({
    frozen: z.array(z.object({ user: PublicUser, orderId: TradeId, at: z.number().int() })),
  }),
});

export const unfreezeTrades = command({
  ...trades.unfreezeTrades,
  summary: 'Unfreeze a player’s trades; who did so and why is kept',
  permission: 'admin',
  act: true,
  input: z.strictObject({ playerId: PlayerId, why: StaffReason }),
  output: z.object({ playerId: PlayerId }),
  refusals: ['NO_PLAYER'],
});
