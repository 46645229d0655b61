/**
 * Outcome of a case battle. Called through outcome.ts.
 *
 * Invariant: every seat of a battle round rolls the same table with a ticket of its own; the mode says which team
 * total wins (the best, when the lock names no mode), and a tie is drawn with equal chances from the same committed randomness.
 */
import { modeOf } from './casebattle-modes/modes.ts';
import { sumOf } from '../protocol/lock.ts';
import type { CasebattleLock, CaseTable } from '../protocol/lock.ts';
import type { Sampler } from '../protocol/uniform.ts';

/** One opened case; `item` is the index in the case table of that battle round. */
export type CasebattleRoll = {
  readonly round: number;
  readonly team: number;
  readonly seat: number;
  readonly ticket: number;
  readonly item: number;
};
/** `rolls` by round, then team, then seat. `tied` are the teams ahead by the mode, in ascending order: one without a tie. */
export type CasebattleOutcome = {
  readonly rolls: readonly CasebattleRoll[];
  readonly teamCents: readonly number[];
  readonly tied: readonly number[];
  readonly winnerTeam: number;
};

/** Draws a ticket per round and seat, label `casebattle|roll|r|t|s`, and one more, `casebattle|tie`, for a tie. */
export function casebattleOutcome(lock: CasebattleLock, sample: Sampler): CasebattleOutcome {
  const rolls = lock.cases.flatMap((table, round) => rollCase(lock, table, round, sample));
  const teams = new Set(lock.entries.map((entry) => entry.team)).size;
  const teamCents = Array.from({ length: teams }, (_, team) =>
    sumOf(rolls.filter((roll) => roll.team === team).map((roll) => lock.cases[roll.round]?.cents[roll.item] ?? 0)),
  );
  const tied = modeOf(lock).leaders(teamCents, rolls, lock);
  const chosen = tied.length > 1 ? sample(tied.length, 'casebattle|tie') : 0;
  const winnerTeam = tied[chosen];
  if (winnerTeam === undefined) throw new Error('a battle needs at least one team');
  return { rolls, teamCents, tied, winnerTeam };
}

function rollCase(lock: CasebattleLock, table: CaseTable, round: number, sample: Sampler): CasebattleRoll[] {
  const total = sumOf(table.weights);
  return lock.entries.map(({ team, seat }) => {
    const ticket = sample(total, `casebattle|roll|${round}|${team}|${seat}`);
    return { round, team, seat, ticket, item: itemAt(table, ticket) };
  });
}

/** The first item whose running weight total exceeds the ticket. */
export function itemAt(table: Pick<CaseTable, 'caseId' | 'weights'>, ticket: number): number {
  let running = 0;
  for (const [item, weight] of table.weights.entries()) {
    running += weight;
    if (running > ticket) return item;
  }
  throw new Error(`ticket ${ticket} is outside the ${running} tickets of ${table.caseId}`);
}
