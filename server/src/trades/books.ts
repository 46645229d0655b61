/**
 * The books: applies what the worker saw to money and items. Each order is locked in its own transaction. Each step runs once; `booked_at`,
 * `released_at` and `returned_at` of the order record it.
 *
 * Until a trade is settled, its items are on the site but unusable ('trading'), and its money is reserved. So a trade that Steam reverses
 * affects only the player who reversed it.
 */
import { cents } from '@fairpot/contract/wire/money';
import { bookingDue, type BookingAction } from '@fairpot/contract/trades/states';
import { forgetSteamInventories } from '../accounts/front.ts';
import { countIn, countItemsIn } from '../breakers/front.ts';
import { account, transfer } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { forgetDetails } from '../vault/details.ts';
import { availableOf, mintItems, moveForTrade, type TradeMove } from '../vault/items.ts';
import {
  markAssetsGone,
  backCentsTaken,
  bookedItems,
  lockDue,
  markBooked,
  endProtection,
  receivedOf,
  setAssets,
  type BookingMark,
  type ReceivedAsset,
} from './books-store.ts';
import { freeze } from './freezes.ts';
import { addToSums, type TradeOrderRow } from './store.ts';
import { notifyOfBooking } from './notify.ts';

interface Booking {
  readonly deps: Pick<Deps, 'ids'>;
  readonly tx: Tx;
  readonly order: TradeOrderRow;
  readonly now: number;
  /** Items are usable while their trade can still be reversed. */
  readonly stakeProtected: boolean;
}

/** Books what is due for one order. Null: another node does it, or nothing is due. */
export async function bookOrder(
  deps: Pick<Deps, 'ids'>,
  tx: Tx,
  id: string,
  now: number,
): Promise<TradeOrderRow | null> {
  const order = await lockDue(tx, id);
  if (order === undefined) return null;
  const settings = await readSettings(tx, SITE_SETTINGS);
  const step: Booking = { deps, tx, order, now, stakeProtected: settings['trade.stakeProtected'] };
  const owed = bookingDue(order.kind, order.state, order.tradeStatus);
  invariant(owed !== null, `${order.id} is ${order.state}: nothing to book`);
  const marks = await PAY[owed](step);
  await markBooked(tx, order.id, marks, now);
  await notifyOfBooking(tx, order, marks, now);
  // The cached Steam inventory is older than the trade.
  await forgetSteamInventories(tx, order.playerId);
  return order;
}

/** How to settle each debt in the table of trade states. Returns what was done. */
const PAY: Readonly<Record<BookingAction, (step: Booking) => Promise<BookingMark[]>>> = {
  CREDIT: bookDeposit,
  RELEASE: async (step) => {
    const { order, tx } = step;
    const marks = await bookDeposit(step);
    await endProtection(tx, order.id);
    // Counts as deposited only now. Earlier, the player could withdraw against a deposit that can still be reversed.
    const total = sumOf(await bookedItems(tx, order.id));
    await addToSums(tx, order.playerId, total, 0);
    await countIn(tx, 'items', total, step.now);
    return marks;
  },
  TAKE_BACK: async (step) => {
    const { order, tx, now } = step;
    if (order.bookedAt === null) return ['returned_at'];
    await reverseDeposit(step);
    await freeze(tx, order, now);
    return ['returned_at'];
  },
  LEAVE: async (step) => {
    const { order, tx } = step;
    const items = await bookedItems(tx, order.id);
    await move(step, items, 'LEAVE');
    await markAssetsGone(tx, items);
    return ['booked_at'];
  },
  GIVE_BACK: returnItems,
};

/** Credits what arrived, and releases it when the trade is settled or the house takes the risk. */
async function bookDeposit(step: Booking): Promise<BookingMark[]> {
  const { order } = step;
  const marks: BookingMark[] = [];
  if (order.bookedAt === null) {
    await credit(step);
    marks.push('booked_at');
  }
  if (order.releasedAt === null && (order.state === 'SETTLED' || (step.stakeProtected && !asMoney(order)))) {
    await release(step);
    marks.push('released_at');
  }
  return marks;
}

/** A late deposit is credited as items: its price is no longer current. */
const asMoney = (order: TradeOrderRow): boolean => order.toBalance && !order.late;

/** Makes a site item of each asset that really arrived, and credits its money. All of it is unusable until the trade is settled. */
async function credit(step: Booking): Promise<void> {
  const { deps, tx, order, now } = step;
  const received = await receivedOf(tx, order.id);
  if (received.length === 0) return;
  const made = received.map((asset) => ({ ...asset, itemId: deps.ids.next('item') }));
  await mintItems(
    tx,
    made.map(({ itemId, itemType, assetId, details }) => ({
      id: itemId,
      itemType,
      playerId: order.playerId,
      kind: 'DEPOSIT' as const,
      origin: `trade:${order.tradeId}:${order.appId}:${assetId}`,
      details,
    })),
    now,
  );
  await setAssets(tx, order, made);
  await move(step, made, 'HOLD');
  const total = sumOf(received);
  await countItemsIn(tx, received, now);
  if (asMoney(order)) await pay(step, 'credit', 'DEPOSIT', account.world, account.hold(order.playerId), total);
}

/**
 * The trade can no longer be reversed, or the house takes that risk. The player gets the items, or their price while the house gets the
 * items.
 */
async function release(step: Booking): Promise<void> {
  const { tx, order } = step;
  const items = await bookedItems(tx, order.id);
  if (items.length === 0) return;
  await move(step, items, asMoney(order) ? 'SELL' : 'RELEASE');
  if (!asMoney(order)) return;
  const { playerId } = order;
  await pay(step, 'release', 'HOLD_RELEASE', account.hold(playerId), account.cash(playerId), sumOf(items));
}

/**
 * The player reversed the trade: what it brought is removed; it was never usable. If it was released early, items that the player no longer
 * has stay with their new owner: their assets are gone, and the house bears the loss.
 */
async function reverseDeposit(step: Booking): Promise<void> {
  const { tx, order } = step;
  const items = await bookedItems(tx, order.id);
  if (items.length === 0) return;
  if (order.releasedAt === null) {
    await move(step, items, 'LEAVE');
  } else {
    const kept = await stillWith(tx, order.playerId, items);
    await move(step, kept, 'HOLD');
    await move(step, kept, 'LEAVE');
  }
  await markAssetsGone(tx, items);
  await forgetDetails(
    tx,
    items.map((item) => item.itemId),
  );
  const total = sumOf(items);
  if (asMoney(order)) await pay(step, 'back', 'DEPOSIT_REVERSED', account.hold(order.playerId), account.world, total);
}

/** The items that the player still has, locked until the transaction ends. */
async function stillWith<T extends { readonly itemId: string }>(
  tx: Tx,
  playerId: string,
  items: readonly T[],
): Promise<T[]> {
  const there = await availableOf(
    tx,
    playerId,
    items.map((item) => item.itemId),
  );
  return items.filter((item) => there.has(item.itemId));
}

/** Returns the items of a withdrawal that ended without a trade or was reversed. */
async function returnItems(step: Booking): Promise<BookingMark[]> {
  const { tx, order } = step;
  if (order.returnedAt !== null) return [];
  await move(step, await bookedItems(tx, order.id), 'RELEASE');
  // An asset that left, or was on hold, returns with a new id.
  if (order.tradeId !== null) {
    await tx.run(sql`
      update trade_assets a set asset_id = m.new_asset_id, context_id = m.new_context_id
      from trade_order_items i join trade_moves m on m.order_id = i.order_id and m.direction = 'BACK'
        and m.asset_id = i.asset_id
      where i.order_id = ${order.id} and a.item_id = i.item_id and a.held`);
  }
  await addToSums(tx, order.playerId, 0, -(await backCentsTaken(tx, order.id)));
  await countIn(tx, 'items', order.cents, step.now);
  return ['returned_at'];
}

async function move(
  { tx, order, now }: Booking,
  items: readonly { itemId: string }[],
  code: TradeMove['code'],
): Promise<void> {
  const moves = items.map(({ itemId }) => ({ item: itemId, player: order.playerId, code }));
  await moveForTrade(tx, moves, order.id, now);
}

async function pay(
  { deps, tx, order, now }: Booking,
  what: string,
  code: string,
  from: string,
  to: string,
  amount: number,
): Promise<void> {
  await transfer(tx, {
    id: deps.ids.next('transfer'),
    key: `trade:${order.id}:${what}`,
    code,
    ref: order.id,
    at: now,
    postings: [
      { account: from, cents: cents(-amount) },
      { account: to, cents: cents(amount) },
    ],
  });
}

function sumOf(items: readonly Pick<ReceivedAsset, 'cents'>[]): number {
  return items.reduce((sum, item) => sum + item.cents, 0);
}
