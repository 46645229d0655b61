/**
 * What withdrawals by crypto decide, without I/O: what a sum is in coins, when it is quoted anew and within which
 * bounds, and how long they took. Sums are cents, coins base units (bigint), rates millionths of a dollar for one coin.
 */
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';

const MICRO_PER_CENT = 10_000n;
const BPS = 10_000n;
/** People are shown at most so many decimals of a coin; what is sent has no more, so that it is what was shown. */
const SHOWN_DECIMALS = 8;
/** Withdrawals of one player under way at the same time. */
export const MOST_OPEN = 5;
/** A signer that has said nothing for so long may be gone: its coins are not offered. */
export const WAY_OUT_MS = 10 * 60_000;
export const TIMES_DAYS = 30;
export const DAY_MS = 24 * 60 * 60_000;

/** The rate that coins are given out at: the market's and the spread, rounded up. */
export function payoutRate(marketMicro: number, spreadBps: number): number {
  return Number((BigInt(marketMicro) * (BPS + BigInt(spreadBps)) + BPS - 1n) / BPS);
}

/** Base units for a sum from which the fee was taken off, rounded down to what people are shown. */
export function payoutUnits(coin: Coin, netCents: number, rateMicro: number): bigint {
  const { decimals } = COINS[coin];
  return shownUnits(coin, (BigInt(netCents) * MICRO_PER_CENT * 10n ** BigInt(decimals)) / BigInt(rateMicro));
}

/** Base units rounded down to what people are shown. */
function shownUnits(coin: Coin, units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, COINS[coin].decimals - SHOWN_DECIMALS));
  return (units / step) * step;
}

/** The least and the most base units that a withdrawal may pay after a newer quote. */
export interface Bounds {
  readonly least: bigint;
  readonly most: bigint;
}

/** How far from what is shown a newer quote may be, on either side. */
export function boundsOf(coin: Coin, units: bigint, bps: number): Bounds {
  const least = shownUnits(coin, (units * (BPS - BigInt(bps))) / BPS);
  return { least: least > 0n ? least : units, most: shownUnits(coin, (units * (BPS + BigInt(bps))) / BPS) };
}

export interface Quoted extends Bounds {
  readonly coin: Coin;
  /** Cents that are paid, the fee taken off. */
  readonly netCents: number;
  readonly spreadBps: number;
}

/** What a withdrawal pays at the market of now; null: further from what its player was shown than they agreed to. */
export function requoted(
  { coin, netCents, spreadBps, least, most }: Quoted,
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

export interface Step {
  /** The n-th step ends at 1.1^n ms. */
  readonly step: number;
  readonly done: number;
}

/** Milliseconds within which `percent` of a hundred were done: the end of the step that holds that one. `steps` ascending, not empty. */
export function withinMs(steps: readonly Step[], percent: number): number {
  const all = steps.reduce((sum, { done }) => sum + done, 0);
  const wanted = Math.ceil((all * percent) / 100);
  let seen = 0;
  for (const { step, done } of steps) {
    seen += done;
    if (seen >= wanted) return Math.ceil(1.1 ** step);
  }
  return 0;
}
