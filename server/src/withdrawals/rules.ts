/** How much a player may withdraw. Pure. */

/** Level from which winnings can be withdrawn (rulings 1.6). */
export const LEVEL_NEEDED = 10;

export interface RefundSums {
  readonly depositedCents: number;
  readonly takenCents: number;
  readonly stakedCents: number;
}

/** Deposited, less staked, less withdrawn; never below 0 (rulings 1.6). */
export function refundableOf({ depositedCents, takenCents, stakedCents }: RefundSums): number {
  return Math.max(0, depositedCents - stakedCents - takenCents);
}

export interface WithdrawalJudgement {
  readonly isAllowed: boolean;
  /** All of it was deposited by the player and not played: allowed at any level, and no circuit breaker stops it. */
  readonly isRefund: boolean;
}

/**
 * Whether a player may withdraw what counts `backCents` together; null: it counts nothing, so it is no refund. Who closes the account may
 * withdraw everything.
 */
export function judgeWithdrawal(
  { level, isClosing }: { readonly level: number; readonly isClosing: boolean },
  backCents: number | null,
  sums: RefundSums,
): WithdrawalJudgement {
  const isRefund = backCents !== null && backCents <= refundableOf(sums);
  return { isAllowed: isClosing || level >= LEVEL_NEEDED || isRefund, isRefund };
}
