/**
 * The decisions of crypto withdrawals, without I/O: the coins for a sum, when it is requoted and within which bounds, and how long
 * withdrawals took. Sums are cents, coins base units (bigint), rates millionths of a dollar per coin.
 */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';

const MICRO_PER_CENT = 10_000n;
const BPS = 10_000n;
/** Displayed decimals of a coin. Payments have no more, so that they equal what was shown. */
const SHOWN_DECIMALS = 8;
export const MAX_OPEN_WITHDRAWALS = 5;
/** A signer that has not advertised for this long may be down: its coins are not offered. */
export const ADVERTISED_MS = 10 * 60_000;
export const TIMES_DAYS = 30;
export const DAY_MS = 24 * 60 * 60_000;

/** The payout rate: the market rate plus the spread, rounded up. */
export function payoutRate(marketMicro: number, spreadBps: number): number {
  return Number((BigInt(marketMicro) * (BPS + BigInt(spreadBps)) + BPS - 1n) / BPS);
}

/** Base units for a sum (fee already deducted), rounded down to the displayed decimals. */
export function payoutUnits(coin: Coin, netCents: number, rateMicro: number): bigint {
  const { decimals } = COINS[coin];
  return shownUnits(coin, (BigInt(netCents) * MICRO_PER_CENT * 10n ** BigInt(decimals)) / BigInt(rateMicro));
}

/** Base units rounded down to the displayed decimals. */
function shownUnits(coin: Coin, units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, COINS[coin].decimals - SHOWN_DECIMALS));
  return (units / step) * step;
}

/** The minimum and maximum base units that a withdrawal may pay after requoting. */
export interface QuoteBounds {
  readonly least: bigint;
  readonly most: bigint;
}

/** How far a new quote may be from what was shown, on either side. */
export function boundsOf(coin: Coin, units: bigint, bps: number): QuoteBounds {
  const least = shownUnits(coin, (units * (BPS - BigInt(bps))) / BPS);
  return { least: least > 0n ? least : units, most: shownUnits(coin, (units * (BPS + BigInt(bps))) / BPS) };
}

export interface RequoteTerms extends QuoteBounds {
  readonly coin: Coin;
  /** The cents that are paid, after the fee. */
  readonly netCents: number;
  readonly spreadBps: number;
}

/** What a withdrawal pays at the current market; null if that is outside the bounds its player agreed to. */
export function requoteUnits(
  { coin, netCents, spreadBps, least, most }: RequoteTerms,
  market: number,
): { readonly units: bigint; readonly rateMicro: number } | null {
  const rateMicro = payoutRate(market, spreadBps);
  const units = payoutUnits(coin, netCents, rateMicro);
  return units < least || units > most ? null : { units, rateMicro };
}

/** Base units of a decimal number of coins; digits beyond the smallest unit are cut off. ('1.5', 6) -> 1500000n. */
export function unitsOfText(text: string, decimals: number): bigint {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
}

export interface DurationStep {
  /** The n-th step ends at 1.1^n ms. */
  readonly step: number;
  readonly done: number;
}

/**
 * Milliseconds within which `percent` percent were done: the end of the step that contains that percentile. `steps` is ascending and not
 * empty.
 */
export function withinMs(steps: readonly DurationStep[], percent: number): number {
  const all = steps.reduce((sum, { done }) => sum + done, 0);
  const wanted = Math.ceil((all * percent) / 100);
  let seen = 0;
  for (const { step, done } of steps) {
    seen += done;
    if (seen >= wanted) return Math.ceil(1.1 ** step);
  }
  return 0;
}
