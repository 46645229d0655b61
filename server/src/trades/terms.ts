/**
 * What a player may take out, by whichever way it came and goes: any of it from Level 10 on and when they close their account, below that what was deposited (by trades
 * and by crypto together), not staked and not taken back. Asked by withdrawals of items and of coins.
 */
import { tradePartner } from '../accounts/front.ts';
import { cryptoSums } from '../crypto/front.ts';
import type { Db, Tx } from '../platform/database/sql.ts';
import { mayTakeOut, refundableOf, type BroughtAndTaken } from './rules.ts';
import { lockSums, stakedCents, sumsOf } from './store.ts';

export interface TakeOutTerms {
  readonly level: number;
  /** Who closes their account takes out everything, whatever the level. */
  readonly isClosing: boolean;
  /** Cents that may be taken back at any level. */
  readonly refundable: number;
}

export async function takeOutTerms(db: Db, playerId: string): Promise<TakeOutTerms> {
  // One after the other: `db` may be a transaction, which has one connection.
  const { level, isClosing } = await tradePartner(db, playerId);
  return { level, isClosing, refundable: refundableOf(await broughtAndTaken(db, playerId)) };
}

/**
 * Whether what counts `backCents` may be taken out. Nothing else of this player's is taken out until the transaction ends, so that two
 * ways at once are counted one after the other.
 */
export async function admitTakeOut(tx: Tx, playerId: string, backCents: number): Promise<boolean> {
  await lockSums(tx, playerId);
  const { level, isClosing } = await tradePartner(tx, playerId);
  return isClosing || mayTakeOut(level, backCents, await broughtAndTaken(tx, playerId));
}

async function broughtAndTaken(db: Db, playerId: string): Promise<BroughtAndTaken> {
  const trades = await sumsOf(db, playerId);
  const crypto = await cryptoSums(db, playerId);
  return {
    depositedCents: trades.depositedCents + crypto.depositedCents,
    takenCents: trades.takenCents + crypto.takenCents,
    stakedCents: await stakedCents(db, playerId),
  };
}
