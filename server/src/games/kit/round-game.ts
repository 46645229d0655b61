/**
 * What the kit must know about a game to run its rounds: its name, and the pure decision from lock and entropy to the
 * result. A game exports one of these; settlement, refunds and sweeps do the rest.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import type { Outcome } from '@fairpot/fairness/games/outcome';
import type { Payouts } from '@fairpot/fairness/games/payout';
import type { Tx } from '../../platform/database/sql.ts';
import type { Round } from './rounds.ts';

/** The values that become known with the beacon output. */
export interface Reveal {
  readonly secret: string;
  /** The output that the lock names, hex of 48 bytes. */
  readonly signature: string;
}

export interface RoundDecision {
  readonly outcome: Outcome;
  readonly payouts: Payouts;
  /** `no` of the winning entry. */
  readonly winnerNo: number;
}

/** A round with the decision of its reveal. */
export interface DecidedRound {
  readonly round: Round;
  readonly decision: RoundDecision;
}

/**
 * What a game played for balance does with its money, in the transaction that ends the round. It records results itself
 * when it pays: `accounts/results.ts` recordResults.
 */
export interface BalanceGame {
  /** The results are published. A sweep of the game's own may pay later. */
  settled(tx: Tx, rounds: readonly DecidedRound[], at: number): Promise<void>;
  /** All players get their stakes back. `rounds` are in their previous state: open (cancelled) or locked (voided). */
  refunded(tx: Tx, rounds: readonly Round[], at: number): Promise<void>;
}

export interface RoundGame {
  /** Also the topic of its facts and the first word of their types: '<game>.settled'. */
  readonly game: ProvableGame;
  /** Pure: same round and reveal, same decision. Throws when the stored round contradicts its lock. */
  readonly decide: (round: Round, reveal: Reveal) => RoundDecision;
  /** Games of balance only. The kit moves the items of other games. */
  readonly balance?: BalanceGame;
}
