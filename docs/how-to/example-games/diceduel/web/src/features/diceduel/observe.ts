/**
 * Where the view of a dice duel has the data that its fairness check needs, for the watcher and the verifier
 * (games-kit/observe.ts). Pure.
 */
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { itemPayouts } from '../../games-kit/item-payouts.ts';
import { makeRoundObserver } from '../../games-kit/observe.ts';
import { potOf } from './money-text.ts';

const PHASES = {
  WAITING: 'open',
  COUNTDOWN: 'locked',
  SETTLED: 'settled',
  CANCELLED: 'cancelled',
  VOIDED: 'voided',
} as const;

/** The chance of each player, whatever is staked. */
export const HALF = '50.00';

export const diceduelObserver = makeRoundObserver<DiceduelGame>({
  game: 'diceduel',
  phaseOf: ({ phase }) => PHASES[phase],
  chancesOf: ({ secondUser }) => (secondUser ? [HALF, HALF] : []),
  stakesOf: ({ firstUser, firstTotalUsd, secondUser, secondTotalUsd }) => [
    { userId: firstUser.id, entry: { cents: centsFromUsd(firstTotalUsd) } },
    ...(secondUser ? [{ userId: secondUser.id, entry: { cents: centsFromUsd(secondTotalUsd) } }] : []),
  ],
  resultOf: (duel, pseudonymOf) => {
    const { throws, winnerSeat, firstUser, secondUser, firstItems, secondItems, feeItemIds } = duel;
    if (throws === null || winnerSeat === null) return null;
    const winner = pseudonymOf((winnerSeat === 1 ? firstUser : secondUser)?.id ?? '');
    const stakes = [firstItems, secondItems];
    return {
      outcome: { throws, winnerEntry: winnerSeat === 1 ? 0 : 1 },
      payouts: itemPayouts({ potCents: potOf(duel), stakes, feeItemIds, winner }),
    };
  },
});
