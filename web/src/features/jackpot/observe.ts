/** Maps a jackpot round to the fields that its fairness depends on, for watcher and verifier (games-kit/observe.ts). Pure. */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { makeRoundObserver } from '../../games-kit/observe.ts';
import { chancesOf, resultOf, stakesOf } from './shares.ts';

const PHASES = {
  WAITING: 'open',
  COUNTDOWN: 'open',
  FINISHING: 'locked',
  SETTLED: 'settled',
  VOIDED: 'voided',
} as const;

export const jackpotObserver = makeRoundObserver<JackpotRound>({
  game: 'jackpot',
  phaseOf: ({ phase }) => PHASES[phase],
  chancesOf,
  stakesOf,
  itemsOf: ({ entries }) => entries.map(({ items }) => items),
  resultOf,
});
export const { proofOf, watchedOf } = jackpotObserver;
