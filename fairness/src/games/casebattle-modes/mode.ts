/**
 * What a mode of case battles decides from the drops: the leading teams, and the seats that share the drops.
 *
 * Each mode is a file in this folder and a line in modes.ts. Invariant: a mode is a pure function of lock and rolls, so
 * it cannot know who plays; its name is in the lock record, so it is fixed before the drops are.
 */
import type { CasebattleEntry, CasebattleLock, CasebattleRoll } from '../casebattle-lock.ts';

export type CasebattleModeRules = {
  /**
   * Teams that may win, in ascending order, at least one; several are a tie, and one of them is drawn with equal
   * chances. `teamCents`: what each team dropped.
   */
  leaders(teamCents: readonly number[], rolls: readonly CasebattleRoll[], lock: CasebattleLock): readonly number[];
  /** The seats that share all drops evenly, in lock order. */
  paid(lock: CasebattleLock, winnerTeam: number): readonly CasebattleEntry[];
};

/** Teams whose drops are worth exactly this, ascending. */
export function teamsAt(teamCents: readonly number[], worth: number): number[] {
  return teamCents.flatMap((cents, team) => (cents === worth ? [team] : []));
}

/** The winning team's seats: how all modes pay so far. */
export function seatsOfWinner(lock: CasebattleLock, winnerTeam: number): readonly CasebattleEntry[] {
  return lock.entries.filter((entry) => entry.team === winnerTeam);
}
