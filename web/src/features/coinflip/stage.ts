/**
 * The stage of a coinflip on the screen, and what may be shown of it at a given time.
 *
 * Used by every picture of a game: row, view, history. Pure; all instants are epoch ms of the server's clock.
 * Invariant: until the coin has landed nothing rendered depends on the winner (`veiled` removes it), and everyone sees it
 * land at the same instant, however late their facts arrive.
 */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { REVEAL_DELAY_MS } from '@fairpot/contract/coinflip/calls';
import { nextInstant } from '../../games-kit/instants.ts';

/** How long the coin is in the air. */
export const COIN_MS = 2_600;
/** How long a settled game stays in the list after its coin has landed. */
export const LINGER_MS = 60_000;

/**
 * - `waiting` for a second player
 * - `countdown` of 20 s
 * - `drawing`: the countdown is over, the beacon's signature is pending
 * - `known`: the server has published the result; the coin starts 3 s later
 * - `flipping`: the coin is in the air
 * - `landed`: the result is shown
 */
export type CoinflipStage =
  | 'waiting'
  | 'countdown'
  | 'drawing'
  | 'known'
  | 'flipping'
  | 'landed'
  | 'cancelled'
  | 'voided';

/** When the coin starts; null before the settlement. Never before the countdown is over. */
export function flipAt(game: Pick<CoinflipGame, 'settledAt' | 'deadlineAt'>): number | null {
  return game.settledAt === null ? null : Math.max(game.settledAt, game.deadlineAt ?? 0) + REVEAL_DELAY_MS;
}

/** When the coin has landed; null before the settlement. */
export function landedAt(game: Pick<CoinflipGame, 'settledAt' | 'deadlineAt'>): number | null {
  const start = flipAt(game);
  return start === null ? null : start + COIN_MS;
}

type CoinflipTiming = Pick<CoinflipGame, 'phase' | 'settledAt' | 'deadlineAt'>;

export function stageOf(game: CoinflipTiming, now: number): CoinflipStage {
  switch (game.phase) {
    case 'WAITING':
      return 'waiting';
    case 'CANCELLED':
      return 'cancelled';
    case 'VOIDED':
      return 'voided';
    case 'COUNTDOWN':
      return now < (game.deadlineAt ?? 0) ? 'countdown' : 'drawing';
    case 'SETTLED': {
      const start = flipAt(game) ?? 0;
      if (now < (game.deadlineAt ?? 0)) return 'countdown';
      if (now < start) return 'known';
      return now < start + COIN_MS ? 'flipping' : 'landed';
    }
  }
}

/** The next instant after `now` at which the stage changes by time alone; null if it will not. */
export function nextChangeAt(game: CoinflipTiming, now: number): number | null {
  if (game.phase === 'WAITING') return null;
  return nextInstant([game.deadlineAt, flipAt(game), landedAt(game)], now);
}

/** True once the result may be shown. */
export function isRevealed(game: CoinflipTiming, now: number): boolean {
  const stage = stageOf(game, now);
  return stage === 'landed' || stage === 'cancelled' || stage === 'voided';
}

/** The game without its result until the coin has landed. Pictures render only this. */
export function veiled(game: CoinflipGame, now: number): CoinflipGame {
  if (game.phase !== 'SETTLED' || isRevealed(game, now)) return game;
  return {
    ...game,
    winnerSide: null,
    secret: null,
    feeItemIds: [],
    fair: { ...game.fair, ticket: null, drandSignature: null },
  };
}

/** True when a game is no longer listed: cancelled, voided, or landed more than `LINGER_MS` ago. */
export function hasLeftList(game: CoinflipTiming, now: number): boolean {
  const landed = landedAt(game);
  return game.phase === 'CANCELLED' || game.phase === 'VOIDED' || (landed !== null && now > landed + LINGER_MS);
}
