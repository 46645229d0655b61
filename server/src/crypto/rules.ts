/**
 * The decisions of crypto deposits, without I/O: which rate is believed, the base units of an amount and back, when a payment is deep
 * enough, for how much and how long a rate holds, and at which rate a payment is credited. Amounts are cents, coins base units (bigint),
 * rates millionths of a dollar per coin.
 */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';

const MINUTE_MS = 60_000;
export const RATE_LOCK_MS = 30 * MINUTE_MS;
export const ORDER_LIVES_MS = 24 * 60 * MINUTE_MS;
/** Open deposit orders per player. */
export const MAX_PENDING_ORDERS = 5;
/** A quote older than this is stale; one from the future is not used either. */
export const STALE_MS = 5 * MINUTE_MS;
const AHEAD_MS = MINUTE_MS;
/** If two sources are further apart than this, one of them is wrong and we cannot know which. Percent of the lower one. */
const APART_PERCENT = 3;
/** A stablecoin outside this range has lost its peg. */
const USDT_MICRO = { least: 970_000, most: 1_030_000 } as const;
/** Cents to millionths of a dollar. */
const MICRO_PER_CENT = 10_000n;
/** Decimals of a coin that players are asked for; ETH has 18. */
const SHOWN_DECIMALS = 8;

export interface RateFigure {
  readonly micro: number;
  readonly quotedAt: number;
}

/** The mean of two fresh quotes that agree, rounded down; null if no rate can be believed. */
export function believedRate(coin: Coin, figures: readonly RateFigure[], now: number): number | null {
  const fresh = figures.filter(({ quotedAt }) => now - quotedAt <= STALE_MS && quotedAt - now <= AHEAD_MS);
  const [low, high] = fresh.map(({ micro }) => micro).sort((a, b) => a - b);
  if (fresh.length !== 2 || low === undefined || high === undefined || low <= 0) return null;
  if (BigInt(high - low) * 100n > BigInt(low) * BigInt(APART_PERCENT)) return null;
  const micro = Number((BigInt(low) + BigInt(high)) / 2n);
  if (coin === 'USDT' && (micro < USDT_MICRO.least || micro > USDT_MICRO.most)) return null;
  return micro;
}

/** Whether two fresh quotes disagree: then `believedRate` is null because of it, not because a source is silent. */
export function ratesDisagree(figures: readonly RateFigure[], now: number): boolean {
  const fresh = figures.filter(({ quotedAt }) => now - quotedAt <= STALE_MS && quotedAt - now <= AHEAD_MS);
  const [low, high] = fresh.map(({ micro }) => micro).sort((a, b) => a - b);
  return low !== undefined && high !== undefined && BigInt(high - low) * 100n > BigInt(low) * BigInt(APART_PERCENT);
}

/** The credit rate of a coin: the market rate minus the spread, rounded down. Millionths of a dollar. */
export function lessSpread(micro: number, spreadBps: number): number {
  return Number((BigInt(micro) * BigInt(10_000 - spreadBps)) / 10_000n);
}

/** Base units worth at least `sum`, rounded up to the displayed decimals. */
export function unitsFor(coin: Coin, sum: Cents, rateMicro: number): bigint {
  const { decimals } = COINS[coin];
  const units = ceilDiv(BigInt(sum) * MICRO_PER_CENT * 10n ** BigInt(decimals), BigInt(rateMicro));
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN_DECIMALS));
  return ceilDiv(units, step) * step;
}

/** The worth of base units, rounded down to a cent. Throws a RangeError if cents cannot represent it. */
export function centsOf(coin: Coin, units: bigint, rateMicro: number): Cents {
  return centsOfParts(coin, [[units, rateMicro]]);
}

/** The same for parts at several rates: rounded down once. */
export function centsOfParts(coin: Coin, parts: readonly (readonly [units: bigint, rateMicro: number])[]): Cents {
  const worth = parts.reduce((sum, [units, rateMicro]) => sum + units * BigInt(rateMicro), 0n);
  return cents(Number(worth / (10n ** BigInt(COINS[coin].decimals) * MICRO_PER_CENT)));
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

const THOUSAND_DOLLARS = 100_000;
const BTC_SMALL = 2;
const BTC_LARGE = 6;
const ETH_SMALL = 32;

export interface BlockDepth {
  readonly confirmations: number;
  readonly final: boolean;
}

/** What is lost if the chain reverts its last blocks: a payment, and all credits of its coin that are not final yet. */
export interface CreditRisk {
  readonly worth: Cents;
  /** Credits that are not final: of this player, and of all players together. */
  readonly playerUnfinal: Cents;
  readonly siteUnfinal: Cents;
  /** The maximum for all players together. */
  readonly siteMost: Cents;
}

/** Whether so little is at stake that a few blocks are enough. Many small payments in one block count as one large one. */
export function isLittle({ worth, playerUnfinal, siteUnfinal, siteMost }: CreditRisk): boolean {
  return worth + playerUnfinal <= THOUSAND_DOLLARS && worth + siteUnfinal <= siteMost;
}

/** Blocks that a payment with this risk needs. If it needs the chain's own finality, the usual depth of that. */
export function neededConfirmations(coin: Coin, risk: CreditRisk): number {
  switch (COINS[coin].network) {
    case 'tron':
      return 1; // read from solidified blocks only
    case 'bitcoin':
      return isLittle(risk) ? BTC_SMALL : BTC_LARGE;
    case 'ethereum':
      return isLittle(risk) ? ETH_SMALL : ETH_SMALL * 2;
  }
}

/** Whether a payment with this risk is credited at this depth. */
export function isDeepEnough(coin: Coin, risk: CreditRisk, { confirmations, final }: BlockDepth): boolean {
  if (final) return true;
  const { network } = COINS[coin];
  if (network === 'tron' || (network === 'ethereum' && !isLittle(risk))) return false;
  return confirmations >= neededConfirmations(coin, risk);
}

/** A locked rate also covers 1% over the ordered amount, because wallets and exchanges round. Percent. */
const LOCK_PERCENT = 101n;
/** How long market readings are kept. An older lock is void, because it is no longer known whether the market fell. */
export const READINGS_KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

/** The base units that a locked rate covers, given the requested units. */
export function lockUnitsOf(units: bigint): bigint {
  return (units * LOCK_PERCENT) / 100n;
}

export interface PlayerLocks {
  /** A lock for this coin is active and not used up. */
  readonly isCoinHeld: boolean;
  /** Cents locked in the last 24 hours, used or not. */
  readonly dayCents: number;
}

/** Whether an order of this amount locks its rate. Without a lock it is still an order, at the rate of its confirmation. */
export function canLockRate(sum: Cents, { isCoinHeld, dayCents }: PlayerLocks, dayMost: number): boolean {
  return !isCoinHeld && dayCents + sum <= dayMost;
}

/** How the market has moved since an order was made, compared with the order's rate. */
export interface RateHistory {
  /** When a reading was first below the locked rate; null if never. */
  readonly fellAt: number | null;
  /** The newest reading before that: until then the market was at or above the locked rate. Null if there is none. */
  readonly goodUntil: number | null;
}

export interface RateLock extends RateHistory {
  readonly coin: Coin;
  /** The market rate at that moment minus the spread, so the market may fall by the spread before the site pays more than it gets. */
  readonly rateMicro: number | null;
  readonly createdAt: number;
  readonly lockUntil: number;
  /** Base units that the rate covers (0 if none was locked), and how many of them payments have used. */
  readonly lockUnits: bigint;
  readonly lockUsed: bigint;
}

export interface ChainPayment {
  readonly coin: Coin;
  readonly units: bigint;
  readonly seenAt: number;
  /** When it was first seen in its current block; null if it is in none. */
  readonly blockAt: number | null;
}

/** Current rates in millionths of a dollar: the market's, and the credit rate. */
export interface RatesNow {
  readonly market: number;
  readonly credited: number;
}

/** Whether the market has fallen below the locked rate so far. It stays fallen, whatever the market does later. */
export function hasFallen(
  { rateMicro, fellAt }: Pick<RateLock, 'rateMicro' | 'fellAt'>,
  market: number | null,
): boolean {
  return rateMicro !== null && (fellAt !== null || (market !== null && market < rateMicro));
}

/**
 * Whether the locked rate applies to a payment (its units permitting). The payment must be in a block while the rate is locked: the
 * sender of a pending transaction could push or replace it as the market moves. A payment from before the order gets the current rate,
 * because its rate could otherwise be chosen after the fact. If the market fell, a reading after the block must show that it fell later.
 */
export function isAtLock(
  lock: RateLock,
  { coin, seenAt, blockAt }: ChainPayment,
  market: number,
  now: number,
): boolean {
  const { createdAt, lockUntil, lockUnits, goodUntil } = lock;
  if (lockUnits === 0n || coin !== lock.coin || blockAt === null || now - createdAt > READINGS_KEPT_MS) return false;
  if (seenAt < createdAt || blockAt < createdAt || blockAt > lockUntil) return false;
  return !hasFallen(lock, market) || (goodUntil !== null && goodUntil >= blockAt);
}

/** What a payment is credited as. */
export interface PaymentPrice {
  /** Base units at the locked rate, and that rate; 0 and null if none. */
  readonly lockedUnits: bigint;
  readonly lockedMicro: number | null;
  /** The rate of the rest; if there is no rest, that of the lock. */
  readonly rateMicro: number;
  readonly worth: Cents;
}

/**
 * The price of a payment now. Null while no rate is known, even for locked units: only a rate can show that the lock still holds. The
 * excess over a lock gets the lower rate, because a player who can choose the amount could otherwise choose the rate.
 */
export function priceOf(lock: RateLock, paid: ChainPayment, rates: RatesNow | null, now: number): PaymentPrice | null {
  if (rates === null) return null;
  const { coin, units } = paid;
  const { rateMicro: locked, lockUnits, lockUsed } = lock;
  if (locked === null || !isAtLock(lock, paid, rates.market, now)) {
    const rateMicro = rates.credited;
    return { lockedUnits: 0n, lockedMicro: null, rateMicro, worth: centsOf(coin, units, rateMicro) };
  }
  const room = lockUnits - lockUsed;
  const lockedUnits = units < room ? units : room;
  const rest = units - lockedUnits;
  const rateMicro = rest === 0n ? locked : Math.min(locked, rates.credited);
  return {
    lockedUnits,
    lockedMicro: lockedUnits === 0n ? null : locked,
    rateMicro,
    worth: centsOfParts(coin, [
      [lockedUnits, locked],
      [rest, rateMicro],
    ]),
  };
}
