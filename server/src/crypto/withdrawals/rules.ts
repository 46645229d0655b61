/**
 * What withdrawals by crypto decide, without I/O: what a sum is in coins, and how long they took. Sums are cents, coins base units
 * (bigint), rates millionths of a dollar for one coin.
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
  const units = (BigInt(netCents) * MICRO_PER_CENT * 10n ** BigInt(decimals)) / BigInt(rateMicro);
  const step = 10n ** BigInt(Math.max(0, decimals - SHOWN_DECIMALS));
  return (units / step) * step;
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
