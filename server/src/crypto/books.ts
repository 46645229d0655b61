/**
 * Credits what a chain shows: each payment once, in its own transaction, for the amount that arrived. Three things prevent a second
 * credit, and each alone would be enough: the ledger key is the payment's identity, its row is locked, and its state says it was done.
 *
 * Nothing is credited while an incident about its address is open, and nothing is ever debited here.
 */
import type { Cents } from '@fairpot/contract/wire/money';
import { countIn } from '../breakers/front.ts';
import { account, paymentPostings, transfer } from '../ledger/ledger.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { countArrived, uncountDeposit } from '../protection/front.ts';
import { addCoinsDeposited, lockCoins } from '../withdrawals/front.ts';
import { rateHistories, depositRates, ratesOf } from './rate-store.ts';
import { notifyCredited } from './notify.ts';
import {
  hasIncident,
  lockPayment,
  lockUnfinal,
  postponePayment,
  markCredited,
  markDust,
  reportForeignAddress,
  toPayment,
  risksOf,
} from './payment-store.ts';
import type { PaymentKey, PaymentRow } from './payment-store.ts';
import { isDeepEnough, ORDER_LIVES_MS, priceOf } from './rules.ts';
import {
  insertOrder,
  lockOf,
  markOrdered,
  orderOfWallet,
  updateOrder,
  NO_CHANGE,
  walletById,
  type CryptoOrderRow,
  type CryptoOrderChange,
  type WalletRow,
} from './store.ts';
import type { AddressBook } from './wallets.ts';

/** A payment as protection counts it, once. */
const sourceOf = ({ network, txid, idx }: PaymentKey): string => `${network}:${txid}:${idx}`;

/** Delay before a payment that waits for a rate or a person is checked again. */
const AGAIN_MS = 10_000;

interface Booking {
  readonly deps: Pick<Deps, 'ids'>;
  readonly tx: Tx;
  readonly now: number;
}

/** Books one payment that is due. Returns false if another node did. */
export async function bookPayment(
  deps: Pick<Deps, 'ids'>,
  book: AddressBook,
  tx: Tx,
  due: PaymentKey & { readonly playerId: string },
  now: number,
): Promise<boolean> {
  await lockCoins(tx, due.playerId);
  const payment = await lockPayment(tx, due, now);
  if (payment === undefined) return false;
  const booking: Booking = { deps, tx, now };
  const wallet = await walletById(tx, payment.walletId);
  if (!book.isOurs(wallet)) {
    await reportForeignAddress(tx, payment, wallet.id, now);
    await postponePayment(tx, payment, now + AGAIN_MS);
    return true;
  }
  const order = (await orderOfWallet(tx, wallet.id)) ?? (await orderFor(booking, wallet));
  const credited = payment.state === 'CONFIRMING' ? await creditIfDeep(booking, wallet, order, payment) : 'wait';
  if (typeof credited === 'object') await addCoinsDeposited(tx, wallet.playerId, credited.credited);
  else if (credited === 'wait') await postponePayment(tx, payment, null);
  // Postponed at every check, so that a payment that cannot be credited yet does not block the ones after it.
  else if (credited === 'again') return postponePayment(tx, payment, now + AGAIN_MS).then(() => true);
  await updateOrder(tx, order.id, typeof credited === 'object' ? credited : NO_CHANGE, now);
  if (typeof credited === 'object') await notifyCredited(tx, wallet, credited.credited, now);
  return true;
}

/** Makes an order for money that arrived without one, so that the player sees it with the others. */
async function orderFor({ deps, tx, now }: Booking, wallet: WalletRow): Promise<CryptoOrderRow> {
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
    lockUntil: now,
    expiresAt: now + ORDER_LIVES_MS,
    slot: null,
    lockUnits: '0',
  });
  const made = await orderOfWallet(tx, wallet.id);
  if (made === undefined) throw new Error(`order ${id} was not created`);
  return made;
}

/** Credits it and returns the amount. 'wait': until the chain shows more; 'again': until there is a rate or a person acted; 'done': dust. */
async function creditIfDeep(
  { deps, tx, now }: Booking,
  wallet: WalletRow,
  order: CryptoOrderRow,
  payment: PaymentRow,
): Promise<(CryptoOrderChange & { readonly credited: Cents }) | 'wait' | 'again' | 'done'> {
  const rates = ratesOf(await depositRates(tx, now), payment.coin);
  const lock = lockOf(order, (await rateHistories(tx, [order.id]))(order.id));
  const price = priceOf(lock, toPayment(payment), rates, now);
  if (price === null) return 'again';
  const { worth } = price;
  // A final payment can leave no block; the others are summed up one after another.
  if (!payment.final) await lockUnfinal(tx, payment.coin);
  const risk = (await risksOf(tx, wallet.playerId))(payment.coin, worth);
  if (!isDeepEnough(payment.coin, risk, payment)) return 'wait';
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
    postings: paymentPostings(account.world, account.cash(wallet.playerId), worth),
  });
  await countIn(tx, `coin:${payment.coin}`, worth, now);
  // What arrived counts against the player's limits instead of what was ordered.
  await uncountDeposit(tx, order.id);
  await countArrived(tx, { source: sourceOf(payment), playerId: wallet.playerId, cents: worth });
  await markCredited(tx, payment, { ...price, cents: worth, transferId }, now);
  return { credited: worth, lockedUnits: price.lockedUnits };
}
