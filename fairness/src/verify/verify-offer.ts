/**
 * Whether a battle was locked as what it was offered as: the same cases in the same order, mode and size.
 *
 * Called by verify-inputs.ts for a watcher who saw the battle before its last seat was taken. Invariant: what a player sat down for is held
 * against the lock itself, so that a table which is announced, but another than the one shown, is caught as well.
 */
import { firstDifference } from './diff.ts';
import type { CaseTable } from '../games/drop-table.ts';
import type { AnyGame } from '../games/game.ts';
import { gameOf } from '../games/index.ts';
import type { LockRecord } from '../protocol/lock-base.ts';
import { step } from '../protocol/step.ts';
import type { Step } from '../protocol/step.ts';

/** A battle as it was offered, before anyone could know its result. */
export type SeenBattle = {
  /** One per round, in order, by the name that a lock gives it: id and version, 'box@3'. */
  readonly cases: readonly string[];
  /** NORMAL, or the name that a lock gives it. */
  readonly mode: string;
  readonly teams: number;
  readonly seatsPerTeam: number;
  /** The drop tables that were shown, each once; perhaps none, as a list shows no tables. */
  readonly tables: readonly CaseTable[];
};

/** A player sits down for these cases under these rules; a lock that holds others would draw another game. */
export function offerSteps(lock: LockRecord, seen: SeenBattle, game: AnyGame = gameOf(lock.game)): Step[] {
  const cases = game.tables(lock);
  const names = cases.map(({ caseId }) => caseId);
  const perTeam = lock.entries.filter((entry) => 'team' in entry && entry.team === 0).length;
  const mode = game.mode(lock);
  return [
    step('seen-cases', 'The cases are the ones that were offered', { offered: seen.cases.join(' ') }, () => ({
      computed: firstDifference(names, seen.cases, 'cases') ?? tableDifference(cases, seen.tables) ?? 'no difference',
      expected: 'no difference',
      detail:
        `ids, versions and order of every case, and ${seen.tables.length} drop tables, as this watcher first saw ` +
        'them',
    })),
    step('seen-mode', 'The battle is of the mode and size that was offered', {}, () => ({
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
