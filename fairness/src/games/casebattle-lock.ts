/** The lock of a case battle, which its modes read, and the rolls of a seat. */
import type { LockBase, LockedBlock } from '../base/lock-base.ts';
import type { CaseTable } from './drop-table.ts';

/**
 * The modes that a lock can name. A lock of a NORMAL battle names none, so that records from before there were modes
 * keep their hash; every other mode is named.
 */
export const NAMED_MODES = ['INVERSE'] as const;
export type NamedMode = (typeof NAMED_MODES)[number];

/** One seat of a battle; teams and seats count from 0. */
export type CasebattleEntry = { readonly player: string; readonly team: number; readonly seat: number };
export type CasebattleLock = LockBase & {
  readonly game: 'casebattle';
  /** Null when no block was known at the lock. */
  readonly eos: LockedBlock | null;
  /** Missing in a NORMAL battle. */
  readonly mode?: NamedMode;
  /** By team, then seat. */
  readonly entries: readonly CasebattleEntry[];
  /** One per battle round, in order. */
  readonly cases: readonly CaseTable[];
};
/** One opened case; `item` is the index in the case table of that battle round. */
export type CasebattleRoll = {
  readonly round: number;
  readonly team: number;
  readonly seat: number;
  readonly ticket: number;
  readonly item: number;
};
