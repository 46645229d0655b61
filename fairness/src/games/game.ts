/**
 * A game as one value: everything in which games differ, for rooms that treat all games alike.
 *
 * Each game is a file in this folder that exports its value, and a line in index.ts. Lock, schedule, proof,
 * verification, log and payouts use the value and do not know games by name. Invariant: every function here is pure,
 * and every draw of a game has a label of its own that begins with the game's name.
 */
import type { LockBase, LockRecord } from '../base/lock-base.ts';
import type { Sampler } from '../base/uniform.ts';
import type { EntryChance } from './chance.ts';
import type { CaseTable } from './drop-table.ts';

/** An item in the pot; `entry` is the index of its stake in the lock's entries. */
export type PotItem = { readonly id: string; readonly entry: number; readonly cents: number };
/** What one player receives, in cents (for a game of items: the value of the remaining items). */
export type PayoutShare = { readonly player: string; readonly cents: number };
/** All in cents. `items` and `feeItems` (ids) are empty for a game that is paid in balance. */
export type Payouts = {
  readonly potCents: number;
  readonly feeCents: number;
  readonly items: readonly PotItem[];
  readonly feeItems: readonly string[];
  readonly shares: readonly PayoutShare[];
};

/** One line of a verification's trace: the computed value, the published value, and how it is computed. */
export type TraceClaim = {
  readonly title: string;
  readonly computed: string;
  readonly expected: string;
  readonly detail: string;
};

/** `L`: the lock record of the game; `O`: its outcome. */
export interface GameRules<L extends LockRecord, O extends object> {
  /** Its name in the protocol: in secrets, records and labels. */
  readonly name: L['game'];
  /** The delay before the beacon: a round waits for the first beacon round at least this many ms after the lock. */
  readonly delayMs: number;
  /**
   * Fields of the lock record besides those of every game. `record` is the record being read: a field may be missing.
   */
  ownFields(record: object): readonly string[];
  /**
   * The whole record; `fields` holds `eos`, `entries` and the game's own fields, unread. Throws a ShapeError that names
   * the first wrong field.
   */
  parseLock(base: LockBase, fields: Readonly<Record<string, unknown>>, path: string): L;
  /** The drop tables in the record, in order; none for a game without. Each must have been announced. */
  tables(lock: L): readonly CaseTable[];
  /** The rules it was locked under, in a word: the name of its mode, or of the game when it has no modes. */
  mode(lock: L): string;
  /** The result; `sample` makes every draw of it. */
  outcome(lock: L, sample: Sampler): O;
  /** Reads a published outcome; throws a ShapeError that names the first wrong field. */
  parseOutcome(value: unknown, path: string): O;
  /** What an outcome shows for the draw with this label; undefined when it shows nothing. */
  ticket(outcome: O, label: string): number | undefined;
  /** The winning players, in order of their entries. Throws for the outcome of another game. */
  winners(lock: L, outcome: object): readonly string[];
  /**
   * The payouts. `items`: the whole pot in entry order. Throws when sums do not match, and for the outcome of another
   * game.
   */
  payouts(lock: L, outcome: object, items: readonly PotItem[]): Payouts;
  /** Tickets and chance of each entry; none for a game whose chances are in its drop tables. */
  chances(lock: L): readonly EntryChance[];
  /** The trace's line on chances. `shown`: percents that a watcher saw, in entry order. */
  chanceClaim(lock: L, outcome: O, shown: readonly string[] | undefined): TraceClaim;
}

/** Some game, for code that treats all alike. */
export type AnyGame = GameRules<LockRecord, object>;
