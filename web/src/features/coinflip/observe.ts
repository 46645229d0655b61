/** Maps a coinflip to the fields that its fairness depends on, for watcher and verifier (games-kit/observe.ts). Pure. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { makeRoundObserver } from '../../games-kit/observe.ts';
import { chancesOf } from './money-text.ts';
import { resultOf } from './prize.ts';
import { stakesOf } from './side.ts';

const PHASES = {
  WAITING: 'open',
  COUNTDOWN: 'locked',
  SETTLED: 'settled',
  CANCELLED: 'cancelled',
  VOIDED: 'voided',
} as const;

export const coinflipObserver = makeRoundObserver<CoinflipGame>({
  game: 'coinflip',
  phaseOf: ({ phase }) => PHASES[phase],
  chancesOf: (game) => (game.secondUser ? chancesOf(game) : []),
  stakesOf,
  itemsOf: ({ firstItems, secondItems }) => [firstItems, secondItems],
  resultOf,
});
export const { proofOf, watchedOf } = coinflipObserver;
