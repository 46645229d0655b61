/** Formats and arithmetic of sums, rates and coin amounts on the cashier's pages. Pure. */
import { COINS, coinText, type Coin } from '@fairpot/contract/crypto/calls';
import { texts } from './texts.ts';

/** The sum that the form starts with (spec 9). */
export const DEFAULT_SUM = '10';
/** A sum is recalculated this long after the last change (spec 9). */
export const SETTLE_MS = 600;
/** Rates are polled: no fact reports a change. */
export const RATES_EVERY_MS = { known: 60_000, unknown: 5_000 } as const;
/** How often a pending deposit is polled, in addition to facts (spec 9). */
export const POLL_MS = 30_000;

/** '$67,187.33' for 67187.33, '$0.27' for 0.27, '$0.999501' for 0.999501: small rates keep up to six decimals. */
export function rateText(dollars: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: dollars < 10 ? 6 : 2 };
  return `$${dollars.toLocaleString('en-US', digits)}`;
}

/** Base units of a decimal coin amount, which is how the wire has it. */
export function unitsOf(coin: Coin, amount: string): bigint {
  const [whole = '0', rest = ''] = amount.split('.');
  return BigInt(whole + rest.slice(0, COINS[coin].decimals).padEnd(COINS[coin].decimals, '0'));
}

/** The sum of these amounts of one coin. */
export function totalOf(coin: Coin, amounts: readonly string[]): string {
  const units = amounts.reduce((sum, amount) => sum + unitsOf(coin, amount), 0n);
  return coinText(units.toString(), COINS[coin].decimals);
}

/** 'TRX on TRON', 'USDT on TRON (TRC20)': a coin and its chain. */
export function coinOnNetwork(coin: Coin): string {
  const { network, networkName } = COINS[coin];
  const chain = { tron: 'TRON', bitcoin: 'Bitcoin', ethereum: 'Ethereum' }[network];
  return texts.coinOnChain(coin, networkName === chain ? chain : `${chain} (${networkName})`);
}
