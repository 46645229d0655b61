/**
 * The lock of a round: which beacon it waits for and the record that fixes everything else. Called by the games' rules
 * in the command that takes the last stake. Source: protocol fp/1, sections 1 and 2.
 */
import type { Game } from '@fairpot/contract/fair';
import type { DrandChain } from '@fairpot/fairness/beacon';
import { drandRoundFor, drandRoundTime, EOS_BLOCK_MS, fairBlockFor } from '@fairpot/fairness/schedule';
import type { EosHeadAnswer } from '../../gateways/beacons/port.ts';

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

export interface NamedBattle extends NamedBeacon {
  /** For the lock record, and for `round_lock_on_block`. */
  readonly eos: { readonly chain: string; readonly block: number };
}

/**
 * Beacon and fair block of a battle locked at `lockedAt`, from a head that was asked for just before it. Null when the
 * head is too old by then: the block that it names must lie after the lock, so ask for the head again.
 * `dueAt` takes the block to be on time; the block that comes decides which drand round counts.
 */
export function nameBattle(
  lockedAt: number,
  head: Extract<EosHeadAnswer, { kind: 'ready' }>,
  chain: DrandChain,
): NamedBattle | null {
  const block = fairBlockFor(head.num);
  const fairBlockTime = head.time + (block - head.num) * EOS_BLOCK_MS;
  if (fairBlockTime <= lockedAt) return null;
  const { genesisMs, periodMs } = chain;
  const named = nameBeacon('casebattle', lockedAt, 0, chain);
  const expected = drandRoundFor({ lockedAt, game: 'casebattle', genesisMs, periodMs, fairBlockTime });
  return { drandRound: named.drandRound, dueAt: drandRoundTime(expected, chain), eos: { chain: head.chain, block } };
}
