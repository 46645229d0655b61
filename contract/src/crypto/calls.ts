/**
 * Crypto deposits: the coins, the deposit addresses, the rates and the state of each deposit. Amounts of coins are
 * strings: base units do not fit a number. A **coin** is what is credited (TRX, USDT, BTC, ETH); a **network** is the
 * chain it arrives on (TRON carries two coins).
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** By the spec's name: decimals of the base unit, the chain, and the chain's name on screens. */
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

/** Minimum amount of a requested deposit (spec 9). Received coins are credited whatever they are worth. */
export const MIN_DEPOSIT_CENTS = 1_000;

export const CRYPTO_STATUSES = ['PENDING', 'COMPLETED', 'DECLINED'] as const;

/**
 * State of a deposit's rate. HELD: locked for the requested sum and time. FELL: the market has fallen below it, and the
 * lock does not apply to payments mined after that. NONE: no rate was locked.
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
