/**
 * The games of this build: the only list. A new game is a file in this folder, its value in this list, and vectors.
 *
 * Code that treats games alike takes a list as a parameter, by default this one, so that a test can be a build with one
 * game more or fewer.
 */
import { casebattle } from './casebattle.ts';
import { coinflip } from './coinflip.ts';
import type { AnyGame } from './game.ts';
import { jackpot } from './jackpot.ts';

export const GAMES = [coinflip, jackpot, casebattle] as const;

type KnownGameRules = (typeof GAMES)[number];
/** The names of the games, in the words of the protocol. */
export type KnownGame = KnownGameRules['name'];
/** The lock record of a game of this build. */
export type Lock = ReturnType<KnownGameRules['parseLock']>;
export type Outcome = ReturnType<KnownGameRules['outcome']>;

export const GAME_NAMES: readonly KnownGame[] = GAMES.map(({ name }) => name);

/** The game of this name; undefined when the build has none. */
export function findGame(name: string, games: readonly AnyGame[] = GAMES): AnyGame | undefined {
  return games.find((game) => game.name === name);
}

/** Like `findGame`; throws when `findGame` finds none. */
export function gameOf(name: string, games: readonly AnyGame[] = GAMES): AnyGame {
  const game = findGame(name, games);
  if (game === undefined) throw new Error(`this build does not know a game named ${JSON.stringify(name)}`);
  return game;
}
