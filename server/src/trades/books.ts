/**
 * The books: applies what the worker saw to money and items. Each order is locked in its own transaction. Each step runs once; `booked_at`,
 * `released_at` and `returned_at` of the order record it.
 *
 * Until a trade is settled, its items are on the site but unusable ('trading'), and its money is reserved. So a trade that Steam reverses
 * affects only the player who reversed it.
 */
import { cents } from '@fairpot/contract/wire/money';
import { bookingDue, type BookingAction } from '@fairpot/contract/trades/states';
import { forgetSteamInventories } from '../accounts/steam-inventory.ts';
import { countIn, countItemsIn } from '../breakers/front.ts';
import { account, transfer } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import { readSettings, SITE_SETTINGS } from '../platform/runner/settings.ts';
import { columnOf, sql, type Tx } from '../platform/database/sql.ts';
import { invariant } from '../platform/runner/refused.ts';
import { countArrived } from '../protection/front.ts';
import { addToTradeSums } from '../withdrawals/front.ts';
import { forgetDetails } from '../vault/details.ts';
import { availableOf, mintItems, moveForTrade, type TradeMove } from '../vault/items.ts';
import { doubtOf, pricedTypes, type PricedType } from '../vault/types.ts';
import {
  markAssetsGone,
  backCentsTaken,
  bookedItems,
  lockDue,
  markBooked,
  endProtection,
  receivedOf,
  postponeBooking,
  setAssets,
  setCredited,
  type BookedItem,
  type BookingMark,
} from './books-store.ts';
import { freeze } from './freezes.ts';
import { creditedCents, CREDIT_TRIES_MS, type CreditPrice } from './rules.ts';
import { type TradeOrderRow } from './store.ts';
import { notifyOfBooking } from './notify.ts';

interface Booking {
  readonly deps: Pick<Deps, 'ids'>;
  readonly tx: Tx;
  readonly order: TradeOrderRow;
  readonly now: number;
  /** Items are usable while their trade can still be reversed. */
  readonly stakeProtected: boolean;
  /** How long after its arrival a deposit is credited to the balance. */
  readonly creditWaitMs: number;
}

/** What a step did. `againAt`: when the order is due again; null: nothing is left to do in its state. */
interface Booked {
  readonly marks: readonly BookingMark[];
  readonly againAt: number | null;
}

const done = (...marks: readonly BookingMark[]): Booked => ({ marks, againAt: null });

/** Between two looks at the price that a credit waits for. */
const PRICE_EVERY_MS = 30_000;

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
  const step: Booking = {
    deps,
    tx,
    order,
    now,
    stakeProtected: settings['trade.stakeProtected'],
    creditWaitMs: settings['deposit.creditWaitMs'],
  };
  const owed = bookingDue(order.kind, order.state, order.tradeStatus);
  invariant(owed !== null, `${order.id} is ${order.state}: nothing to book`);
  const { marks, againAt } = await PAY[owed](step);
  if (againAt !== null && marks.length === 0) {
    await postponeBooking(tx, order.id, againAt);
    return null;
  }
  await markBooked(tx, order.id, marks, againAt, now);
  await notifyOfBooking(tx, order, marks, now);
  // The cached Steam inventory is older than the trade.
  await forgetSteamInventories(tx, order.playerId);
  return order;
}

/** How to settle each debt in the table of trade states. */
const PAY: Readonly<Record<BookingAction, (step: Booking) => Promise<Booked>>> = {
  CREDIT: async (step) => {
    const marks = await creditOnce(step);
    if (!step.stakeProtected || asMoney(step.order)) return done(...marks);
    return done(...marks, ...(await releaseItemsOnce(step)));
  },
  RELEASE: async (step) => {
    const { order, tx, now } = step;
    const marks = await creditOnce(step);
    const items = await bookedItems(tx, order.id);
    if (order.releasedAt === null && asMoney(order)) {
      const credits = await creditsOf(step, items);
      if (credits.againAt !== null) return { marks, againAt: credits.againAt };
      await releaseAsMoney(step, credits.items);
      marks.push('released_at');
    } else {
      marks.push(...(await releaseItemsOnce(step)));
    }
    await endProtection(tx, order.id);
    // Counts as deposited only now. Earlier, the player could withdraw against a deposit that can still be reversed.
    const total = sumOf(await bookedItems(tx, order.id));
    await addToTradeSums(tx, order.playerId, total, 0);
    await countIn(tx, 'items', total, now);
    return done(...marks);
  },
  TAKE_BACK: async (step) => {
    const { order, tx, now } = step;
    if (order.bookedAt === null) return done('returned_at');
    await reverseDeposit(step);
    await freeze(tx, order, now);
    return done('returned_at');
  },
  LEAVE: async (step) => {
    const { order, tx } = step;
    const items = await bookedItems(tx, order.id);
    await move(step, items, 'LEAVE');
    await markAssetsGone(tx, items);
    return done('booked_at');
  },
  GIVE_BACK: returnItems,
};

/** Credits what arrived, unless that is done. */
async function creditOnce(step: Booking): Promise<BookingMark[]> {
  if (step.order.bookedAt !== null) return [];
  await credit(step);
  return ['booked_at'];
}

/** Makes the items of a deposit usable, unless they are. */
async function releaseItemsOnce(step: Booking): Promise<BookingMark[]> {
  const { order, tx } = step;
  if (order.releasedAt !== null) return [];
  await move(step, await bookedItems(tx, order.id), 'RELEASE');
  return ['released_at'];
}

/** A late deposit is credited as items: its price is no longer current. */
const asMoney = (order: TradeOrderRow): boolean => order.toBalance && !order.late;

/** Makes a site item of each asset that really arrived, and credits its money. All of it is unusable until the trade is settled. */
async function credit(step: Booking): Promise<void> {
  const { deps, tx, order, now } = step;
  // An order that had ended no longer counts against the player's limits.
  if (order.late) await countArrived(tx, { source: order.id, playerId: order.playerId, cents: order.cents });
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
  if (!asMoney(order)) return;
  await pay(step, 'credit', 'DEPOSIT', [
    [account.world, -total],
    [account.hold(order.playerId), total],
  ]);
}

/**
 * What each item of a deposit adds to the balance, or when to look again. Prices that sources can change have some minutes to show a fall
 * that the player may know of already; a doubted price has an hour to be believed again.
 */
async function creditsOf(
  { tx, order, now, creditWaitMs }: Booking,
  items: readonly BookedItem[],
): Promise<{ readonly items: readonly BookedItem[]; readonly againAt: number | null }> {
  const types = await pricedTypes(tx, columnOf(items, 'itemType'));
  const arrivedAt = order.bookedAt ?? now;
  const prices = new Map([...types.values()].map((type) => [type.slug, creditPriceOf(type, now)]));
  const isMarketPriced = [...prices.values()].some((price) => price.isMarketPrice);
  const dueAt = isMarketPriced ? arrivedAt + creditWaitMs : arrivedAt;
  if (now < dueAt) return { items, againAt: dueAt };
  const credited = items.map((item) => ({
    ...item,
    creditedCents: creditedCents(item.cents, prices.get(item.itemType), now),
  }));
  const givesUp = now >= Math.max(dueAt, order.settlesAt ?? dueAt) + CREDIT_TRIES_MS;
  const isWaiting = !givesUp && credited.some((item) => item.creditedCents === null);
  return { items: credited, againAt: isWaiting ? now + PRICE_EVERY_MS : null };
}

function creditPriceOf(type: PricedType, now: number): CreditPrice {
  const { cents: price, pricedAt, goodUntil } = type;
  return { cents: price, pricedAt, isDoubted: doubtOf(type, now) !== null, isMarketPrice: goodUntil !== null };
}

/** The player gets what each item is worth now, and the house gets the item. An item without a believed price goes to the player. */
async function releaseAsMoney(step: Booking, items: readonly BookedItem[]): Promise<void> {
  const { tx, order } = step;
  if (items.length === 0) return;
  const sold = items.filter((item) => item.creditedCents !== null);
  await setCredited(tx, order.id, sold);
  await move(step, sold, 'SELL');
  await move(
    step,
    items.filter((item) => item.creditedCents === null),
    'RELEASE',
  );
  const held = items.reduce((sum, item) => sum + item.cents, 0);
  const credited = sold.reduce((sum, item) => sum + (item.creditedCents ?? 0), 0);
  await pay(step, 'release', 'HOLD_RELEASE', [
    [account.hold(order.playerId), -held],
    [account.cash(order.playerId), credited],
    [account.world, held - credited],
  ]);
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
  await forgetDetails(tx, columnOf(items, 'itemId'));
  const total = sumOf(items);
  if (!asMoney(order)) return;
  await pay(step, 'back', 'DEPOSIT_REVERSED', [
    [account.hold(order.playerId), -total],
    [account.world, total],
  ]);
}

/** The items that the player still has, locked until the transaction ends. */
async function stillWith<T extends { readonly itemId: string }>(
  tx: Tx,
  playerId: string,
  items: readonly T[],
): Promise<T[]> {
  const there = await availableOf(tx, playerId, columnOf(items, 'itemId'));
  return items.filter((item) => there.has(item.itemId));
}

/** Returns the items of a withdrawal that ended without a trade or was reversed. */
async function returnItems(step: Booking): Promise<Booked> {
  const { tx, order } = step;
  if (order.returnedAt !== null) return done();
  await move(step, await bookedItems(tx, order.id), 'RELEASE');
  // An asset that left, or was on hold, returns with a new id.
  if (order.tradeId !== null) {
    await tx.run(sql`
      update trade_assets a set asset_id = m.new_asset_id, context_id = m.new_context_id
      from trade_order_items i join trade_moves m on m.order_id = i.order_id and m.direction = 'BACK'
        and m.asset_id = i.asset_id
      where i.order_id = ${order.id} and a.item_id = i.item_id and a.held`);
  }
  await addToTradeSums(tx, order.playerId, 0, -(await backCentsTaken(tx, order.id)));
  await countIn(tx, 'items', order.cents, step.now);
  return done('returned_at');
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
  postings: readonly (readonly [account: string, cents: number])[],
): Promise<void> {
  await transfer(tx, {
    id: deps.ids.next('transfer'),
    key: `trade:${order.id}:${what}`,
    code,
    ref: order.id,
    at: now,
    postings: postings
      .filter(([, amount]) => amount !== 0)
      .map(([to, amount]) => ({ account: to, cents: cents(amount) })),
  });
}

/** What these items count as deposited: what the balance was credited, and for an item its value in the order. */
function sumOf(items: readonly { readonly cents: number; readonly creditedCents?: number | null }[]): number {
  return items.reduce((sum, item) => sum + (item.creditedCents ?? item.cents), 0);
}
