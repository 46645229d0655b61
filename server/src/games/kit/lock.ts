/**
 * The lock of a round: which beacon it waits for and the record that fixes everything else. Called by the games' rules
 * in the command that takes the last stake. Source: protocol fp/1, sections 1 and 2.
 */
import type { Game } from '@fairpot/contract/fair';
import type { DrandChain } from '@fairpot/fairness/beacon';
import { drandRoundFor, drandRoundTime } from '@fairpot/fairness/schedule';

export interface NamedBeacon {
  readonly drandRound: number;
  /** When the result may be drawn, epoch ms: the countdown is over and the output is due. */
  readonly dueAt: number;
}

/** The beacon of a round locked at `lockedAt`, named by the formula; `countdownMs` is what the players watch. */
export function nameBeacon(game: Game, lockedAt: number, countdownMs: number, chain: DrandChain): NamedBeacon {
  const drandRound = drandRoundFor({ lockedAt, game, genesisMs: chain.genesisMs, periodMs: chain.periodMs });
  return { drandRound, dueAt: Math.max(lockedAt + countdownMs, drandRoundTime(drandRound, chain)) };
}
