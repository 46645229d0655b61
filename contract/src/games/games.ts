/**
 * The one table of games, in the order of the navigation. Types of calls, topics, statistics, menus, addresses and
 * labels derive from it. It holds few values, so that a page can load it at once.
 */

/**
 * `game`: its name everywhere, also the topic of its facts and the first word of their types. `page`: its name in an
 * address; `path`: its page. `label`: name of the game; `one`: name of one round. `keys`: keyboard shortcut.
 * `resultsVisibleAfterMs`: delay from the end of a round until its player's statistics and history include it. It ends
 * half a second before the coin or pointer stops on the screen, so that a browser that asks at that moment gets the
 * result; 0 when the server itself waits until the replay has shown everything.
 * `rounds`: whether one of its rounds runs at a time, or many. The database has a row of it for each game.
 */
export const GAMES = [
  {
    game: 'jackpot',
    rounds: 'one',
    page: 'jackpot',
    path: '/',
    keys: 'g j',
    resultsVisibleAfterMs: 7_000,
    label: 'Jackpot',
    one: 'Jackpot',
  },
  {
    game: 'coinflip',
    rounds: 'many',
    page: 'coinflip',
    path: '/coinflip',
    keys: 'g c',
    resultsVisibleAfterMs: 5_100,
    label: 'Coinflip',
    one: 'Coinflip',
  },
  {
    game: 'casebattle',
    rounds: 'many',
    page: 'casebattles',
    path: '/casebattles',
    keys: 'g b',
    resultsVisibleAfterMs: 0,
    label: 'Case battles',
    one: 'Case battle',
  },
] as const;

export type GameName = (typeof GAMES)[number]['game'];

export const GAME_NAMES = GAMES.map(({ game }) => game);

/** One value per game. */
export function byGame<T>(valueOf: (game: (typeof GAMES)[number]) => T): Readonly<Record<GameName, T>> {
  return Object.fromEntries(GAMES.map((game) => [game.game, valueOf(game)])) as Record<GameName, T>;
}
