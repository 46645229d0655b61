/**
 * Whether a battle was locked as it was offered: the same cases in the same order, mode and size.
 *
 * Called by verify-inputs.ts for a watcher who saw the battle before its last seat was taken. Invariant: the offer that
 * a player accepted is compared with the lock itself, so that another announced table than the one shown is detected as
 * well.
 */
import { firstDifference } from './diff.ts';
import type { CaseTable } from '../games/drop-table.ts';
import type { AnyGame } from '../games/game.ts';
import { gameOf } from '../games/index.ts';
import type { LockRecord } from '../base/lock-base.ts';
import { step } from '../protocol/step.ts';
import type { VerificationStep } from '../protocol/step.ts';

/** A battle as offered, before anyone could know its result. */
export type BattleOffer = {
  /** One per round, in order, by its name in a lock: id and version, 'box@3'. */
  readonly cases: readonly string[];
  /** NORMAL, or its name in a lock. */
  readonly mode: string;
  readonly teams: number;
  readonly seatsPerTeam: number;
  /** The drop tables that were shown, each once; possibly none, because a list shows no tables. */
  readonly tables: readonly CaseTable[];
};

/** A player takes a seat for these cases under these rules; a lock with others would draw another game. */
export function offerSteps(lock: LockRecord, seen: BattleOffer, game: AnyGame = gameOf(lock.game)): VerificationStep[] {
  const cases = game.tables(lock);
  const names = cases.map(({ caseId }) => caseId);
  const perTeam = lock.entries.filter((entry) => 'team' in entry && entry.team === 0).length;
  const mode = game.mode(lock);
  return [
    step('seen-cases', 'The cases are the ones offered', { offered: seen.cases.join(' ') }, () => ({
      computed: firstDifference(names, seen.cases, 'cases') ?? tableDifference(cases, seen.tables) ?? 'no difference',
      expected: 'no difference',
      detail:
        `ids, versions and order of every case, and ${seen.tables.length} drop tables, as this watcher first saw ` +
        'them',
    })),
    step('seen-mode', 'The battle has the offered mode and size', {}, () => ({
      computed: `${mode}, ${lock.entries.length} seats in teams of ${perTeam}`,
      expected: `${seen.mode}, ${seen.teams * seen.seatsPerTeam} seats in teams of ${seen.seatsPerTeam}`,
      detail: 'the mode says which total wins and who shares the drops, as this watcher first saw it',
    })),
  ];
}

function tableDifference(locked: readonly CaseTable[], shown: readonly CaseTable[]): string | null {
  for (const table of locked) {
    const seen = shown.find(({ caseId }) => caseId === table.caseId);
    const difference = seen === undefined ? null : firstDifference(table, seen, table.caseId);
    if (difference !== null) return difference;
  }
  return null;
}
