/** Places far back in the copied history, for paging from there. */
import { GAMES } from '@fairpot/contract/games/games';
import type { PlayedSample } from './case.ts';

/** Rows in each growing table. */
export const ROWS = 100_000;
/** Rounds that are copied with all their rows; older ones have only their own row. */
export const WHOLE_ROUNDS = 0.4 * ROWS;

/** Rows that are copied without their round are of rounds with these numbers. */
export const NO_ROUND_FROM = 10_000_000;

/** The id of the nth copy of a round. Each fourth ended otherwise, those between rotate through the games. */
export const copy = (n: number) => `rnd_7${String(n).padStart(25, '0')}`;
/** The played round of the nth copy: `rounds` has one of each game. */
export const copied = (n: number, { rounds, others }: Pick<PlayedSample, 'rounds' | 'others'>): string => {
  const turn = Math.floor(n / 4);
  return (n % 4 === 0 ? others[turn % others.length] : rounds[turn % rounds.length]) ?? '';
};
/** This many settled rounds of the game at this position of the list of games, around the nth copy. */
export const copiesOf = (game: number, count: number, about = 0.35 * ROWS): string[] => {
  const first = Math.floor(about / 4 / GAMES.length);
  return Array.from({ length: count }, (_, i) => copy(4 * (GAMES.length * (first + i) + game) + 1));
};
/** When the clock of tests begins; copied rounds end a minute apart before it. */
export const START = Date.UTC(2026, 0, 1);
export const [ROUND = ''] = copiesOf(0, 1);
export const TICKET = `tkt_7${String(10_000_000 - 50_000).padStart(25, '0')}`;
export const TRADE = `trd_7${String(50_000).padStart(25, '0')}`;
export const CRYPTO_ORDER = `cor_7${String(50_000).padStart(25, '0')}`;
export const CRYPTO_WITHDRAWAL = `cwd_7${String(50_000).padStart(25, '0')}`;

/** In the middle of the copied movements of money and items. */
export const MIDST = `${START + 20 * 60_000}`;
