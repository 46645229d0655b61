/**
 * A game as one value: everything in which games differ, for the rooms that treat all games alike.
 *
 * Each game is a file beside this one that exports its value, and a line in index.ts. Lock, schedule, proof, verification, log and
 * payouts ask the value and know no game by name. Invariant: every function here is pure, and every draw of a game has a label of
 * its own that begins with the game's name.
 */
import type { LockBase, LockRecord } from '../protocol/lock-base.ts';
import type { Sampler } from '../protocol/uniform.ts';
import type { EntryChance } from './chance.ts';
import type { CaseTable } from './drop-table.ts';

/** An item in the pot; `entry` is the index of its stake in the lock's entries. */
export type PotItem = { readonly id: string; readonly entry: number; readonly cents: number };
/** What one player gets, in cents (for a game of items: the value of the items that are left). */
export type Share = { readonly player: string; readonly cents: number };
/** All in cents. `items` and `feeItems` (ids) are empty for a game that is paid in balance. */
export type Payouts = {
  readonly potCents: number;
  readonly feeCents: number;
  readonly items: readonly PotItem[];
  readonly feeItems: readonly string[];
  readonly shares: readonly Share[];
};

/** One line of a verification's trace: what was computed, what was published, and how it comes about. */
export type Claim = {
  readonly title: string;
  readonly computed: string;
  readonly expected: string;
  readonly detail: string;
};

/** `L`: the lock record of the game; `O`: its outcome. */
export interface GameRules<L extends LockRecord, O extends object> {
  /** As the protocol spells it: in secrets, records and labels. */
  readonly name: L['game'];
  /** What a round waits for: the beacon round at least this many ms after the lock. */
  readonly delayMs: number;
  /** Fields of the lock record besides those of every game. `record` is what is being read: a field may be left out. */
  ownFields(record: object): readonly string[];
  /** The whole record; `fields` holds `eos`, `entries` and the own ones, unread. Throws a ShapeError that names the first wrong field. */
  parseLock(base: LockBase, fields: Readonly<Record<string, unknown>>, path: string): L;
  /** The drop tables that the record holds, in order; none for a game without. Each must have been announced. */
  tables(lock: L): readonly CaseTable[];
  /** Under which rules it was locked, in a word: the name of its mode, or of the game when it has no modes. */
  mode(lock: L): string;
  /** The result, every draw of it made by `sample`. */
  outcome(lock: L, sample: Sampler): O;
  /** Reads a published outcome; throws a ShapeError that names the first wrong field. */
  parseOutcome(value: unknown, path: string): O;
  /** What an outcome shows for the draw of this label; undefined when it shows nothing. */
  ticket(outcome: O, label: string): number | undefined;
  /** The players who win, in order of their entries. Throws for the outcome of another game. */
  winners(lock: L, outcome: object): readonly string[];
  /** Who gets what. `items`: the whole pot in order of entry. Throws for what does not add up, and for the outcome of another game. */
  payouts(lock: L, outcome: object, items: readonly PotItem[]): Payouts;
  /** Tickets and chance of each entry; none for a game whose chances stand in its drop tables. */
  chances(lock: L): readonly EntryChance[];
  /** The trace's line on chances. `shown`: percents that a watcher was shown, in order of the entries. */
  chanceClaim(lock: L, outcome: O, shown: readonly string[] | undefined): Claim;
}

/** Some game, for code that treats all alike. */
export type AnyGame = GameRules<LockRecord, object>;
