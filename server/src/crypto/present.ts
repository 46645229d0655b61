/** Addresses and orders as views, each field named. No other module exposes them. */
import { COINS, coinText, type Coin } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder, CryptoPayment, CryptoWallet } from '@fairpot/contract/crypto/schemas';
import { cents, usd, type Cents } from '@fairpot/contract/wire/money';
import { columnOf, type Db } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { toPayment, paymentsTo, risksOf, type ShownPaymentRow } from './payment-store.ts';
import { rateHistories, depositRates, ratesOf, type DepositRates } from './rate-store.ts';
import { hasFallen, neededConfirmations, priceOf, type RateLock, type CreditRisk } from './rules.ts';
import { lockOf, walletsByIds, type CryptoOrderRow, type WalletRow } from './store.ts';
import type { AddressBook } from './wallets.ts';

/** How many payments of an order are shown, newest first. */
const MAX_PAYMENTS = 20;

export function presentWallet(book: AddressBook, wallet: WalletRow): CryptoWallet {
  const { id, coin, address } = wallet;
  const signature = book.signatureOf(wallet) ?? '';
  return { id, coinName: coin, wallet: address, signature, networkName: COINS[coin].networkName };
}

/** A player's orders with their payments, in the given order. An address that is not ours, or unsigned, is never shown. */
export async function presentOrders(
  db: Db,
  book: AddressBook,
  orders: readonly CryptoOrderRow[],
  now: number,
): Promise<CryptoOrder[]> {
  const [first] = orders;
  if (first === undefined) return [];
  const ids = orders.map((order) => order.walletId);
  // One after another: `db` may be a transaction, which has one connection.
  const wallets = await walletsByIds(db, ids);
  const payments = await paymentsTo(db, ids, MAX_PAYMENTS);
  const rates = await depositRates(db, now);
  const courseOf = await rateHistories(db, columnOf(orders, 'id'));
  const riskOf = await risksOf(db, first.playerId);
  return orders.map((order) => {
    const wallet = wallets.find(({ id }) => id === order.walletId);
    invariant(wallet, `order ${order.id} has no address`);
    const { decimals, networkName } = COINS[order.coin];
    const signature = book.signatureOf(wallet);
    const lock = lockOf(order, courseOf(order.id));
    return {
      id: order.id,
      version: order.version,
      status: order.status,
      amountUsd: usd(order.creditedCents > 0 ? order.creditedCents : (order.askedCents ?? cents(0))),
      coinName: order.coin,
      networkName,
      wallet: book.isOurs(wallet) && signature !== null ? wallet.address : '',
      signature: signature ?? '',
      amountCoin: order.units === null ? null : coinText(order.units, decimals),
      createdAt: order.createdAt,
      rateLockedUntil: order.lockUntil,
      rateState: rateStateOf(lock, now <= order.lockUntil ? (rates.market.get(order.coin) ?? null) : null),
      expiresAt: order.expiresAt,
      payments: payments
        .filter(({ walletId }) => walletId === order.walletId)
        .map((payment) => presentPayment(lock, payment, { rates, riskOf, now })),
    };
  });
}

function rateStateOf(lock: RateLock, market: number | null): CryptoOrder['rateState'] {
  if (lock.lockUnits === 0n) return 'NONE';
  return hasFallen(lock, market) ? 'FELL' : 'HELD';
}

interface PaymentContext {
  readonly rates: DepositRates;
  readonly riskOf: (coin: Coin, worth: Cents) => CreditRisk;
  readonly now: number;
}

function presentPayment(
  lock: RateLock,
  payment: ShownPaymentRow,
  { rates, riskOf, now }: PaymentContext,
): CryptoPayment {
  const price = priceOf(lock, toPayment(payment), ratesOf(rates, payment.coin), now);
  return {
    txid: payment.txid,
    coinName: payment.coin,
    amountCoin: coinText(payment.units, COINS[payment.coin].decimals),
    state: payment.state,
    confirmations: payment.confirmations,
    needed: neededConfirmations(payment.coin, riskOf(payment.coin, price?.worth ?? cents(0))),
    seenAt: payment.seenAt,
    blockAt: payment.blockAt,
    atLock: payment.creditedCents === null ? atLockOf(payment, price?.lockedUnits) : wasAtLock(payment),
    amountUsd: payment.creditedCents === null ? null : usd(payment.creditedCents),
    overLimit: payment.overLimit,
  };
}

/** How much of a payment would be credited at the locked rate now; null while unknown. */
function atLockOf({ units, blockAt }: ShownPaymentRow, lockedUnits: bigint | undefined): CryptoPayment['atLock'] {
  if (blockAt === null || lockedUnits === undefined) return null;
  if (lockedUnits === 0n) return 'NONE';
  return lockedUnits === BigInt(units) ? 'ALL' : 'PART';
}

/** The same for a credited payment. */
function wasAtLock({ lockedUnits, units }: ShownPaymentRow): CryptoPayment['atLock'] {
  if (lockedUnits === null) return 'NONE';
  return lockedUnits === units ? 'ALL' : 'PART';
}
