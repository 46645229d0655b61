/** Pure: the numbers on the landing page's scoreboard, from the list of games. */
import type { CoinflipGame } from '@fairpot/contract/coinflip';
import { cents, centsFromUsd, sumCents, type Cents } from '@fairpot/contract/money';

export interface OpenCoinflips {
  readonly waiting: number;
  readonly running: number;
  /** Staked in games that wait or run. */
  readonly onTable: Cents;
  /** The cheapest game that waits; null when none does. */
  readonly cheapest: Cents | null;
}

type Counted = Pick<CoinflipGame, 'phase' | 'firstTotalUsd' | 'secondTotalUsd'>;

/** Counts over a list. Settled games, which stay listed for a minute, are over and not counted. */
export function summarise(games: readonly Counted[]): OpenCoinflips {
  const waiting = games.filter((game) => game.phase === 'WAITING');
  const running = games.filter((game) => game.phase === 'COUNTDOWN');
  const totals = waiting.map((game) => centsFromUsd(game.firstTotalUsd));
  const staked = running.map((game) => cents(centsFromUsd(game.firstTotalUsd) + centsFromUsd(game.secondTotalUsd)));
  return {
    waiting: waiting.length,
    running: running.length,
    onTable: sumCents([...totals, ...staked]),
    cheapest: totals.length === 0 ? null : cents(Math.min(...totals)),
  };
}
