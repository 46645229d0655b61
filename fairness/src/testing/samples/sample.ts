/**
 * What a game provides so that tests of all games can play a round of it. Each game has a file of its name in this
 * folder, which exports its `sample`; `rounds.ts` finds it by the list of games.
 */
import type { LockRecord } from '../../base/lock-base.ts';

export interface LockSample<O extends object> {
  /**
   * `entries` and the other fields of this game's lock record: its own fields, and those of every record that differ
   * from a 5% fee and no block. At least two players; `player` returns the pseudonym for a name.
   */
  readonly fields: (player: (name: string) => string) => Readonly<Record<string, unknown>>;
  /** The outcome of an operator who wants other players to win. */
  readonly lie: (outcome: O, lock: LockRecord) => O;
}
