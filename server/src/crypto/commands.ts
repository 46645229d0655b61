/** Creates deposit orders. An order reserves one of the player's own addresses and locks the rate for its amount and half an hour. */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { createCryptoOrder } from '@fairpot/contract/crypto/schemas';
import { MIN_DEPOSIT_CENTS, type Coin } from '@fairpot/contract/crypto/calls';
import { cents, centsFromUsd, type Cents } from '@fairpot/contract/wire/money';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { isPaused } from '../platform/runner/pauses.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { columnOf, type Db, type Tx } from '../platform/database/sql.ts';
import { countOrdered } from '../protection/front.ts';
import { lockCoins } from '../withdrawals/front.ts';
import { presentOrders } from './present.ts';
import { readSettings } from '../platform/runner/settings.ts';
import { rateHistories, depositRates } from './rate-store.ts';
import {
  hasFallen,
  lockUnitsOf,
  canLockRate,
  MAX_PENDING_ORDERS,
  ORDER_LIVES_MS,
  RATE_LOCK_MS,
  unitsFor,
} from './rules.ts';
import { DEPOSIT_SETTINGS } from './settings.ts';
import {
  freeSlot,
  insertOrder,
  lockedCentsInDay,
  activeLocks,
  markOrdered,
  orderById,
  orderOfWallet,
  updateOrder,
  NO_CHANGE,
  walletOf,
  keepWarm,
} from './store.ts';
import type { AddressBook } from './wallets.ts';

export async function createOrder(
  deps: Pick<Deps, 'ids'>,
  book: AddressBook,
  { tx, actor, now }: { readonly tx: Tx; readonly actor: Actor; readonly now: number },
  input: CallInput<typeof createCryptoOrder>,
): Promise<CallOutput<typeof createCryptoOrder>> {
  // Bots have their own money and nothing to send.
  if (actor.isBot) refuse('FORBIDDEN');
  const sum = toCents(input.amountUsd);
  if (sum < MIN_DEPOSIT_CENTS) refuse('CRYPTO_MIN');
  if (await isPaused(tx, 'cryptoDeposit.paused')) refuse('GAME_PAUSED');
  await lockCoins(tx, actor.id);
  const wallet = (await walletOf(tx, actor.id, input.walletId)) ?? refuse('NOT_FOUND');
  if (wallet.ordered) {
    // The payment arrived before the button was pressed: the amount received is the deposit, and no rate is locked.
    const existing = await orderOfWallet(tx, wallet.id);
    if (existing === undefined || existing.askedCents !== null) return refuse('CRYPTO_ORDERED');
    return presentOrder(tx, book, existing.id, now);
  }
  invariant(book.isOurs(wallet) || !book.offered.includes(wallet.coin), `the address of ${wallet.id} is not ours`);
  // An address that the offline key has not signed is never shown.
  if (book.signatureOf(wallet) === null) refuse('COIN_CLOSED');
  const rateMicro = await rateOf(tx, book, wallet.coin, now);
  const slot =
    (await freeSlot(tx, actor.id, MAX_PENDING_ORDERS)) ?? refuse('TOO_MANY_CRYPTO_ORDERS', { max: MAX_PENDING_ORDERS });
  invariant(await markOrdered(tx, wallet.id), `${wallet.id} has an order`);
  const id = deps.ids.next('cryptoOrder');
  const units = unitsFor(wallet.coin, sum, rateMicro);
  const isLocked = await canLock(tx, actor.id, wallet.coin, sum, now);
  await countOrdered(tx, { source: id, playerId: actor.id, cents: sum });
  await insertOrder(tx, {
    id,
    playerId: actor.id,
    walletId: wallet.id,
    coin: wallet.coin,
    askedCents: sum,
    units: units.toString(),
    rateMicro,
    createdAt: now,
    lockUntil: isLocked ? now + RATE_LOCK_MS : now,
    expiresAt: now + ORDER_LIVES_MS,
    slot,
    lockUnits: (isLocked ? lockUnitsOf(units) : 0n).toString(),
  });
  await keepWarm(tx, [wallet.id], now);
  await updateOrder(tx, id, NO_CHANGE, now);
  return presentOrder(tx, book, id, now);
}

/** Whether an order of this amount locks its rate. The player is locked, so that of several orders at once only one locks. */
async function canLock(tx: Tx, playerId: string, coin: Coin, sum: Cents, now: number): Promise<boolean> {
  const locks = await activeLocks(tx, playerId, coin, now);
  const courseOf = await rateHistories(tx, columnOf(locks, 'id'));
  const market = (await depositRates(tx, now)).market.get(coin) ?? null;
  const isCoinHeld = locks.some((order) => !hasFallen({ ...order, ...courseOf(order.id) }, market));
  const { 'crypto.lockDayCents': most } = await readSettings(tx, DEPOSIT_SETTINGS);
  return canLockRate(sum, { isCoinHeld, dayCents: await lockedCentsInDay(tx, playerId, now) }, most);
}

async function presentOrder(
  tx: Tx,
  book: AddressBook,
  id: string,
  now: number,
): Promise<CallOutput<typeof createCryptoOrder>> {
  const [view] = await presentOrders(tx, book, [await orderById(tx, id)], now);
  invariant(view, `order ${id} is missing`);
  return view;
}

/** The wire's amount in cents; refuses a third decimal. */
export function toCents(amountUsd: number): Cents {
  try {
    return centsFromUsd(amountUsd);
  } catch {
    return refuse('BAD_INPUT', { detail: 'amountUsd has at most two decimals' });
  }
}

/** The current credit rate of an offered coin. Refuses COIN_CLOSED, COIN_RATE_UNKNOWN. */
export async function rateOf(db: Db, book: AddressBook, coin: Coin, now: number): Promise<number> {
  if (!book.offered.includes(coin)) refuse('COIN_CLOSED');
  return (await depositRates(db, now)).credited.get(coin) ?? refuse('COIN_RATE_UNKNOWN');
}

/** The credited amount for a sum in dollars: the sum itself (the disclosed bonus factor is 1). */
export function multiplied(sum: Cents): Cents {
  return cents(sum);
}
