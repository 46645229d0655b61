/**
 * What a game brings so that tests of all games can play a round of it. Each game has a file of its name beside this one, which exports
 * its `sample`; `rounds.ts` finds it by the list of games.
 */
import type { LockRecord } from '../../protocol/lock-base.ts';

export interface LockSample<O extends object> {
  /**
   * `entries` and what else the lock record of this game says: its own fields, and those of every record where they differ from a 5% fee
   * and no block. At least two players; `player` gives the pseudonym for a name.
   */
  readonly fields: (player: (name: string) => string) => Readonly<Record<string, unknown>>;
  /** The outcome as an operator would publish it who wants other players to win. */
  readonly lie: (outcome: O, lock: LockRecord) => O;
}
