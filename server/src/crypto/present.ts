/** Addresses and orders as views, each field named: the only way they leave. */
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder, CryptoWallet } from '@fairpot/contract/crypto/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { Db } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { paymentsTo, type ShownPaymentRow } from './payment-store.ts';
import { depositRates } from './rate-store.ts';
import { centsOf, neededFor, rateFor } from './rules.ts';
import { walletsByIds, type OrderRow, type WalletRow } from './store.ts';
import type { AddressBook } from './wallets.ts';

/** Payments of one order that are shown, the newest. */
const MOST_PAYMENTS = 20;

export function presentWallet(book: AddressBook, wallet: WalletRow): CryptoWallet {
  const { id, coin, address } = wallet;
  const signature = book.signatureOf(wallet) ?? '';
  return { id, coinName: coin, wallet: address, signature, networkName: COINS[coin].networkName };
}

/** The orders with what the chains show of them, in the given order. An address that is not ours, or that nobody signed, is shown to nobody. */
export async function presentOrders(
  db: Db,
  book: AddressBook,
  orders: readonly OrderRow[],
  now: number,
): Promise<CryptoOrder[]> {
  if (orders.length === 0) return [];
  const ids = orders.map((order) => order.walletId);
  // One after the other: `db` may be a transaction, which has one connection.
  const wallets = await walletsByIds(db, ids);
  const payments = await paymentsTo(db, ids, MOST_PAYMENTS);
  const { credited: rates } = await depositRates(db, now);
  return orders.map((order) => {
    const wallet = wallets.find(({ id }) => id === order.walletId);
    invariant(wallet, `${order.id} has no address`);
    const { decimals, networkName } = COINS[order.coin];
    const signature = book.signatureOf(wallet);
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
      expiresAt: order.expiresAt,
      payments: payments
        .filter(({ walletId }) => walletId === order.walletId)
        .map((payment) => presentPayment(order, payment, rates.get(payment.coin) ?? null)),
    };
  });
}

function presentPayment(
  order: OrderRow,
  payment: ShownPaymentRow,
  rateNow: number | null,
): CryptoOrder['payments'][number] {
  const rate = rateFor(order, payment, rateNow);
  const worth = rate === null ? cents(0) : centsOf(payment.coin, BigInt(payment.units), rate);
  return {
    txid: payment.txid,
    coinName: payment.coin,
    amountCoin: coinText(payment.units, COINS[payment.coin].decimals),
    state: payment.state,
    confirmations: payment.confirmations,
    needed: neededFor(payment.coin, worth),
    seenAt: payment.seenAt,
    amountUsd: payment.creditedCents === null ? null : usd(payment.creditedCents),
    overLimit: payment.overLimit,
  };
}
