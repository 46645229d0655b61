/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import { COIN_NAMES, NETWORKS } from '../calls.ts';
import * as out from './calls.ts';
import { command, NoInput, query } from '../../wire/call.schemas.ts';
import { idSchema } from '../../wire/ids.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

export const CryptoWithdrawalId = idSchema('cryptoWithdrawal');
const CoinName = z.enum(COIN_NAMES);
const CoinAmount = z.string().regex(/^\d+(\.\d+)?$/);
const State = z.enum(out.CRYPTO_WITHDRAWAL_STATES);
type Reason = keyof typeof out.CRYPTO_WITHDRAWAL_REASONS;
const Reason = z.enum(Object.keys(out.CRYPTO_WITHDRAWAL_REASONS) as [Reason, ...Reason[]]);
/** Longer than any address of any network. */
const Address = z.string().min(1).max(120);
const MAX_USD = 1_000_000;
const Asked = z.number().positive().max(MAX_USD);
const Why = z.string().trim().min(3).max(200);

/** A coin available for withdrawal: its price and the possible amounts. */
const CoinTerms = z.object({
  coinName: CoinName,
  networkName: z.string(),
  /**
   * Dollars for one coin at the middle of the sources, and the payout rate, which is `spreadBps` higher; null when not
   * known.
   */
  marketUsd: z.number().nullable(),
  rateUsd: z.number().nullable(),
  /** Network fee, taken off the sum whatever its size. */
  feeUsd: UsdSchema,
  minUsd: UsdSchema,
  maxUsd: UsdSchema,
});
export type CoinTerms = z.infer<typeof CoinTerms>;

const CryptoWithdrawal = z.object({
  id: CryptoWithdrawalId,
  version: z.number().int(),
  status: State,
  coinName: CoinName,
  networkName: z.string(),
  address: z.string(),
  /** Taken off the balance, the fee included. */
  amountUsd: UsdSchema,
  feeUsd: UsdSchema,
  /**
   * Amount that the address receives, at the rate of `quotedAt`. Quoted again when it waits for more than 15 minutes,
   * within these bounds.
   */
  amountCoin: CoinAmount,
  leastCoin: CoinAmount,
  mostCoin: CoinAmount,
  quotedAt: z.number().int(),
  rateUsd: z.number(),
  /** Hash of the one transaction that pays it; known before it is sent. Null until it is signed. */
  txid: z.string().nullable(),
  /** Staff signatures so far, and how many it needs; both 0 when no review is needed. */
  approvals: z.number().int(),
  approvalsNeeded: z.number().int(),
  /** Why it was refunded, as a code and in words; null and '' otherwise. A rejection by staff has their words. */
  reason: Reason.nullable(),
  reasonText: z.string(),
  createdAt: z.number().int(),
  /** When it was confirmed or refunded. */
  endedAt: z.number().int().nullable(),
});
export type CryptoWithdrawal = z.infer<typeof CryptoWithdrawal>;

/** Body of the fact 'crypto.withdrawal' on the player's own topic: fetch the list for the details. */
export const CryptoWithdrawalFact = z.object({
  type: z.literal('crypto.withdrawal'),
  withdrawalId: CryptoWithdrawalId,
  version: z.number().int(),
  status: State,
});
export type CryptoWithdrawalFact = z.infer<typeof CryptoWithdrawalFact>;

export const cryptoWithdrawTerms = query({
  ...out.cryptoWithdrawTerms,
  summary: 'Crypto withdrawals: fees, coins, and how much can be withdrawn now',
  permission: 'session',
  input: NoInput,
  output: z.object({
    /** Coins that can be sent right now; empty when there are none. */
    coins: z.array(CoinTerms),
    /** Basis points by which a payout's rate is above the market's. */
    spreadBps: z.number().int(),
    /** Basis points by which a withdrawal may change when it is quoted again; beyond that it is refunded. */
    requoteBps: z.number().int(),
    /** A larger sum needs two staff reviews. */
    reviewUsd: UsdSchema,
    availableUsd: UsdSchema,
    /**
     * Level from which any sum may be withdrawn (0 while the account is closing). Below it: deposited money that was
     * neither staked nor taken back.
     */
    level: z.number().int(),
    levelNeeded: z.number().int(),
    refundableUsd: UsdSchema,
    paused: z.boolean(),
  }),
});

export const calculateCryptoWithdrawal = query({
  ...out.calculateCryptoWithdrawal,
  summary: 'Amount of a coin for a sum now, after fee and spread',
  permission: 'session',
  input: z.strictObject({ coinName: CoinName, amountUsd: Asked }),
  output: z.object({
    amountUsd: UsdSchema,
    feeUsd: UsdSchema,
    amountCoin: CoinAmount,
    /** Bounds when it waits and is quoted again. */
    leastCoin: CoinAmount,
    mostCoin: CoinAmount,
    rateUsd: z.number(),
    /** Whether it would need two staff reviews. */
    review: z.boolean(),
  }),
  refusals: ['COIN_CLOSED', 'COIN_RATE_UNKNOWN', 'CRYPTO_OUT_MIN', 'CRYPTO_OUT_MAX'],
});

export const createCryptoWithdrawal = command({
  ...out.createCryptoWithdrawal,
  summary: 'Withdraw by crypto: the money is reserved now, and sent to the address or refunded',
  permission: 'player',
  input: z.strictObject({
    coinName: CoinName,
    address: Address,
    amountUsd: Asked,
    /** The amount the page showed. Refused when the rate has moved so that it would be less. */
    atLeastCoin: CoinAmount.optional(),
  }),
  output: CryptoWithdrawal,
  refusals: [
    'COIN_CLOSED',
    'COIN_RATE_UNKNOWN',
    'CRYPTO_OUT_MIN',
    'CRYPTO_OUT_MAX',
    'CRYPTO_ADDRESS',
    'CRYPTO_ADDRESS_UNKNOWN',
    'CRYPTO_ADDRESS_WAITS',
    'CRYPTO_RATE_MOVED',
    'WITHDRAW_LEVEL',
    'NOT_ENOUGH_BALANCE',
    'TOO_MANY_CRYPTO_WITHDRAWALS',
    'WITHDRAW_DAY',
    'WITHDRAW_CHECKED',
    'TRADES_FROZEN',
    'GAME_PAUSED',
    'FORBIDDEN',
  ],
  limit: { max: 10, perMs: 60_000 },
});

export const listCryptoWithdrawals = query({
  ...out.listCryptoWithdrawals,
  summary: 'Your crypto withdrawals, newest first, 20 at a time; with `id` only that one',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({ before: CryptoWithdrawalId.optional(), id: CryptoWithdrawalId.optional() }),
  output: z.array(CryptoWithdrawal),
});

/** From the click to the end, over the last 30 days. */
const Times = z.object({
  /** 'STEAM', or a coin. */
  kind: z.enum(['STEAM', ...COIN_NAMES]),
  count: z.number().int(),
  /** Milliseconds within which this percentage was done, rounded up to a step of a tenth. */
  p50Ms: z.number().int(),
  p90Ms: z.number().int(),
  p99Ms: z.number().int(),
});

export const listWithdrawalTimes = query({
  ...out.listWithdrawalTimes,
  summary: 'Actual duration of withdrawals in the last 30 days',
  permission: 'public',
  input: NoInput,
  /** `since`: start of the count (epoch ms); on a site older than `days`, the start of that period. */
  output: z.object({ days: z.number().int(), since: z.number().int(), times: z.array(Times) }),
});

const WithdrawalReview = CryptoWithdrawal.omit({ reasonText: true }).extend({
  user: PublicUser,
  network: z.enum(NETWORKS),
  /** Maximum base units. Reviewers sign this with id, network, coin and address (`payoutText`). */
  units: z.string().regex(/^\d+$/),
  /** The current values of what was checked when the player requested it. */
  checks: z.object({
    level: z.number().int(),
    levelNeeded: z.number().int(),
    /** Deposited and neither staked nor taken back: may be withdrawn at any level. */
    refundableUsd: UsdSchema,
    /** Requested by this player in the last 24 hours, this one included, and the maximum. */
    dayUsd: UsdSchema,
    dayMostUsd: UsdSchema,
    /** A deposit was taken back at Steam, and the player's trades are frozen. */
    frozen: z.boolean(),
    /** Open incidents of the player's addresses. */
    incidents: z.number().int(),
    joinedAt: z.number().int(),
  }),
  /** Staff actions, oldest first. */
  acts: z.array(
    z.object({ staff: PublicUser, act: z.enum(['APPROVED', 'REJECTED']), why: z.string(), at: z.number().int() }),
  ),
});
export type WithdrawalReview = z.infer<typeof WithdrawalReview>;

export const listReviewedWithdrawals = query({
  ...out.listReviewedWithdrawals,
  summary: 'Withdrawals in review, oldest first, at most 100',
  permission: 'admin',
  input: NoInput,
  output: z.object({ withdrawals: z.array(WithdrawalReview) }),
});

export const approveCryptoWithdrawal = command({
  ...out.approveCryptoWithdrawal,
  summary: 'Sign a withdrawal in review; a second signature by another person approves it',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({
    withdrawalId: CryptoWithdrawalId,
    /** The reviewer's public Ed25519 key and signature of `payoutText`, hex. */
    key: z.string().regex(/^[0-9a-f]{64}$/),
    signature: z.string().regex(/^[0-9a-f]{128}$/),
  }),
  output: z.object({ withdrawalId: CryptoWithdrawalId, status: State, approvals: z.number().int() }),
  refusals: ['NOT_FOUND', 'REVIEW_OVER', 'REVIEW_OWN', 'REVIEW_TWICE', 'REVIEW_SIGNATURE'],
});

export const rejectCryptoWithdrawal = command({
  ...out.rejectCryptoWithdrawal,
  summary: 'Reject a withdrawal in review: the money is refunded at once',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({ withdrawalId: CryptoWithdrawalId, why: Why }),
  output: z.object({ withdrawalId: CryptoWithdrawalId, status: State }),
  refusals: ['NOT_FOUND', 'REVIEW_OVER', 'REVIEW_OWN'],
});
