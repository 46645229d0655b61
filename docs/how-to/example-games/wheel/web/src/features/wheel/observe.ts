/**
 * Where the view of a wheel has the data that its fairness check needs, for the watcher and the verifier (games-kit/observe.ts).
 * Pure.
 */
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { percentOf } from '@fairpot/fairness/games/chance';
import { itemPayouts } from '../../games-kit/item-payouts.ts';
import { makeRoundObserver } from '../../games-kit/observe.ts';

const PHASES = {
  WAITING: 'open',
  SPINNING: 'locked',
  SETTLED: 'settled',
  CANCELLED: 'cancelled',
  VOIDED: 'voided',
} as const;

/** Each entry's share of the stakes so far, e.g. `'25.00'`, in order. */
export function chancesOf({ entries, potUsd }: Pick<WheelGame, 'entries' | 'potUsd'>): string[] {
  return entries.map(({ totalUsd }) => percentOf(centsFromUsd(totalUsd), centsFromUsd(potUsd)));
}

export const wheelObserver = makeRoundObserver<WheelGame>({
  game: 'wheel',
  phaseOf: ({ phase }) => PHASES[phase],
  // Until the fourth stake they change with each stake.
  chancesOf: (wheel) => (wheel.phase === 'WAITING' ? [] : chancesOf(wheel)),
  stakesOf: ({ entries }) =>
    entries.map(({ user, totalUsd }) => ({ userId: user.id, entry: { cents: centsFromUsd(totalUsd) } })),
  resultOf: ({ entries, potUsd, winner, feeItemIds, fair: { ticket } }, pseudonymOf) => {
    if (winner === null || ticket === null) return null;
    const potCents = centsFromUsd(potUsd);
    const stakes = entries.map(({ items }) => items);
    const player = pseudonymOf(entries[winner]?.user.id ?? '');
    return {
      outcome: { ticket, total: potCents, winnerEntry: winner },
      payouts: itemPayouts({ potCents, stakes, feeItemIds, winner: player }),
    };
  },
});
