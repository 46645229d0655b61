/** Withdrawals as views, each field named. No other module exposes them. */
import { COINS, coinText } from '@fairpot/contract/crypto/calls';
import { CRYPTO_WITHDRAWAL_REASONS, REVIEWERS } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawal, WithdrawalReview } from '@fairpot/contract/crypto/withdrawals/schemas';
import { usd } from '@fairpot/contract/wire/money';
import { publicUsers } from '../../accounts/front.ts';
import { columnOf, type Db } from '../../platform/database/sql.ts';
import { getKnown } from '../../platform/runner/refused.ts';
import { reviewChecks } from './checks.ts';
import { reviewsOf, type ReviewRow } from './review-store.ts';
import type { WithdrawalRow } from './store.ts';

const MICRO = 1_000_000;

/** In the given order. */
export async function presentWithdrawals(db: Db, rows: readonly WithdrawalRow[]): Promise<CryptoWithdrawal[]> {
  const reviews = await reviewsOf(
    db,
    rows.filter((row) => row.review).map((row) => row.id),
  );
  return rows.map((row) => ({ ...presentWithdrawal(row, reviews), reasonText: reasonOf(row) }));
}

function presentWithdrawal(row: WithdrawalRow, reviews: readonly ReviewRow[]): Omit<CryptoWithdrawal, 'reasonText'> {
  return {
    id: row.id,
    version: row.version,
    status: row.state,
    coinName: row.coin,
    networkName: COINS[row.coin].networkName,
    address: row.address,
    amountUsd: usd(row.cents),
    feeUsd: usd(row.feeCents),
    amountCoin: coinText(row.units, COINS[row.coin].decimals),
    leastCoin: coinText(row.leastUnits, COINS[row.coin].decimals),
    mostCoin: coinText(row.mostUnits, COINS[row.coin].decimals),
    quotedAt: row.quotedAt,
    rateUsd: row.rateMicro / MICRO,
    txid: row.txid,
    approvals: reviews.filter(({ withdrawalId, act }) => withdrawalId === row.id && act === 'APPROVED').length,
    approvalsNeeded: row.review ? REVIEWERS : 0,
    reason: row.reason,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  };
}

function reasonOf({ reason, why }: WithdrawalRow): string {
  if (reason === null) return '';
  return why === '' ? CRYPTO_WITHDRAWAL_REASONS[reason] : `${CRYPTO_WITHDRAWAL_REASONS[reason]} (${why})`;
}

/** As staff see them: with what reviewers sign, and who did what. */
export async function presentForReview(
  db: Db,
  rows: readonly WithdrawalRow[],
  now: number,
): Promise<WithdrawalReview[]> {
  const reviews = await reviewsOf(db, columnOf(rows, 'id'));
  const users = await publicUsers(db, [...rows.map((row) => row.playerId), ...reviews.map((review) => review.staffId)]);
  const checks = await reviewChecks(db, rows, now);
  return rows.map((row) => ({
    ...presentWithdrawal(row, reviews),
    checks: checks(row),
    user: getKnown(users, row.playerId),
    network: row.network,
    units: row.mostUnits,
    acts: reviews
      .filter(({ withdrawalId }) => withdrawalId === row.id)
      .map(({ staffId, act, why, at }) => ({ staff: getKnown(users, staffId), act, why, at })),
  }));
}
