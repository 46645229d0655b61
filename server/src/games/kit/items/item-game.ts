/**
 * What the kit must know about a game whose stakes are items, besides how its rounds end (round-game.ts). A game
 * exports one value of this type; the kit does loading, writing, the lock record and the history.
 */
import type { RoundGame } from '../round-game.ts';
import type { RoundEntry } from '../rounds.ts';
import type { TermsOfItems } from './terms.ts';

/** The data of an entry that lock records need. */
export type LockedEntry = Pick<RoundEntry, 'pseudonym' | 'pick' | 'cents'>;

export interface ItemGame extends RoundGame, TermsOfItems {
  readonly lock: {
    /**
     * The countdown that players watch after the lock, ms: the result is due when it is over and the beacon output is
     * out.
     */
    readonly countdownMs: number;
    /** Fields of this game's record beyond those of every record. */
    readonly fields: Readonly<Record<string, unknown>>;
    /** An entry in the record, in the game's own terms. */
    readonly entry: (entry: LockedEntry) => object;
  };
}
