/** The stage of a game as a hook: rerenders exactly when it changes. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { nextChangeAt, stageOf, veiled } from './stage.ts';
import type { CoinflipStage } from './stage.ts';

/** The current stage, and the game without what may not be shown yet. */
export function useStage(game: CoinflipGame): { readonly stage: CoinflipStage; readonly shown: CoinflipGame } {
  const now = useStageClock((at) => nextChangeAt(game, at));
  return { stage: stageOf(game, now), shown: veiled(game, now) };
}
