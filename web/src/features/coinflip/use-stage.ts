/** The stage of a game as a hook: renders again exactly when it changes. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { nextChangeAt, stageOf, veiled } from './stage.ts';
import type { Stage } from './stage.ts';

/** Stage of the game now, and the game without what may not be seen yet. */
export function useStage(game: CoinflipGame): { readonly stage: Stage; readonly shown: CoinflipGame } {
  const now = useStageClock((at) => nextChangeAt(game, at));
  return { stage: stageOf(game, now), shown: veiled(game, now) };
}
