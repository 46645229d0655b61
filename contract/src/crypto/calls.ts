/**
 * Money in by crypto: the coins, where they are sent to, what they are worth and what became of a deposit. Amounts of coins are
 * strings: base units never fit a number. One **coin** is what is credited (TRX, USDT, BTC, ETH), one **network** is the chain it
 * arrives on (TRON carries two coins).
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** By name as the spec writes it: decimals of the base unit, the chain, and how the chain is called on screens. */
export const COINS = {
  TRX: { network: 'tron', decimals: 6, networkName: 'TRON' },
  USDT: { network: 'tron', decimals: 6, networkName: 'TRC20' },
  BTC: { network: 'bitcoin', decimals: 8, networkName: 'Bitcoin' },
  ETH: { network: 'ethereum', decimals: 18, networkName: 'Ethereum' },
} as const;
export type Coin = keyof typeof COINS;
export type Network = (typeof COINS)[Coin]['network'];

export const COIN_NAMES = ['TRX', 'USDT', 'BTC', 'ETH'] as const satisfies readonly Coin[];
export const NETWORKS = ['tron', 'bitcoin', 'ethereum'] as const satisfies readonly Network[];

/** The least that a deposit can be asked for (spec 9). What arrives is credited whatever it is worth. */
export const MIN_DEPOSIT_CENTS = 1_000;

export const CRYPTO_STATUSES = ['PENDING', 'COMPLETED', 'DECLINED'] as const;

/**
 * How the rate of a deposit stands. HELD: it is locked for the sum that was asked for, in its time. FELL: the market
 * has fallen below it, and the lock is void for what stands in a block after that. NONE: no rate was locked.
 */
export const RATE_STATES = ['HELD', 'FELL', 'NONE'] as const;

/** Base units as a decimal number of coins without trailing zeros: ('1500000', 6) -> '1.5'. Digits only, 0 or more. */
export function coinText(units: string, decimals: number): string {
  const padded = units.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals);
  const rest = padded.slice(padded.length - decimals).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

export const listCryptoWallets = queryAt('crypto.wallets', '/cryptodeposits/wallets');
export const listCryptoRates = queryAt('crypto.rates', '/cryptodeposits/rates');
export const calculateCrypto = queryAt('crypto.calculate', '/cryptodeposits/rates/calculate', 'POST');
export const listCryptoOrders = queryAt('crypto.orders', '/cryptodeposits/order/list');
export const listCryptoStrays = queryAt('crypto.strays', '/cryptodeposits/strays');
export const createCryptoOrder = commandAt('crypto.order', '/cryptodeposits/order/create');
