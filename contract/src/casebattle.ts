/**
 * Case battles on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Status (spec 4): PENDING until the last seat is taken, STARTED from then on, FINISHED when the replay has shown the last
 * drop and the winners are paid; CANCELLED by the creator or after a day without the last player, VOIDED when a beacon stays
 * away for 24 h. While STARTED there are two parts: first the named EOS block and drand round are awaited (`replay` is
 * null), then everything is published at once and `replay` says when each drop is on the screen, by the server's clock.
 */
import { z } from 'zod';
import { BattleMode } from './battle-mode.ts';
import { command, Nothing, query } from './call.ts';
import { Case, CaseFace, CaseId } from './case.ts';
import { RoundFairness } from './fair.ts';
import { RoundId } from './ids.ts';
import { UsdSchema } from './money.ts';
import { PublicUser } from './user.ts';

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

export const BattleStatus = z.enum(['PENDING', 'STARTED', 'FINISHED', 'CANCELLED', 'VOIDED']);
export type BattleStatus = z.infer<typeof BattleStatus>;

export const BattleType = z.enum(['STANDARD_2', 'STANDARD_3', 'STANDARD_4', 'STANDARD_5', 'STANDARD_6', 'TWO_VS_TWO']);
export type BattleType = z.infer<typeof BattleType>;

/** Teams of a type and seats of each team. */
export const BATTLE_SHAPES: Readonly<Record<BattleType, { readonly teams: number; readonly seatsPerTeam: number }>> = {
  STANDARD_2: { teams: 2, seatsPerTeam: 1 },
  STANDARD_3: { teams: 3, seatsPerTeam: 1 },
  STANDARD_4: { teams: 4, seatsPerTeam: 1 },
  STANDARD_5: { teams: 5, seatsPerTeam: 1 },
  STANDARD_6: { teams: 6, seatsPerTeam: 1 },
  TWO_VS_TWO: { teams: 2, seatsPerTeam: 2 },
};

/** The id of a team names its battle: '<battle id>.<team>', teams from 0. */
export const TeamId = z
  .string()
  .regex(/^rnd_[0-9a-hjkmnp-tv-z]{26}\.[0-9]$/, 'not a team id')
  .meta({ description: 'Team id: the id of the battle, a dot, and the number of the team from 0' });
export type TeamId = z.infer<typeof TeamId>;

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

/** One opened case. `itemId` stands in the table of the battle's case of that round. */
export const BattleRoll = z.object({
  /** From 0. */
  round: z.number().int(),
  ticket: z.number().int(),
  itemId: z.string(),
  priceUsd: UsdSchema,
});
export type BattleRoll = z.infer<typeof BattleRoll>;

/** A taken seat. `rolls` is empty until the result is published, then it has one per round, in order. */
export const BattleParticipant = z.object({
  /** '<team id>.<seat>'. */
  id: z.string(),
  user: PublicUser,
  teamId: TeamId,
  /** Of its team, from 0. */
  seat: z.number().int(),
  /** As it stands in the lock. */
  pseudonym: z.string(),
  rolls: z.array(BattleRoll),
});
export type BattleParticipant = z.infer<typeof BattleParticipant>;

/** All teams of the type, empty ones too; `participants` by seat: a seat that is missing is free. */
export const BattleTeam = z.object({ id: TeamId, participants: z.array(BattleParticipant) });
export type BattleTeam = z.infer<typeof BattleTeam>;

/** When each drop is on the screen, epoch ms by the server's clock: round r from startsAt + r * roundMs, for roundMs. */
export const BattleReplay = z.object({
  startsAt: z.number().int(),
  roundMs: z.number().int(),
  /** Length of the tie's draw after the last round; 0 without a tie. */
  tieMs: z.number().int(),
  /** From here on the winnings are paid and the battle is FINISHED. */
  endsAt: z.number().int(),
});
export type BattleReplay = z.infer<typeof BattleReplay>;

export const BattleResult = z.object({
  /** Sum of drops, by team. */
  teamTotalsUsd: z.array(UsdSchema),
  /** Team numbers with the best total: more than one is a tie, drawn with equal chances. */
  tied: z.array(z.number().int()),
  winnerTeam: z.number().int(),
  /** The ticket of the tie's draw: an index in `tied`; null without a tie. */
  tieTicket: z.number().int().nullable(),
  /** The value of all drops: what the winners share. */
  potUsd: UsdSchema,
  shares: z.array(z.object({ participantId: z.string(), wonUsd: UsdSchema })),
});
export type BattleResult = z.infer<typeof BattleResult>;

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

/** One battle as everyone may see it. */
export const Casebattle = z.object({
  id: RoundId,
  /** Raised by one with each fact of this battle; a client that misses one fetches the battle again. */
  version: z.number().int(),
  status: BattleStatus,
  type: BattleType,
  mode: BattleMode,
  /** One per round, in order. */
  cases: z.array(CaseFace),
  teams: z.array(BattleTeam),
  /** Seats of each team. */
  teamsParticipantsCount: z.number().int(),
  /** Set when the battle is FINISHED; empty before. */
  teamWinners: z.array(TeamId),
  /** Of one seat. */
  priceUsd: UsdSchema,
  creatorId: z.string(),
  /** Number of the named EOS block; null while PENDING. */
  fairBlock: z.number().int().nullable(),
  /** Id of that block in hex; null until the result is published. */
  fairSeed: z.string().nullable(),
  /** The drand round that counts: the named one, or a later one because of the block's time. Null until published. */
  drandRound: z.number().int().nullable(),
  createdAt: z.number().int(),
  /** When the last seat was taken, epoch ms. */
  startedAt: z.number().int().nullable(),
  /** When the result can be there at the earliest, epoch ms; null while PENDING. */
  dueAt: z.number().int().nullable(),
  /** When the result was published, epoch ms. */
  revealedAt: z.number().int().nullable(),
  /** When the battle ended, with or without a result; null while PENDING or STARTED. */
  finishedAt: z.number().int().nullable(),
  hash: z.string(),
  /** Null until the result is published. */
  secret: z.string().nullable(),
  replay: BattleReplay.nullable(),
  result: BattleResult.nullable(),
  /** True when staff chose the winner (demo only): no fairness claim is made. */
  scripted: z.boolean(),
  fair: RoundFairness,
});
export type Casebattle = z.infer<typeof Casebattle>;

/** A battle with the drop tables that it was opened with: each version once, in order of first use. */
export const CasebattleDetails = Casebattle.extend({ tables: z.array(Case) });
export type CasebattleDetails = z.infer<typeof CasebattleDetails>;

/**
 * Facts on topic 'casebattle'; each carries the whole public battle. 'settled': the result is published and the replay
 * begins; 'finished': the replay is over and the winners are paid.
 */
export const CasebattleFact = z.object({
  type: z.enum([
    'casebattle.opened',
    'casebattle.joined',
    'casebattle.left',
    'casebattle.locked',
    'casebattle.settled',
    'casebattle.finished',
    'casebattle.cancelled',
    'casebattle.voided',
    'casebattle.scripted',
  ]),
  roundId: RoundId,
  version: z.number().int(),
  game: Casebattle,
});
export type CasebattleFact = z.infer<typeof CasebattleFact>;

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

export const listCasebattles = query({
  name: 'casebattle.list',
  path: '/casebattle/list',
  summary: 'Active battles: STARTED before PENDING, newest first; finished ones are in the history',
  permission: 'public',
  input: Nothing,
  output: z.array(Casebattle),
});

export const casebattleHistory = query({
  name: 'casebattle.history',
  path: '/casebattle/history/all',
  summary: 'Finished battles, newest first; `before` (the id of the last one seen) pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(50).optional() }),
  output: z.array(Casebattle),
});

export const getCasebattle = query({
  name: 'casebattle.details',
  path: '/casebattle/details/:id',
  summary: 'One battle, whatever its status, with its drop tables',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: CasebattleDetails,
  refusals: ['NO_GAME'],
});

export const createCasebattle = command({
  name: 'casebattle.create',
  path: '/casebattle/create',
  summary: 'Open a battle and take its first seat; the price of the cases is held from the balance',
  permission: 'player',
  input: z.strictObject({
    /** In order of opening; the same case may repeat. */
    caseIds: z.array(CaseId).min(1).max(CASEBATTLE_MOST_CASES),
    type: BattleType,
    mode: BattleMode.optional(),
    /** The price of one seat as the player saw it; refused when a case has another price by now. */
    priceUsd: UsdSchema.optional(),
  }),
  output: z.object({ gameId: RoundId }),
  refusals: [
    'GAME_PAUSED',
    'NO_CASE',
    'MODE_CLOSED',
    'BATTLE_TOO_DEAR',
    'PRICE_CHANGED',
    'NOT_ENOUGH_BALANCE',
    'BEACON_UNKNOWN',
  ],
});

/** `teamId` names battle and team (spec 7). Without `seat`, the first free seat of the team. */
export const joinCasebattle = command({
  name: 'casebattle.join',
  path: '/casebattle/join',
  summary: 'Take a seat of a waiting battle; its price is held from the balance. The last seat starts the battle',
  permission: 'player',
  input: z.strictObject({ teamId: TeamId, seat: z.number().int().min(0).max(1).optional() }),
  output: z.object({ gameId: RoundId, participantId: z.string(), started: z.boolean() }),
  refusals: [
    'NO_GAME',
    'NO_TEAM',
    'BATTLE_STARTED',
    'GAME_FINISHED',
    'GAME_PAUSED',
    'ALREADY_IN_BATTLE',
    'SEAT_TAKEN',
    'NOT_ENOUGH_BALANCE',
    'BEACON_UNKNOWN',
    'ROUND_SCRIPTED',
    'FORBIDDEN',
  ],
});

const waitingRefusals = ['NO_GAME', 'BATTLE_STARTED', 'GAME_FINISHED'] as const;

export const leaveCasebattle = command({
  name: 'casebattle.leave',
  path: '/casebattle/leave',
  summary: 'Give back an own seat of a waiting battle; the held price returns. Its creator cancels instead',
  permission: 'player',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: [...waitingRefusals, 'NOT_IN_BATTLE', 'CREATOR_STAYS', 'ROUND_SCRIPTED'],
});

export const cancelCasebattle = command({
  name: 'casebattle.cancel',
  path: '/casebattle/cancel',
  summary: 'Take back an own battle that has not started; every seat gets its price back',
  permission: 'player',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: [...waitingRefusals, 'NOT_YOUR_GAME'],
});

/** One seat when `teamId` is given, every free seat without it. */
export const callBattleBots = command({
  name: 'casebattle.callBots',
  path: '/casebattle/bot',
  summary: 'Ask labelled bots to take one free seat, or all free seats, of an own waiting battle',
  permission: 'player',
  input: z.strictObject({
    gameId: RoundId,
    teamId: TeamId.optional(),
    seat: z.number().int().min(0).max(1).optional(),
  }),
  output: z.object({ gameId: RoundId, seated: z.number().int(), started: z.boolean() }),
  refusals: [
    ...waitingRefusals,
    'NOT_YOUR_GAME',
    'NO_TEAM',
    'SEAT_TAKEN',
    'GAME_PAUSED',
    'BOT_UNAVAILABLE',
    'BEACON_UNKNOWN',
  ],
});

export const CASEBATTLE_CALLS = [
  listCasebattles,
  casebattleHistory,
  getCasebattle,
  createCasebattle,
  joinCasebattle,
  leaveCasebattle,
  cancelCasebattle,
  callBattleBots,
];
