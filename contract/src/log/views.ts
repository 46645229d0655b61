/** When statistics and history include the rounds of a game. */
import type { ProvableGame } from '../fair/schemas.ts';
import { byGame } from '../games/games.ts';

/** Delay from the end of a round until its player's statistics and history include it, in ms (`GAMES` says why). */
export const RESULTS_VISIBLE_AFTER_MS: Readonly<Record<ProvableGame, number>> = byGame(
  ({ resultsVisibleAfterMs }) => resultsVisibleAfterMs,
);
