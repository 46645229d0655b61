/** Pure functions over the views and facts of case battles, for server and client. */
import type { BattleType, TeamId, Casebattle, CasebattleFact, CasebattleDetails } from './schemas.ts';

/** Number of teams of a type, and seats per team. */
export const BATTLE_SHAPES: Readonly<Record<BattleType, { readonly teams: number; readonly seatsPerTeam: number }>> = {
  STANDARD_2: { teams: 2, seatsPerTeam: 1 },
  STANDARD_3: { teams: 3, seatsPerTeam: 1 },
  STANDARD_4: { teams: 4, seatsPerTeam: 1 },
  STANDARD_5: { teams: 5, seatsPerTeam: 1 },
  STANDARD_6: { teams: 6, seatsPerTeam: 1 },
  TWO_VS_TWO: { teams: 2, seatsPerTeam: 2 },
};

export function teamIdOf(battleId: string, team: number): TeamId {
  return `${battleId}.${team}`;
}

/** Battle and team number of a team id. */
export function parseTeamId(teamId: TeamId): { readonly battleId: string; readonly team: number } {
  const at = teamId.lastIndexOf('.');
  return { battleId: teamId.slice(0, at), team: Number(teamId.slice(at + 1)) };
}

/** Whether the battle belongs on the list of active battles. */
export function isActive(battle: Pick<Casebattle, 'status'>): boolean {
  return battle.status === 'PENDING' || battle.status === 'STARTED';
}

/** STARTED before PENDING (spec 4), newest first within each. */
export function byActivity(a: Casebattle, b: Casebattle): number {
  const started = Number(b.status === 'STARTED') - Number(a.status === 'STARTED');
  return started || b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}

/**
 * The active battles after a fact. Pure. A fact carries the whole battle, so the higher version wins and an old fact
 * changes nothing (the same list is returned). A battle that is over leaves the list.
 */
export function applyCasebattleFact(games: readonly Casebattle[], fact: CasebattleFact): readonly Casebattle[] {
  const known = games.find((game) => game.id === fact.roundId);
  if (known && fact.version <= known.version) return games;
  const others = games.filter((game) => game.id !== fact.roundId);
  if (!isActive(fact.game)) return known ? others : games;
  return [...others, fact.game].sort(byActivity);
}

/**
 * One battle's page after a fact: the tables stay, the battle becomes the newer one. The same object for any other
 * fact.
 */
export function applyToDetails(details: CasebattleDetails, fact: CasebattleFact): CasebattleDetails {
  if (fact.roundId !== details.id || fact.version <= details.version) return details;
  return { ...fact.game, tables: details.tables };
}
