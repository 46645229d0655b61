/** Notifies players of their trades, in the transaction of the books: what arrived, what left, and what returned. */
import { TRADE_REASONS } from '@fairpot/contract/trades/calls';
import { notify, type NewNotification } from '../notifications/front.ts';
import type { Tx } from '../platform/database/sql.ts';
import type { Mark } from './books-store.ts';
import type { OrderRow } from './store.ts';

const FROZEN =
  'A deposit of yours was taken back at Steam: your deposits and withdrawals stand still. Please write to support';
const LATE = 'Your offer was accepted after its time: the items are in your site inventory';

/** Notifies the player of what these marks of the books mean; does nothing if they mean nothing new. */
export async function tellOfBooks(tx: Tx, order: OrderRow, marks: readonly Mark[], now: number): Promise<void> {
  const told = wordsOf(order, marks);
  if (told !== null) await notify(tx, { ...told, playerId: order.playerId }, now);
}

function wordsOf(order: OrderRow, marks: readonly Mark[]): Omit<NewNotification, 'playerId'> | null {
  const link = order.kind === 'DEPOSIT' ? '/deposit' : '/withdraw';
  const back = marks.includes('returned_at');
  if (order.kind === 'WITHDRAWAL') {
    if (marks.includes('booked_at')) {
      return { kind: 'withdrawal', header: 'Withdrawal', text: `The items of ${order.code} are yours at Steam`, link };
    }
    const why = order.reason === null ? '' : `. ${TRADE_REASONS[order.reason]}`;
    const text = `The items of ${order.code} are back in your site inventory${why}`;
    return back ? { kind: 'withdrawal', header: 'Withdrawal', text, link } : null;
  }
  if (back) return order.bookedAt === null ? null : { kind: 'security', header: 'Trades', text: FROZEN, link };
  if (!marks.includes('booked_at')) return null;
  const came = order.toBalance ? 'was accepted: its money is on its way to your balance' : 'is in your site inventory';
  return { kind: 'deposit', header: 'Deposit', text: order.late ? LATE : `Your deposit ${order.code} ${came}`, link };
}
