/** Notifies players of their trades, in the transaction of the books: what arrived, what left, and what returned. */
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import { TRADE_REASONS } from '@fairpot/contract/trades/calls';
import { notify, push, type NewNotification, type NewPush } from '../notifications/front.ts';
import type { Tx } from '../platform/database/sql.ts';
import { bookedItems, type BookedItem, type BookingMark } from './books-store.ts';
import type { TradeOrderRow } from './store.ts';

const FROZEN = 'You reversed a deposit on Steam. Deposits and withdrawals are on hold. Contact support';
const LATE = 'Trade accepted late: the items are in your inventory';

/** Notifies the player of what these marks of the books mean; does nothing if they mean nothing new. */
export async function notifyOfBooking(
  tx: Tx,
  order: TradeOrderRow,
  marks: readonly BookingMark[],
  now: number,
): Promise<void> {
  const isCredited = order.toBalance && !order.late && marks.includes('released_at');
  const notification = isCredited
    ? creditedNotification(order, await bookedItems(tx, order.id))
    : notificationOf(order, marks);
  if (notification !== null) await notify(tx, { ...notification, playerId: order.playerId }, now);
  const message = pushOf(order, marks, isCredited);
  const path = order.kind === 'DEPOSIT' ? '/deposit' : '/withdraw';
  if (message !== null) await push(tx, { playerIds: [order.playerId], message, path, subject: order.id }, now);
}

/** The end of a trade that its player waits for: what arrived can be used, or a withdrawal is over. */
function pushOf(order: TradeOrderRow, marks: readonly BookingMark[], isCredited: boolean): NewPush['message'] | null {
  if (order.kind === 'WITHDRAWAL') {
    if (marks.includes('booked_at')) return 'withdrawn';
    return marks.includes('returned_at') ? 'returned' : null;
  }
  const isInInventory = (!order.toBalance || order.late) && marks.includes('booked_at');
  return isCredited || isInInventory ? 'deposited' : null;
}

/** What the balance was credited, and why it differs from the order. */
function creditedNotification(
  { code }: TradeOrderRow,
  items: readonly BookedItem[],
): Omit<NewNotification, 'playerId'> {
  const sold = items.filter((item) => item.creditedCents !== null);
  const credited = sold.reduce((sum, item) => sum + (item.creditedCents ?? 0), 0);
  const ordered = sold.reduce((sum, item) => sum + item.cents, 0);
  const kept = items.length - sold.length;
  const parts = [
    ...(sold.length > 0 ? [`${formatUsd(cents(credited))} is in your balance`] : []),
    ...(credited < ordered ? [`Prices fell after your order of ${formatUsd(cents(ordered))}`] : []),
    ...(kept > 0 ? [`${kept} with a price that we cannot confirm ${kept === 1 ? 'is' : 'are'} in your inventory`] : []),
  ];
  return { kind: 'deposit', header: 'Deposit', text: `Deposit ${code}: ${parts.join('. ')}`, link: '/deposit' };
}

function notificationOf(order: TradeOrderRow, marks: readonly BookingMark[]): Omit<NewNotification, 'playerId'> | null {
  const link = order.kind === 'DEPOSIT' ? '/deposit' : '/withdraw';
  const back = marks.includes('returned_at');
  if (order.kind === 'WITHDRAWAL') {
    if (marks.includes('booked_at')) {
      return {
        kind: 'withdrawal',
        header: 'Withdrawal',
        text: `${order.code} complete: the items are in your Steam inventory`,
        link,
      };
    }
    const why = order.reason === null ? '' : `. ${TRADE_REASONS[order.reason]}`;
    const text = `${order.code} not completed: the items are back in your inventory${why}`;
    return back ? { kind: 'withdrawal', header: 'Withdrawal', text, link } : null;
  }
  if (back) return order.bookedAt === null ? null : { kind: 'security', header: 'Trades', text: FROZEN, link };
  if (!marks.includes('booked_at')) return null;
  const came = order.toBalance
    ? 'accepted. Your balance is credited once the trade is final'
    : 'received: the items are in your inventory';
  return { kind: 'deposit', header: 'Deposit', text: order.late ? LATE : `Deposit ${order.code} ${came}`, link };
}
