/**
 * The public interface of withdrawals: what a player may withdraw, however it arrived and leaves. From Level 10 on, and when closing the account: everything. Below that:
 * deposits (by trades and by crypto together) that are neither staked nor withdrawn yet. Used by withdrawals of items and of coins.
 */
import { stakedCents } from '../accounts/open-stakes.ts';
import { withdrawalAccount } from '../accounts/front.ts';
import type { Db, Tx } from '../platform/database/sql.ts';
import { refundableOf, judgeWithdrawal, type RefundSums, type WithdrawalJudgement } from './rules.ts';
import { cryptoSums, lockTradeSums, tradeSums } from './store.ts';

export { forgetWithdrawals, noteWithdrawal, refundsSince, withdrawnSince } from './days.ts';
export { LEVEL_NEEDED } from './rules.ts';
export {
  addCoinsDeposited,
  addCoinsTaken,
  addToTradeSums,
  cryptoSums,
  everyCryptoSumSql,
  everyTradeSumSql,
  lockCoins,
  lockTradeSums,
  tradeSums,
} from './store.ts';

export interface WithdrawalTerms {
  readonly level: number;
  /** A player who closes the account may withdraw everything, whatever the level. */
  readonly isClosing: boolean;
  /** Cents that may be withdrawn at any level. */
  readonly refundable: number;
}

export async function withdrawalTerms(db: Db, playerId: string): Promise<WithdrawalTerms> {
  // Sequential: `db` may be a transaction, which has one connection.
  const { level, isClosing } = await withdrawalAccount(db, playerId);
  return { level, isClosing, refundable: refundableOf(await readRefundSums(db, playerId)) };
}

/**
 * Whether items that count `backCents` may be withdrawn; null: they cannot count as a refund. Locks the player's sums until the transaction ends, so that concurrent withdrawals
 * by different ways are counted in sequence.
 */
export async function admitWithdrawal(
  tx: Tx,
  playerId: string,
  backCents: number | null,
): Promise<WithdrawalJudgement> {
  await lockTradeSums(tx, playerId);
  const account = await withdrawalAccount(tx, playerId);
  return judgeWithdrawal(account, backCents, await readRefundSums(tx, playerId));
}

async function readRefundSums(db: Db, playerId: string): Promise<RefundSums> {
  const trades = await tradeSums(db, playerId);
  const crypto = await cryptoSums(db, playerId);
  return {
    depositedCents: trades.depositedCents + crypto.depositedCents,
    takenCents: trades.takenCents + crypto.takenCents,
    stakedCents: await stakedCents(db, playerId),
  };
}
