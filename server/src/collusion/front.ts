/** The public interface of the collusion room: withdrawals are counted here, in the transaction that orders them. */
import type { Tx } from '../platform/database/sql.ts';
import { addWithdrawal } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Counts a withdrawal that is being ordered. `isRefund`: all of it was deposited and not played. Stops nothing. */
export async function noteWithdrawal(
  tx: Tx,
  { playerId, cents, isRefund }: { readonly playerId: string; readonly cents: number; readonly isRefund: boolean },
  now: number,
): Promise<void> {
  await addWithdrawal(tx, { playerId, cents, refundCents: isRefund ? cents : 0 }, Math.floor(now / DAY_MS));
}
