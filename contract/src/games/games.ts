/**
 * The games as whoever lists them needs them: the one table, in the order of the navigation. Types of calls, topics, statistics, menus,
 * addresses and labels come from it, and the types of the games' calls. Its values are few, so that a page may load it at once.
 */

/**
 * `game`: its name everywhere, also the topic of its facts and the first word of their types. `page`: its name in an address; `path`: where its
 * page is. `label`: of the game; `one`: of one round. `keys`: what leads there.
 * `toldAfterMs`: from the end of a round until its player's statistics and history tell it: half a second before the coin or the pointer stands
 * still on the screen, so that a browser that asks when it has landed is told; 0 where the server waits itself, until the replay has shown all.
 * `rounds`: whether one of its rounds is played at a time, or many. The database has a row of it for each game.
 */
export const GAMES = [
  {
    game: 'jackpot',
    rounds: 'one',
    page: 'jackpot',
    path: '/',
    keys: 'g j',
    toldAfterMs: 7_000,
    label: 'Jackpot',
    one: 'Jackpot',
  },
  {
    game: 'coinflip',
    rounds: 'many',
    page: 'coinflip',
    path: '/coinflip',
    keys: 'g c',
    toldAfterMs: 5_100,
    label: 'Coinflip',
    one: 'Coinflip',
  },
  {
    game: 'casebattle',
    rounds: 'many',
    page: 'casebattles',
    path: '/casebattles',
    keys: 'g b',
    toldAfterMs: 0,
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
