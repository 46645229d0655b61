/** What a withdrawal by crypto means to the person who asked for it. Pure; every state of the contract has words. */
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { QUOTE_LIVES_MS } from '@fairpot/contract/crypto/withdrawals/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { OrderWords } from '@fairpot/contract/trades/words';
import { formatDuration } from '../../../../ui/values/time.ts';

/** How far a withdrawal is on its way. */
export const WITHDRAWAL_STEPS = ['Requested', 'Signed', 'Sent', 'Confirmed'] as const;

type Told = Pick<
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

/** Steps that are done, of the four. Of one that failed, those that were done surely. */
export function withdrawalSteps({ status, txid }: Pick<Told, 'status' | 'txid'>): number {
  if (status === 'CONFIRMED') return 4;
  if (status === 'BROADCAST') return 3;
  return status === 'SIGNED' || txid !== null ? 2 : 1;
}

export function hasFailed({ status }: Pick<Told, 'status'>): boolean {
  return status === 'FAILED' || status === 'REFUNDED';
}

/** True when nothing more happens by itself. */
export function isWithdrawn({ status }: Pick<Told, 'status'>): boolean {
  return status === 'CONFIRMED' || status === 'REFUNDED';
}

export function wordsOfWithdrawal(withdrawal: Told): OrderWords {
  const { status, coinName, reasonText, approvals, approvalsNeeded } = withdrawal;
  const sum = formatUsd(centsFromUsd(withdrawal.amountUsd));
  const coins = `${withdrawal.amountCoin} ${coinName}`;
  const reserved = `${sum} is reserved for it.`;
  switch (status) {
    case 'REVIEW':
      return {
        tone: 'wait',
        title: 'In review',
        meaning:
          `It is so large that two of the staff have to sign it: ${approvals} of ${approvalsNeeded} have. ` +
          requoteText(withdrawal),
        where: reserved,
      };
    case 'APPROVED':
      return {
        tone: 'wait',
        title: 'Requested',
        meaning: `It is signed next. That takes a few seconds. ${requoteText(withdrawal)}`,
        where: reserved,
      };
    case 'SIGNED':
      return {
        tone: 'wait',
        title: 'Signed',
        meaning: 'Its one transaction is ready and goes out next.',
        where: reserved,
      };
    case 'BROADCAST':
      return {
        tone: 'wait',
        title: 'Sent',
        meaning: `The network has taken it. The ${coins} are yours as soon as they are confirmed.`,
        where: `${coins} are on their way to your address.`,
      };
    case 'CONFIRMED':
      return {
        tone: 'good',
        title: 'Withdrawn',
        meaning: 'The network has confirmed it.',
        where: `${coins} are at your address.`,
      };
    case 'FAILED':
      return {
        tone: 'warn',
        title: 'Not paid',
        meaning: 'Its transaction can never be confirmed any more, so nothing was paid.',
        where: `${sum} comes back to your balance in a moment.`,
      };
    case 'REFUNDED':
      return {
        tone: 'bad',
        title: 'Refunded',
        meaning: reasonText === '' ? 'Nothing was paid.' : reasonText.replace(/[.]?$/, '.'),
        where: `${sum} is on your balance again.`,
      };
  }
}

/** How long a quote holds: '15 minutes'. */
export const QUOTE_HOLDS = formatDuration(QUOTE_LIVES_MS);

/** What becomes of the coins when it waits, before it is asked for and while it waits. */
export function requoteText({
  leastCoin,
  mostCoin,
  coinName,
}: Pick<Told, 'leastCoin' | 'mostCoin' | 'coinName'>): string {
  return (
    `Signed within ${QUOTE_HOLDS}, it pays what it says. Later it is quoted anew: ` +
    `${leastCoin} to ${mostCoin} ${coinName}, or the money comes back.`
  );
}

/** '40 s', '3 min', '2 h': a span as a person counts it, rounded up. */
export function spanText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
