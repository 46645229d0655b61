/** A round with the result that this browser opened itself: as the site would have settled it, landed at once. Pure. */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import type { OpenedRound } from '../../fairness/silence.ts';
import { chanceText, potOf, stakeOf } from './shares.ts';

/** What has been shown does not turn again when the site publishes it. */
export function openedAs(round: JackpotRound, { secret, outcome, payouts }: OpenedRound): JackpotRound {
  const settledAt = round.finishedAt;
  if (round.phase === 'SETTLED') return { ...round, settledAt };
  if (round.phase !== 'FINISHING' || !('winnerEntry' in outcome)) return round;
  const { ticket, winnerEntry } = outcome;
  const entry = round.entries[winnerEntry];
  if (!entry) return round;
  const { potCents, feeCents, feeItems } = payouts;
  const result = {
    ticket,
    entryNo: entry.no,
    user: entry.user,
    wonUsd: usd(cents(potCents - feeCents)),
    feeUsd: usd(cents(feeCents)),
    feeItemIds: [...feeItems],
    chanceBps: Number(chanceText(stakeOf(round, entry.user.id), potOf(round)).replace('.', '')),
  };
  return { ...round, phase: 'SETTLED', settledAt, secret, result, fair: { ...round.fair, ticket } };
}
