/** Chooses the texts of a crypto withdrawal. Pure; covers every state of the contract. */
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { QUOTE_LIFETIME_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { OrderText } from '@fairpot/contract/trades/texts';
import { formatDuration } from '../../../../platform/page/time.ts';
import { texts } from './texts.ts';

export const WITHDRAWAL_STEPS = texts.steps;

type WithdrawalSummary = Pick<
  CryptoWithdrawal,
  | 'status'
  | 'amountUsd'
  | 'amountCoin'
  | 'leastCoin'
  | 'mostCoin'
  | 'coinName'
  | 'reasonText'
  | 'approvals'
  | 'approvalsNeeded'
  | 'txid'
>;

/** How many of the four steps are done; for a failed withdrawal, the steps that were certainly done. */
export function withdrawalSteps({ status, txid }: Pick<WithdrawalSummary, 'status' | 'txid'>): number {
  if (status === 'CONFIRMED') return 4;
  if (status === 'BROADCAST') return 3;
  return status === 'SIGNED' || txid !== null ? 2 : 1;
}

export function hasFailed({ status }: Pick<WithdrawalSummary, 'status'>): boolean {
  return status === 'FAILED' || status === 'REFUNDED';
}

/** True in a final state. */
export function isWithdrawn({ status }: Pick<WithdrawalSummary, 'status'>): boolean {
  return status === 'CONFIRMED' || status === 'REFUNDED';
}

export function wordsOfWithdrawal(withdrawal: WithdrawalSummary): OrderText {
  const { status, coinName, reasonText, approvals, approvalsNeeded } = withdrawal;
  const sum = formatUsd(centsFromUsd(withdrawal.amountUsd));
  const coins = `${withdrawal.amountCoin} ${coinName}`;
  const { state } = texts;
  const reserved = state.reserved(sum);
  switch (status) {
    case 'REVIEW':
      return {
        tone: 'wait',
        title: state.review,
        meaning: `${state.reviewText(approvals, approvalsNeeded)} ${requoteText(withdrawal)}`,
        where: reserved,
      };
    case 'APPROVED':
      return {
        tone: 'wait',
        title: state.requested,
        meaning: `${state.requestedText} ${requoteText(withdrawal)}`,
        where: reserved,
      };
    case 'SIGNED':
      return {
        tone: 'wait',
        title: state.signed,
        meaning: state.signedText,
        where: reserved,
      };
    case 'BROADCAST':
      return {
        tone: 'wait',
        title: state.sent,
        meaning: state.sentText(coins),
        where: state.sentWhere(coins),
      };
    case 'CONFIRMED':
      return {
        tone: 'good',
        title: state.confirmed,
        meaning: state.confirmedText,
        where: state.confirmedWhere(coins),
      };
    case 'FAILED':
      return {
        tone: 'warn',
        title: state.failed,
        meaning: state.failedText,
        where: state.failedWhere(sum),
      };
    case 'REFUNDED':
      return {
        tone: 'bad',
        title: state.refunded,
        meaning: reasonText === '' ? state.refundedText : reasonText.replace(/[.]?$/, '.'),
        where: state.refundedWhere(sum),
      };
  }
}

/** How long a quote holds: '15 minutes'. */
export const QUOTE_HOLDS = formatDuration(QUOTE_LIFETIME_MS);

/** What happens to the amount when the withdrawal waits: shown before the request and while it waits. */
export function requoteText({
  leastCoin,
  mostCoin,
  coinName,
}: Pick<WithdrawalSummary, 'leastCoin' | 'mostCoin' | 'coinName'>): string {
  return texts.state.requote(QUOTE_HOLDS, leastCoin, mostCoin, coinName);
}

/** '40 s', '3 min', '2 h': a duration, rounded up. */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
