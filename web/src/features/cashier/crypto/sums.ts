/** Sums, rates, coins and their amounts as the cashier's pages read and write them. Pure. */
import { COINS, coinText, type Coin } from '@fairpot/contract/crypto/calls';

/** What the page starts with (spec 9). */
export const DEFAULT_SUM = '10';
/** A sum is recalculated when nothing was typed for so long (spec 9). */
export const SETTLE_MS = 600;
/** Nobody tells of a rate that moved, or of one that is known again. */
export const RATES_EVERY_MS = { known: 60_000, unknown: 5_000 } as const;
/** How often a deposit that waits is asked for, beside what is pushed (spec 9). */
export const POLL_MS = 30_000;

/** '$67,187.33' of 67187.33, '$0.27' of 0.27, '$0.999501' of 0.999501: small rates keep the decimals that they have, up to six. */
export function rateText(dollars: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: dollars < 10 ? 6 : 2 };
  return `$${dollars.toLocaleString('en-US', digits)}`;
}

/** Base units of a decimal number of coins, as the wire writes them. */
export function unitsOf(coin: Coin, amount: string): bigint {
  const [whole = '0', rest = ''] = amount.split('.');
  return BigInt(whole + rest.slice(0, COINS[coin].decimals).padEnd(COINS[coin].decimals, '0'));
}

/** All of these amounts of one coin together. */
export function totalOf(coin: Coin, amounts: readonly string[]): string {
  const units = amounts.reduce((sum, amount) => sum + unitsOf(coin, amount), 0n);
  return coinText(units.toString(), COINS[coin].decimals);
}

/** 'TRX on TRON', 'USDT on TRON (TRC20)': what may be sent to an address, and where. */
export function coinOnNetwork(coin: Coin): string {
  const { network, networkName } = COINS[coin];
  const chain = { tron: 'TRON', bitcoin: 'Bitcoin', ethereum: 'Ethereum' }[network];
  return networkName === chain ? `${coin} on ${chain}` : `${coin} on ${chain} (${networkName})`;
}
