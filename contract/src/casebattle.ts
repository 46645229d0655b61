/**
 * Case battles on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Status (spec 4): PENDING until the last seat is taken, STARTED from then on, FINISHED when the replay has shown the last
 * drop and the winners are paid; CANCELLED by the creator or after a day without the last player, VOIDED when a beacon stays
 * away for 24 h. While STARTED there are two parts: first the named drand round is awaited (`replay` is null), then
 * everything is published at once and `replay` says when each drop is on the screen, by the server's clock.
 */
import { commandAt, queryAt } from './call.ts';
import type {
  BattleType,
  TeamId,
  BattleReplay,
  Casebattle,
  CasebattleFact,
  CasebattleDetails,
} from './schemas/casebattle.ts';

export type * from './schemas/casebattle.ts';

/** Most cases in one battle; the same case may repeat (rulings 4). */
export const CASEBATTLE_MOST_CASES = 50;
/** Most that one seat costs. */
export const CASEBATTLE_MOST_USD = 25_000;
/** A battle whose last seat nobody takes is cancelled after this long. */
export const CASEBATTLE_EXPIRY_MS = 24 * 60 * 60 * 1000;
/** From the publication of the result to the first reel: time for the news to reach everyone who watches. */
export const REPLAY_LEAD_MS = 2_000;
/** A tie is drawn on screen for this long after the last reel. */
export const REPLAY_TIE_MS = 4_000;
/** The totals stand this long after the last reel (or the tie) before the winnings are paid. */
export const REPLAY_TAIL_MS = 1_500;

/** Teams of a type and seats of each team. */
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
export function partsOfTeamId(teamId: TeamId): { readonly battleId: string; readonly team: number } {
  const at = teamId.lastIndexOf('.');
  return { battleId: teamId.slice(0, at), team: Number(teamId.slice(at + 1)) };
}

/** How long one round's reels take, in ms: long battles go faster, so that none is watched for more than three minutes. */
export function roundMsFor(rounds: number): number {
  if (rounds <= 10) return 6_000;
  return rounds <= 25 ? 4_500 : 3_500;
}

/** The replay as it stands at `now`: the round on the screen (-1 before the first) and how far it is, 0 to 1. */
export function replayAt(
  replay: BattleReplay,
  rounds: number,
  now: number,
): { readonly part: 'lead' | 'reels' | 'tie' | 'over'; readonly round: number; readonly progress: number } {
  const since = now - replay.startsAt;
  if (since < 0) return { part: 'lead', round: -1, progress: 0 };
  const reelsMs = rounds * replay.roundMs;
  if (since < reelsMs) {
    const round = Math.floor(since / replay.roundMs);
    return { part: 'reels', round, progress: (since - round * replay.roundMs) / replay.roundMs };
  }
  const tie = since - reelsMs;
  if (tie < replay.tieMs) return { part: 'tie', round: rounds - 1, progress: tie / replay.tieMs };
  return { part: 'over', round: rounds - 1, progress: 1 };
}

/** Is it on the list of active battles? */
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

/** One battle's page after a fact: the tables stay, the battle is the newer one. The same object for any other fact. */
export function applyToDetails(details: CasebattleDetails, fact: CasebattleFact): CasebattleDetails {
  if (fact.roundId !== details.id || fact.version <= details.version) return details;
  return { ...fact.game, tables: details.tables };
}

export const listCasebattles = queryAt('casebattle.list', '/casebattle/list');
export const casebattleHistory = queryAt('casebattle.history', '/casebattle/history/all');
export const getCasebattle = queryAt('casebattle.details', '/casebattle/details/:id');
export const createCasebattle = commandAt('casebattle.create', '/casebattle/create');
export const joinCasebattle = commandAt('casebattle.join', '/casebattle/join');
export const leaveCasebattle = commandAt('casebattle.leave', '/casebattle/leave');
export const cancelCasebattle = commandAt('casebattle.cancel', '/casebattle/cancel');
export const callBattleBots = commandAt('casebattle.callBots', '/casebattle/bot');
export const setCasebattleWinner = commandAt('casebattle.setWinner', '/admin/casebattle/setWinner');
