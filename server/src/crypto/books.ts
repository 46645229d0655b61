/**
 * What follows for money from what a chain shows: each payment credited once, in a transaction of its own, for what arrived. The
 * ledger's key is the payment's identity, its row is locked, and its state says it was done: any one of them would be enough.
 *
 * Nothing is credited while an incident about its address is open, and nothing is ever taken back here.
 */
import { cents } from '@fairpot/contract/wire/money';
import { account, transfer } from '../ledger/ledger.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { depositRates } from './rate-store.ts';
import { tellCredited } from './told.ts';
import { hasIncident, lockPayment, lookAgain, markCredited, markDust, openForeign } from './payment-store.ts';
import type { PaymentKey, PaymentRow } from './payment-store.ts';
import { centsOf, isDeepEnough, ORDER_LIVES_MS, RATE_LOCK_MS, rateFor } from './rules.ts';
import {
  addDeposited,
  insertOrder,
  lockPlayer,
  markOrdered,
  orderOfWallet,
  touchOrder,
  walletById,
  type OrderRow,
  type WalletRow,
} from './store.ts';
import type { AddressBook } from './wallets.ts';

/** What waits for a rate or for a person is looked at again after this. */
const AGAIN_MS = 10_000;

interface Booking {
  readonly deps: Pick<Deps, 'ids'>;
  readonly tx: Tx;
  readonly now: number;
}

/** Books what is due for one payment. False: somebody else did. */
export async function bookPayment(
  deps: Pick<Deps, 'ids'>,
  book: AddressBook,
  tx: Tx,
  due: PaymentKey & { readonly playerId: string },
  now: number,
): Promise<boolean> {
  await lockPlayer(tx, due.playerId);
  const payment = await lockPayment(tx, due, now);
  if (payment === undefined) return false;
  const booking: Booking = { deps, tx, now };
  const wallet = await walletById(tx, payment.walletId);
  if (!book.isOurs(wallet)) {
    await openForeign(tx, payment, wallet.id, now);
    await lookAgain(tx, payment, now + AGAIN_MS);
    return true;
  }
  const order = (await orderOfWallet(tx, wallet.id)) ?? (await orderFor(booking, wallet));
  const credited = payment.state === 'CONFIRMING' ? await creditIfDeep(booking, wallet, order, payment) : 'wait';
  if (typeof credited === 'number') await addDeposited(tx, wallet.playerId, cents(credited));
  else if (credited === 'wait') await lookAgain(tx, payment, null);
  // Put off at every look, so that what cannot be credited yet holds up nothing behind it.
  else if (credited === 'again') return lookAgain(tx, payment, now + AGAIN_MS).then(() => true);
  await touchOrder(tx, order.id, typeof credited === 'number' ? credited : 0, now);
  if (typeof credited === 'number') await tellCredited(tx, wallet, cents(credited), now);
  return true;
}

/** What came to an address that nobody had ordered with: it gets an order, so that the player sees it among the others. */
async function orderFor({ deps, tx, now }: Booking, wallet: WalletRow): Promise<OrderRow> {
  await markOrdered(tx, wallet.id);
  const id = deps.ids.next('cryptoOrder');
  await insertOrder(tx, {
    id,
    playerId: wallet.playerId,
    walletId: wallet.id,
    coin: wallet.coin,
    askedCents: null,
    units: null,
    rateMicro: null,
    createdAt: now,
    lockUntil: now + RATE_LOCK_MS,
    expiresAt: now + ORDER_LIVES_MS,
    slot: null,
  });
  const made = await orderOfWallet(tx, wallet.id);
  if (made === undefined) throw new Error(`order ${id} was not made`);
  return made;
}

/** The cents that were credited; 'wait': until the chain shows more, 'again': until rate or person, 'done': dust. */
async function creditIfDeep(
  { deps, tx, now }: Booking,
  wallet: WalletRow,
  order: OrderRow,
  payment: PaymentRow,
): Promise<number | 'wait' | 'again' | 'done'> {
  const { credited: rates } = await depositRates(tx, now);
  const rate = rateFor(order, payment, rates.get(payment.coin) ?? null);
  if (rate === null) return 'again';
  const worth = centsOf(payment.coin, BigInt(payment.units), rate);
  if (!isDeepEnough(payment.coin, worth, payment)) return 'wait';
  if (await hasIncident(tx, wallet.id)) return 'again';
  if (worth === 0) {
    await markDust(tx, payment, now);
    return 'done';
  }
  const transferId = await transfer(tx, {
    id: deps.ids.next('transfer'),
    key: `crypto:${payment.network}:${payment.txid}:${payment.idx}`,
    code: 'CRYPTO_DEPOSIT',
    ref: order.id,
    at: now,
    postings: [
      { account: account.world, cents: cents(0 - worth) },
      { account: account.cash(wallet.playerId), cents: worth },
    ],
  });
  await markCredited(tx, payment, { cents: worth, rateMicro: rate, transferId }, now);
  return worth;
}
