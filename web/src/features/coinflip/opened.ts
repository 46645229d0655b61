/** A game with the result that this browser opened itself: as the site would have settled it, by the end of the countdown. Pure. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import type { OpenedRound } from '../../fairness/silence.ts';

/** What has been shown is not tossed again when the site publishes it. */
export function openedAs(game: CoinflipGame, { secret, outcome, payouts }: OpenedRound): CoinflipGame {
  const settledAt = game.deadlineAt;
  if (game.phase === 'SETTLED') return { ...game, settledAt };
  if (game.phase !== 'COUNTDOWN' || !('winnerSide' in outcome)) return game;
  const { winnerSide, ticket } = outcome;
  const feeItemIds = [...payouts.feeItems];
  return { ...game, phase: 'SETTLED', settledAt, winnerSide, secret, feeItemIds, fair: { ...game.fair, ticket } };
}
