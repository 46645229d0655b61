/**
 * What a player may withdraw, however it arrived and leaves. From Level 10 on, and when closing the account: everything. Below that:
 * deposits (by trades and by crypto together) that are neither staked nor withdrawn yet. Used by withdrawals of items and of coins.
 */
import { tradePartner } from '../accounts/front.ts';
import { cryptoSums } from '../crypto/front.ts';
import type { Db, Tx } from '../platform/database/sql.ts';
import { refundableOf, takeOutOf, type RefundSums, type TakeOut } from './rules.ts';
import { lockSums, stakedCents, sumsOf } from './store.ts';

export interface TakeOutTerms {
  readonly level: number;
  /** A player who closes the account may withdraw everything, whatever the level. */
  readonly isClosing: boolean;
  /** Cents that may be withdrawn at any level. */
  readonly refundable: number;
}

export async function takeOutTerms(db: Db, playerId: string): Promise<TakeOutTerms> {
  // Sequential: `db` may be a transaction, which has one connection.
  const { level, isClosing } = await tradePartner(db, playerId);
  return { level, isClosing, refundable: refundableOf(await readRefundSums(db, playerId)) };
}

/**
 * Whether items that count `backCents` may be withdrawn; null: they cannot count as a refund. Locks the player's sums until the transaction ends, so that concurrent withdrawals
 * by different ways are counted in sequence.
 */
export async function admitTakeOut(tx: Tx, playerId: string, backCents: number | null): Promise<TakeOut> {
  await lockSums(tx, playerId);
  return takeOutOf(await tradePartner(tx, playerId), backCents, await readRefundSums(tx, playerId));
}

async function readRefundSums(db: Db, playerId: string): Promise<RefundSums> {
  const trades = await sumsOf(db, playerId);
  const crypto = await cryptoSums(db, playerId);
  return {
    depositedCents: trades.depositedCents + crypto.depositedCents,
    takenCents: trades.takenCents + crypto.takenCents,
    stakedCents: await stakedCents(db, playerId),
  };
}
