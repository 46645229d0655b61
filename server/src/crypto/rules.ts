/**
 * What crypto deposits decide, without I/O: which rate is believed, what a sum is in base units and back, when a payment is deep
 * enough, and at which rate it is credited. Sums are cents, coins base units (bigint), rates millionths of a dollar for one coin.
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
  return cents(Number((units * BigInt(rateMicro)) / (10n ** BigInt(COINS[coin].decimals) * MICRO_PER_CENT)));
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

/** Blocks that a payment of this worth needs; for what only the chain's own finality settles, the usual depth of that. */
export function neededFor(coin: Coin, worth: Cents): number {
  switch (COINS[coin].network) {
    case 'tron':
      return 1; // read from solidified blocks alone
    case 'bitcoin':
      return worth <= THOUSAND_DOLLARS ? BTC_SMALL : BTC_LARGE;
    case 'ethereum':
      return worth <= THOUSAND_DOLLARS ? ETH_SMALL : ETH_SMALL * 2;
  }
}

/** Whether a payment of this worth is credited at this depth. */
export function isDeepEnough(coin: Coin, worth: Cents, { confirmations, final }: Depth): boolean {
  if (final) return true;
  const large = worth > THOUSAND_DOLLARS;
  if (COINS[coin].network === 'tron' || (COINS[coin].network === 'ethereum' && large)) return false;
  return confirmations >= neededFor(coin, worth);
}

export interface Lock {
  readonly coin: Coin;
  readonly rateMicro: number | null;
  readonly createdAt: number;
  readonly lockUntil: number;
}

/**
 * The locked rate for a payment of the order's coin that was first seen while it was locked, else the rate of now. A payment that
 * was there before the order is worth what it is worth now: a rate could otherwise be chosen after the fact.
 */
export function rateFor(order: Lock, payment: { coin: Coin; seenAt: number }, now: number | null): number | null {
  const { coin, rateMicro, createdAt, lockUntil } = order;
  const inside = payment.coin === coin && createdAt <= payment.seenAt && payment.seenAt <= lockUntil;
  return inside && rateMicro !== null ? rateMicro : now;
}
