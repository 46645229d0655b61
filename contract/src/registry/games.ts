/** The calls of games, by their types: each game adds its own in its schemas.ts (`declare module`). */
import type { GameName } from '../games/games.ts';

// oxlint-disable-next-line typescript/no-empty-object-type -- the games fill it in
export interface CallsOfGames {}

/** Any call of any game. A game that adds none does not compile. */
export type GameCall = CallsOfGames[GameName];
