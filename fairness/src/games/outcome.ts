/**
 * From key and lock to the outcome, for every game.
 *
 * Called by the reveal and the verifier.
 */
import type { LockRecord } from '../base/lock-base.ts';
import { uniform } from '../base/uniform.ts';
import type { Sampler } from '../base/uniform.ts';
import type { AnyGame } from './game.ts';
import { GAMES, gameOf } from './index.ts';
import type { Lock, Outcome } from './index.ts';

export type { Outcome } from './index.ts';

type KnownGameRules = (typeof GAMES)[number];
/** The outcome type of the game of this lock record. */
type OutcomeOf<L extends Lock> = ReturnType<Extract<KnownGameRules, { readonly name: L['game'] }>['outcome']>;

/** The outcome of a locked round under its key. The same key and lock give the same outcome everywhere. */
export function outcomeOf<L extends Lock>(key: Uint8Array, lock: L): OutcomeOf<L>;
export function outcomeOf(key: Uint8Array, lock: LockRecord, games: readonly AnyGame[]): object;
export function outcomeOf(key: Uint8Array, lock: LockRecord, games: readonly AnyGame[] = GAMES): object {
  return outcomeBy((n, label) => uniform(key, n, label), lock, games);
}

/** Like `outcomeOf`, with the draws made by `sample`: the verifier passes one that keeps the working. */
export function outcomeBy(sample: Sampler, lock: Lock): Outcome;
export function outcomeBy(sample: Sampler, lock: LockRecord, games: readonly AnyGame[]): object;
export function outcomeBy(sample: Sampler, lock: LockRecord, games: readonly AnyGame[] = GAMES): object {
  return gameOf(lock.game, games).outcome(lock, sample);
}
