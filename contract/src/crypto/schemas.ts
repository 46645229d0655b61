/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as crypto from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { idSchema } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { DEPOSIT_STOPS } from '../protection/schemas.ts';

export const CryptoWalletId = idSchema('cryptoWallet');
export const CryptoOrderId = idSchema('cryptoOrder');
const CoinName = z.enum(crypto.COIN_NAMES);
const CoinAmount = z.string().regex(/^\d+(\.\d+)?$/);

/** The player's own address for one order. Once it has an order, the next response names another address. */
export const CryptoWallet = z.object({
  id: CryptoWalletId,
  coinName: CoinName,
  wallet: z.string().meta({ description: 'The address to send to' }),
  signature: z.string().meta({
    description: 'Signature of the offline key over the address (GET /cryptodeposits/keys), hex; empty for none',
  }),
  networkName: z.string(),
});
export type CryptoWallet = z.infer<typeof CryptoWallet>;

/** Credit value of one coin; null while its sources are silent, stale or contradictory. */
export const CryptoRate = z.object({
  name: CoinName,
  amountUsd: z
    .number()
    .nullable()
    .meta({ description: 'US dollars credited for one coin, six decimals: after the spread' }),
  marketUsd: z.number().nullable().meta({ description: 'The middle of the sources, before the spread' }),
  spreadBps: z.number().int().meta({ description: 'Spread on the market rate, in basis points' }),
  networkFeeUsd: UsdSchema.meta({
    description: 'Fee taken off what arrives: none. The sender pays the network fee on top of the amount',
  }),
  lockMs: z
    .number()
    .int()
    .meta({ description: 'How long an order locks its rate, while the market falls no further than the spread' }),
  lockDayUsd: UsdSchema.meta({
    description: 'Maximum sum with locked rates per player in 24 hours, one order per coin at a time',
  }),
});
export type CryptoRate = z.infer<typeof CryptoRate>;

/** A transaction that pays an order, as the chain shows it. Confirmations grow up to `needed`. */
const CryptoPayment = z.object({
  txid: z.string(),
  coinName: CoinName,
  amountCoin: CoinAmount,
  /** SEEN: not in a block yet. REORGED and LOST: it was on the chain and no longer is. DUST: worth less than a cent. */
  state: z.enum(['SEEN', 'CONFIRMING', 'CREDITED', 'REORGED', 'LOST', 'DUST']),
  confirmations: z.number().int(),
  needed: z.number().int(),
  /** When it was first seen on the chain, in a block or not. */
  seenAt: z.number().int(),
  /** When it was first seen in its current block: this decides which rate applies. Null when it is in no block. */
  blockAt: z.number().int().nullable(),
  /** How much of it the deposit's locked rate covers; null while that is not known. */
  atLock: z.enum(['ALL', 'PART', 'NONE']).nullable(),
  /** Amount credited for it; null until then. */
  amountUsd: UsdSchema.nullable(),
  /**
   * It arrived over a limit, or during a break or exclusion: credited, and counted against the limit. Shown for a
   * month.
   */
  overLimit: z.boolean(),
});

export type CryptoPayment = z.infer<typeof CryptoPayment>;

export const CryptoOrder = z.object({
  id: CryptoOrderId,
  version: z.number().int(),
  status: z.enum(crypto.CRYPTO_STATUSES),
  /** The requested amount while it waits; the credited amount after that. */
  amountUsd: UsdSchema,
  coinName: CoinName,
  networkName: z.string(),
  wallet: z.string(),
  /** Signature of the offline key over the address, hex; '' when there is none: then do not send to it. */
  signature: z.string(),
  /** Amount to send, at the locked rate; null when none was requested (a payment to an address without an order). */
  amountCoin: CoinAmount.nullable(),
  createdAt: z.number().int(),
  /**
   * What a block contains until then is credited at the locked rate, up to 1% over the requested sum. The rest is
   * credited at the lower of this rate and the rate at confirmation, and later payments at the rate at confirmation.
   */
  rateLockedUntil: z.number().int(),
  rateState: z.enum(crypto.RATE_STATES),
  /** When it is declined if no payment was seen. A later payment is still credited. */
  expiresAt: z.number().int(),
  payments: z.array(CryptoPayment),
});
export type CryptoOrder = z.infer<typeof CryptoOrder>;

/** Body of the fact 'crypto.order' on the player's own topic: fetch the list for the details. */
export const CryptoFact = z.object({
  type: z.literal('crypto.order'),
  orderId: CryptoOrderId,
  version: z.number().int(),
  status: z.enum(crypto.CRYPTO_STATUSES),
});
export type CryptoFact = z.infer<typeof CryptoFact>;

/** Fact on the topic 'player': an unsupported token arrived at one of the player's addresses. */
export const CryptoStrayFact = z.object({ type: z.literal('crypto.stray'), txid: z.string() });
export type CryptoStrayFact = z.infer<typeof CryptoStrayFact>;

/** Above it a coin amount would exceed the ledger's range. */
const MAX_USD = 1_000_000;
const Asked = z.number().positive().max(MAX_USD);

export const listCryptoWallets = query({
  ...crypto.listCryptoWallets,
  summary: 'Your deposit address for each offered coin',
  permission: 'player',
  input: NoInput,
  output: z.array(CryptoWallet),
  limit: { max: 60, perMs: 60_000 },
});

export const listCryptoRates = query({
  ...crypto.listCryptoRates,
  summary: 'Rates of the offered coins, and how long a rate is locked',
  permission: 'public',
  input: NoInput,
  output: z.array(CryptoRate),
});

export const calculateCrypto = query({
  ...crypto.calculateCrypto,
  summary: 'Amount of a coin for a sum, at the current rate',
  permission: 'session',
  input: z.strictObject({ coinName: CoinName, amountUsd: Asked }),
  output: z.object({ amountCoin: CoinAmount, multipliedAmountUsd: UsdSchema, amountUsd: UsdSchema }),
  refusals: ['COIN_CLOSED', 'COIN_RATE_UNKNOWN'],
});

export const listCryptoOrders = query({
  ...crypto.listCryptoOrders,
  summary: 'Your crypto deposits, newest first, 20 at a time; with `id` only that one',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({ before: CryptoOrderId.optional(), id: CryptoOrderId.optional() }),
  output: z.array(CryptoOrder),
});

export const listCryptoStrays = query({
  ...crypto.listCryptoStrays,
  summary: 'Stray tokens at your addresses, the newest 20: nothing is credited for them',
  permission: 'session',
  input: NoInput,
  output: z.array(
    z.object({
      txid: z.string(),
      /** The token's contract. Its name is omitted because anyone can give a token any name. */
      contract: z.string(),
      networkName: z.string(),
      at: z.number().int(),
    }),
  ),
});

export const createCryptoOrder = command({
  ...crypto.createCryptoOrder,
  summary: 'Announce a deposit to your address, and lock the rate for it',
  permission: 'play',
  input: z.strictObject({ walletId: CryptoWalletId, amountUsd: Asked }),
  output: CryptoOrder,
  refusals: [
    ...DEPOSIT_STOPS,
    'COIN_CLOSED',
    'COIN_RATE_UNKNOWN',
    'CRYPTO_MIN',
    'NOT_FOUND',
    'CRYPTO_ORDERED',
    'TOO_MANY_CRYPTO_ORDERS',
    'GAME_PAUSED',
    'FORBIDDEN',
    'STAFF_DO_NOT_PLAY',
  ],
  limit: { max: 10, perMs: 60_000 },
});
