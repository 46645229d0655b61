/** When statistics and history tell the rounds of a game. */
import type { Game } from '../fair/schemas.ts';
import { byGame } from '../games/games.ts';

/** From the end of a round until its player's statistics and history tell it, in ms (`GAMES` says why). */
export const TOLD_AFTER_MS: Readonly<Record<Game, number>> = byGame(({ toldAfterMs }) => toldAfterMs);
