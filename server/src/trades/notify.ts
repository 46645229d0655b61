/** Notifies players of their trades, in the transaction of the books: what arrived, what left, and what returned. */
import { TRADE_REASONS } from '@fairpot/contract/trades/calls';
import { notify, type NewNotification } from '../notifications/front.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { BookingMark } from './books-store.ts';
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
  const notification = notificationOf(order, marks);
  if (notification !== null) await notify(tx, { ...notification, playerId: order.playerId }, now);
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
