/**
 * What crypto deposits decide, without I/O: which rate is believed, what a sum is in base units and back, when a payment is deep
 * enough, for how much and how long a rate holds, and at which rate a payment is credited. Sums are cents, coins base
 * units (bigint), rates millionths of a dollar for one coin.
 */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';

const MINUTE_MS = 60_000;
export const RATE_LOCK_MS = 30 * MINUTE_MS;
export const ORDER_LIVES_MS = 24 * 60 * MINUTE_MS;
/** Deposits of one player that wait at the same time. */
export const MOST_WAITING = 5;
/** A figure older than this says nothing about now; nor does one from the future. */
export const STALE_MS = 5 * MINUTE_MS;
const AHEAD_MS = MINUTE_MS;
/** Two sources further apart than this: one of them is wrong, and nobody knows which. Percent of the lower one. */
const APART_PERCENT = 3;
/** A dollar coin outside of this is none at the moment. */
const USDT_MICRO = { least: 970_000, most: 1_030_000 } as const;
/** Cents to millionths of a dollar. */
const MICRO_PER_CENT = 10_000n;
/** People are asked for at most so many decimals of a coin; ETH has 18. */
const SHOWN_DECIMALS = 8;

export interface Figure {
  readonly micro: number;
  readonly quotedAt: number;
}

/** The middle of two fresh figures that agree, rounded down; null where there is no rate to believe. */
export function believedRate(coin: Coin, figures: readonly Figure[], now: number): number | null {
  const fresh = figures.filter(({ quotedAt }) => now - quotedAt <= STALE_MS && quotedAt - now <= AHEAD_MS);
  const [low, high] = fresh.map(({ micro }) => micro).sort((a, b) => a - b);
  if (fresh.length !== 2 || low === undefined || high === undefined || low <= 0) return null;
  if (BigInt(high - low) * 100n > BigInt(low) * BigInt(APART_PERCENT)) return null;
  const micro = Number((BigInt(low) + BigInt(high)) / 2n);
  if (coin === 'USDT' && (micro < USDT_MICRO.least || micro > USDT_MICRO.most)) return null;
  return micro;
}

/** The rate at which a coin is credited: the market's less the spread, rounded down. Millionths of a dollar. */
export function lessSpread(micro: number, spreadBps: number): number {
  return Number((BigInt(micro) * BigInt(10_000 - spreadBps)) / 10_000n);
}

/** Base units that are worth at least `sum`, rounded up to what people are shown. */
export function unitsFor(coin: Coin, sum: Cents, rateMicro: number): bigint {
  const { decimals } = COINS[coin];
  const units = ceilDiv(BigInt(sum) * MICRO_PER_CENT * 10n ** BigInt(decimals), BigInt(rateMicro));
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN_DECIMALS));
  return ceilDiv(units, step) * step;
}

/** What base units are worth, rounded down to a cent. Throws a RangeError for more than cents can count. */
export function centsOf(coin: Coin, units: bigint, rateMicro: number): Cents {
  return centsOfParts(coin, [[units, rateMicro]]);
}

/** The same of base units at several rates together: rounded down once. */
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

export interface Depth {
  readonly confirmations: number;
  readonly final: boolean;
}

/**
 * What is lost if the chain takes its last blocks back: a payment, and what was credited of its coin and is not final
 * yet.
 */
export interface Risk {
  readonly worth: Cents;
  /** Credited to this player, and to all players together. */
  readonly playerUnfinal: Cents;
  readonly siteUnfinal: Cents;
  /** The most that all players together may have of it. */
  readonly siteMost: Cents;
}

/** Whether so little is at stake that a few blocks are enough. Many small payments in one block are one large one. */
export function isLittle({ worth, playerUnfinal, siteUnfinal, siteMost }: Risk): boolean {
  return worth + playerUnfinal <= THOUSAND_DOLLARS && worth + siteUnfinal <= siteMost;
}

/**
 * Blocks that a payment of this risk needs; for what only the chain's own finality settles, the usual depth of that.
 */
export function neededFor(coin: Coin, risk: Risk): number {
  switch (COINS[coin].network) {
    case 'tron':
      return 1; // read from solidified blocks alone
    case 'bitcoin':
      return isLittle(risk) ? BTC_SMALL : BTC_LARGE;
    case 'ethereum':
      return isLittle(risk) ? ETH_SMALL : ETH_SMALL * 2;
  }
}

/** Whether a payment of this risk is credited at this depth. */
export function isDeepEnough(coin: Coin, risk: Risk, { confirmations, final }: Depth): boolean {
  if (final) return true;
  const { network } = COINS[coin];
  if (network === 'tron' || (network === 'ethereum' && !isLittle(risk))) return false;
  return confirmations >= neededFor(coin, risk);
}

/** A locked rate holds for this part of the ordered sum: 1 % over it, as wallets and exchanges round. Percent. */
const LOCK_PERCENT = 101n;
/** What the market was is known for so long. A lock that is older holds no more: whether it fell is forgotten. */
export const READINGS_KEPT_MS = 7 * 24 * 60 * MINUTE_MS;

/** The base units that a locked rate holds for, of those that were asked for. */
export function lockUnitsOf(units: bigint): bigint {
  return (units * LOCK_PERCENT) / 100n;
}

/** What a player holds of locked rates. */
export interface Locks {
  /** There is one for this coin that still holds and is not used up. */
  readonly isCoinHeld: boolean;
  /** Cents of the last 24 hours, used or not. */
  readonly dayCents: number;
}

/**
 * Whether an order of this sum locks its rate. One that does not is an order all the same, at the rate of its
 * confirmation.
 */
export function maySumLock(sum: Cents, { isCoinHeld, dayCents }: Locks, dayMost: number): boolean {
  return !isCoinHeld && dayCents + sum <= dayMost;
}

/** How the market stood since an order was made, against the order's rate. */
export interface Course {
  /** When it was first noted below the locked rate; null: never. */
  readonly fellAt: number | null;
  /** The newest figure before that: until then the market was at the locked rate or above it. Null: there is none. */
  readonly goodUntil: number | null;
}

export interface Lock extends Course {
  readonly coin: Coin;
  /**
   * The market's rate of its moment less the spread: so the market may fall by the spread before the site would pay
   * more than it gets.
   */
  readonly rateMicro: number | null;
  readonly createdAt: number;
  readonly lockUntil: number;
  /** Base units that the rate holds for, 0 where none was locked, and those of them that payments have used. */
  readonly lockUnits: bigint;
  readonly lockUsed: bigint;
}

/** A payment on the chain. */
export interface Paid {
  readonly coin: Coin;
  readonly units: bigint;
  readonly seenAt: number;
  /** When it was first seen in the block that it stands in; null: it stands in none. */
  readonly blockAt: number | null;
}

/** The rates of this moment, millionths of a dollar: the market's, and what a coin is credited at. */
export interface RatesNow {
  readonly market: number;
  readonly credited: number;
}

/** Whether the market has fallen below the rate of the lock by now. It stays fallen, whatever the market does later. */
export function hasFallen({ rateMicro, fellAt }: Pick<Lock, 'rateMicro' | 'fellAt'>, market: number | null): boolean {
  return rateMicro !== null && (fellAt !== null || (market !== null && market < rateMicro));
}

/**
 * Whether the locked rate counts for a payment, as far as its units go. It has to stand in a block while the rate is
 * locked: a transaction that waits can be pushed or replaced by its sender, as the market goes. One that was there
 * before the order is worth what it is worth now: a rate could otherwise be chosen after the fact. Where the market
 * fell, a figure of after the block shows that it fell later.
 */
export function isAtLock(lock: Lock, { coin, seenAt, blockAt }: Paid, market: number, now: number): boolean {
  const { createdAt, lockUntil, lockUnits, goodUntil } = lock;
  if (lockUnits === 0n || coin !== lock.coin || blockAt === null || now - createdAt > READINGS_KEPT_MS) return false;
  if (seenAt < createdAt || blockAt < createdAt || blockAt > lockUntil) return false;
  return !hasFallen(lock, market) || (goodUntil !== null && goodUntil >= blockAt);
}

/** What a payment is credited as. */
export interface Price {
  /** Base units at the locked rate, and that rate; 0 and null: none. */
  readonly lockedUnits: bigint;
  readonly lockedMicro: number | null;
  /** The rate of the rest; where there is no rest, that of the lock. */
  readonly rateMicro: number;
  readonly worth: Cents;
}

/**
 * The price of a payment now; null while no rate is known, also of what a lock holds for: that it holds can be said by
 * a rate alone. What comes over the sum of a lock is credited at the lower rate: who may choose the sum would otherwise
 * choose the rate.
 */
export function priceOf(lock: Lock, paid: Paid, rates: RatesNow | null, now: number): Price | null {
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
