/**
 * What the kit must know of a game whose stakes are items, besides how its rounds end (round-game.ts). A game exports one value
 * of this type; load, write, lock record and history are the kit's.
 */
import type { RoundGame } from '../round-game.ts';
import type { Entry } from '../rounds.ts';
import type { TermsOfItems } from './terms.ts';

/** An entry as lock records need to know it. */
export type LockedEntry = Pick<Entry, 'pseudonym' | 'pick' | 'cents'>;

export interface ItemGame extends RoundGame, TermsOfItems {
  readonly lock: {
    /** What players watch after the lock, ms: the result is due when it is over and the beacon has spoken. */
    readonly countdownMs: number;
    /** What the record of this game says besides what every record says. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** An entry in the record, in the game's own words. */
    readonly entry: (entry: LockedEntry) => object;
  };
}
