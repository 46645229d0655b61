/** The trade service's state: offers, trades and open confirmations, as the journal stores them. */
import { z } from 'zod';
import { Finish } from '../finish.ts';

/** States of an offer, by their numbers on the wire. */
export const OfferState = {
  active: 2,
  accepted: 3,
  countered: 4,
  expired: 5,
  canceled: 6,
  declined: 7,
  invalidItems: 8,
  needsConfirmation: 9,
  canceledBySecondFactor: 10,
  inEscrow: 11,
} as const;
export type OfferState = (typeof OfferState)[keyof typeof OfferState];

/** States of a trade, by their numbers on the wire. */
export const TradeStatus = { complete: 3, inEscrow: 10, escrowRollback: 11, protectionRollback: 12 } as const;

const Instant = z.number().int();

/** An item as an offer names it: by the asset id it had then. */
export const OfferedItem = z.object({
  appId: z.number().int(),
  contextId: z.string(),
  assetId: z.string(),
  marketHashName: z.string(),
  finish: Finish.nullable().default(null),
});
export type OfferedItem = z.output<typeof OfferedItem>;

export const Offer = z.object({
  offerId: z.string(),
  fromId: z.string(),
  toId: z.string(),
  /** Items of the sender, and of the partner. */
  give: z.array(OfferedItem),
  take: z.array(OfferedItem),
  message: z.string(),
  state: z.enum(OfferState),
  createdAtMs: Instant,
  updatedAtMs: Instant,
  expiresAtMs: Instant,
  tradeId: z.string().nullable(),
  escrowEndsAtMs: Instant.nullable(),
});
export type Offer = z.output<typeof Offer>;

const Move = z.object({
  item: OfferedItem,
  fromId: z.string(),
  toId: z.string(),
  /** Null while the trade is on hold. */
  newAssetId: z.string().nullable(),
  newContextId: z.string(),
  /** Its asset id after a reversal brought it back. */
  rollbackAssetId: z.string().nullable(),
});
export type Move = z.output<typeof Move>;

export const Trade = z.object({
  tradeId: z.string(),
  offerId: z.string().nullable(),
  /** Sender and partner. */
  parties: z.tuple([z.string(), z.string()]),
  startedAtMs: Instant,
  status: z.enum(TradeStatus),
  moves: z.array(Move),
  escrowEndsAtMs: Instant.nullable(),
  /** Until then it can be reversed; null when nothing in it is protected. */
  settlesAtMs: Instant.nullable(),
  /** The trade that reversed this one. */
  rollbackTradeId: z.string().nullable(),
});
export type Trade = z.output<typeof Trade>;

export const Confirmation = z.object({
  confirmationId: z.string(),
  nonce: z.string(),
  accountId: z.string(),
  offerId: z.string(),
  createdAtMs: Instant,
});
export type Confirmation = z.output<typeof Confirmation>;
