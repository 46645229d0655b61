/** Books the money of withdrawals that were paid or never can be: each once, in its own transaction. */
import type { Deps } from '../../platform/process/deps.ts';
import { CRYPTO_WITHDRAWAL_REASONS } from '@fairpot/contract/crypto/withdrawals/calls';
import { cents } from '@fairpot/contract/wire/money';
import { addCoinsTaken, lockCoins } from '../../withdrawals/front.ts';
import { notifyWithdrawalEnded } from '../notify.ts';
import { refund, payOut } from './money.ts';
import { postponeBooking, dueWithdrawals, endWithdrawal, lockWithdrawal } from './store.ts';

const AT_ONCE = 20;
/** How long a withdrawal that could not be booked waits. It delays no other. */
const AGAIN_MS = 60_000;

/** Books what is due. A failed one is logged and retried later; the others continue. */
export async function bookWithdrawals(deps: Deps, signal: AbortSignal): Promise<number> {
  let booked = 0;
  for (const { id, playerId } of await dueWithdrawals(deps.db, deps.clock.now(), AT_ONCE)) {
    if (signal.aborted) break;
    try {
      if (!(await bookOne(deps, id, playerId))) continue;
      booked += 1;
      deps.signals.userUpdated(playerId);
    } catch (error) {
      deps.log.error({ err: error, withdrawal: id }, 'withdrawal not booked');
      await postponeBooking(deps.db, id, deps.clock.now() + AGAIN_MS);
    }
  }
  return booked;
}

function bookOne(deps: Deps, id: string, playerId: string): Promise<boolean> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockCoins(tx, playerId);
    const row = await lockWithdrawal(tx, id);
    if (row === undefined || row.endedAt !== null) return false;
    const step = { tx, ids: deps.ids, at };
    if (row.state === 'CONFIRMED') {
      await endWithdrawal(tx, id, { transferId: await payOut(step, row), reason: null, why: '' }, at);
      await notifyWithdrawalEnded(tx, row, null, at);
      return true;
    }
    if (row.state !== 'FAILED' || row.reason === null) return false;
    await endWithdrawal(tx, id, { transferId: await refund(step, row), reason: row.reason, why: row.why }, at);
    await addCoinsTaken(tx, playerId, cents(0 - row.cents));
    await notifyWithdrawalEnded(tx, row, CRYPTO_WITHDRAWAL_REASONS[row.reason], at);
    return true;
  });
}
