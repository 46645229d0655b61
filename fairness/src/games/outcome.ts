/**
 * From key and lock to the outcome: the one list of the games that the protocol knows.
 *
 * Called by the reveal and the verifier. A new game is one file beside coinflip.ts and one line here.
 */
import { casebattleOutcome } from './casebattle.ts';
import type { CasebattleOutcome } from './casebattle.ts';
import { coinflipOutcome } from './coinflip.ts';
import type { CoinflipOutcome } from './coinflip.ts';
import { jackpotOutcome } from './jackpot.ts';
import type { JackpotOutcome } from './jackpot.ts';
import type { CasebattleLock, CoinflipLock, JackpotLock, Lock } from '../protocol/lock.ts';
import { uniform } from '../protocol/uniform.ts';
import type { Sampler } from '../protocol/uniform.ts';

export type Outcome = CoinflipOutcome | JackpotOutcome | CasebattleOutcome;

/** The outcome of a locked round under its key. Same key and lock, same outcome, everywhere. */
export function outcomeOf(key: Uint8Array, lock: CoinflipLock): CoinflipOutcome;
export function outcomeOf(key: Uint8Array, lock: JackpotLock): JackpotOutcome;
export function outcomeOf(key: Uint8Array, lock: CasebattleLock): CasebattleOutcome;
export function outcomeOf(key: Uint8Array, lock: Lock): Outcome;
export function outcomeOf(key: Uint8Array, lock: Lock): Outcome {
  return outcomeBy((n, label) => uniform(key, n, label), lock);
}

/** As `outcomeOf`, with the draws made by `sample`: the verifier passes one that keeps the working. */
export function outcomeBy(sample: Sampler, lock: Lock): Outcome {
  switch (lock.game) {
    case 'coinflip':
      return coinflipOutcome(lock, sample);
    case 'jackpot':
      return jackpotOutcome(lock, sample);
    case 'casebattle':
      return casebattleOutcome(lock, sample);
  }
}
