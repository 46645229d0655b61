/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as casebattle from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { Case, CaseFace, CaseId } from './cases/schemas.ts';
import { RoundFairness } from '../fair/schemas.ts';
import { PlayerId, RoundId } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { WinnerChoiceResult } from '../games/script.schemas.ts';
import { PublicUser } from '../user/schemas.ts';
import { STAKE_STOPS } from '../protection/schemas.ts';

export const BattleStatus = z.enum(['PENDING', 'STARTED', 'FINISHED', 'CANCELLED', 'VOIDED']);
export type BattleStatus = z.infer<typeof BattleStatus>;

export const BattleType = z.enum(['STANDARD_2', 'STANDARD_3', 'STANDARD_4', 'STANDARD_5', 'STANDARD_6', 'TWO_VS_TWO']);
export type BattleType = z.infer<typeof BattleType>;

/** NORMAL: the highest total wins. INVERSE: the lowest total wins; available when the setting allows it. */
export const BattleMode = z.enum(['NORMAL', 'INVERSE']);
export type BattleMode = z.infer<typeof BattleMode>;

/** The id of a team names its battle: '<battle id>.<team>', teams from 0. */
export const TeamId = z
  .string()
  .regex(/^rnd_[0-9a-hjkmnp-tv-z]{26}\.[0-9]$/, 'not a team id')
  .meta({ description: 'Team id: the id of the battle, a dot, and the number of the team from 0' });
export type TeamId = z.infer<typeof TeamId>;

/** One opened case. `itemId` is in the table of the battle's case of that round. */
export const BattleRoll = z.object({
  /** From 0. */
  round: z.number().int(),
  ticket: z.number().int(),
  itemId: z.string(),
  priceUsd: UsdSchema,
});
export type BattleRoll = z.infer<typeof BattleRoll>;

/** A taken seat. `rolls` is empty until the result is published, then has one roll per round, in order. */
export const BattleParticipant = z.object({
  /** '<team id>.<seat>'. */
  id: z.string(),
  user: PublicUser,
  teamId: TeamId,
  /** Seat within its team, from 0. */
  seat: z.number().int(),
  /** The pseudonym in the lock. */
  pseudonym: z.string(),
  rolls: z.array(BattleRoll),
});
export type BattleParticipant = z.infer<typeof BattleParticipant>;

/** All teams of the type, empty ones included; `participants` by seat: a missing seat is free. */
export const BattleTeam = z.object({ id: TeamId, participants: z.array(BattleParticipant) });

/** When each drop is on the screen, epoch ms by the server's clock: round r from startsAt + r * roundMs, for roundMs. */
export const BattleReplay = z.object({
  startsAt: z.number().int(),
  roundMs: z.number().int(),
  /** Duration of the tie's draw after the last round; 0 without a tie. */
  tieMs: z.number().int(),
  /** From this time the winnings are paid and the battle is FINISHED. */
  endsAt: z.number().int(),
});
export type BattleReplay = z.infer<typeof BattleReplay>;

export const BattleResult = z.object({
  /** Sum of drops, by team. */
  teamTotalsUsd: z.array(UsdSchema),
  /** Team numbers with the best total. More than one is a tie, drawn with equal chances. */
  tied: z.array(z.number().int()),
  winnerTeam: z.number().int(),
  /** The ticket of the tie's draw: an index in `tied`; null without a tie. */
  tieTicket: z.number().int().nullable(),
  /** The value of all drops, which the winners share. */
  potUsd: UsdSchema,
  shares: z.array(z.object({ participantId: z.string(), wonUsd: UsdSchema })),
});
export type BattleResult = z.infer<typeof BattleResult>;

/** The public view of a battle. */
export const Casebattle = z.object({
  id: RoundId,
  /** Increases by one with each fact of this battle; a client that misses one fetches the battle again. */
  version: z.number().int(),
  status: BattleStatus,
  type: BattleType,
  mode: BattleMode,
  /** One per round, in order. */
  cases: z.array(CaseFace),
  teams: z.array(BattleTeam),
  /** Seats per team. */
  teamsParticipantsCount: z.number().int(),
  /** Set when the battle is FINISHED; empty before. */
  teamWinners: z.array(TeamId),
  /** Price of one seat. */
  priceUsd: UsdSchema,
  creatorId: z.string(),
  /** Number of the EOS block in the lock; null while PENDING, and when no two nodes agreed on a block at the lock. */
  fairBlock: z.number().int().nullable(),
  /** Id of that block in hex; null when the number is null. */
  fairSeed: z.string().nullable(),
  /** The drand round that the lock names. Null until the result is published. */
  drandRound: z.number().int().nullable(),
  createdAt: z.number().int(),
  /** When the last seat was taken, epoch ms. */
  startedAt: z.number().int().nullable(),
  /** Earliest time of the result, epoch ms; null while PENDING. */
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

/** A battle with the drop tables it was opened with: each version once, in order of first use. */
export const CasebattleDetails = Casebattle.extend({ tables: z.array(Case) });
export type CasebattleDetails = z.infer<typeof CasebattleDetails>;

/**
 * Facts on topic 'casebattle'; each carries the whole public battle. 'settled': the result is published and the replay
 * begins. 'finished': the replay is over and the winners are paid.
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

/**
 * `modes` in which battles can be opened now, and the maximum price of one seat. No fee: the edge is in the case
 * prices.
 */
export const CasebattleSettings = z.object({
  paused: z.boolean(),
  modes: z.array(BattleMode),
  mostCases: z.number().int(),
  mostUsd: UsdSchema,
});

export const listCasebattles = query({
  ...casebattle.listCasebattles,
  summary: 'Active battles: STARTED before PENDING, newest first; finished ones are in the history',
  permission: 'public',
  input: NoInput,
  output: z.array(Casebattle),
});

export const casebattleHistory = query({
  ...casebattle.casebattleHistory,
  summary: 'Finished battles, newest first; `before` (the id of the last one seen) pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(50).optional() }),
  output: z.array(Casebattle),
});

export const getCasebattle = query({
  ...casebattle.getCasebattle,
  summary: 'One battle, whatever its status, with its drop tables',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: CasebattleDetails,
  refusals: ['NO_GAME'],
});

export const createCasebattle = command({
  ...casebattle.createCasebattle,
  summary: 'Open a battle and take its first seat; the price of the cases is held from the balance',
  permission: 'play',
  scope: 'play',
  input: z.strictObject({
    /** In order of opening; a case may repeat. */
    caseIds: z.array(CaseId).min(1).max(casebattle.CASEBATTLE_MAX_CASES),
    type: BattleType,
    mode: BattleMode.optional(),
    /** The price of one seat as the player saw it. Refused when a case price has changed. */
    priceUsd: UsdSchema.optional(),
  }),
  output: z.object({ gameId: RoundId }),
  refusals: [
    ...STAKE_STOPS,
    'STAFF_DO_NOT_PLAY',
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
  ...casebattle.joinCasebattle,
  summary: 'Take a seat of a waiting battle; its price is held from the balance. The last seat starts the battle',
  permission: 'play',
  scope: 'play',
  input: z.strictObject({ teamId: TeamId, seat: z.number().int().min(0).max(1).optional() }),
  output: z.object({ gameId: RoundId, participantId: z.string(), started: z.boolean() }),
  refusals: [
    ...STAKE_STOPS,
    'STAFF_DO_NOT_PLAY',
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
  ...casebattle.leaveCasebattle,
  summary: 'Leave a waiting battle; the held price is released. The creator has to cancel it instead',
  permission: 'player',
  scope: 'play',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: [...waitingRefusals, 'NOT_IN_BATTLE', 'CREATOR_STAYS', 'ROUND_SCRIPTED'],
});

export const cancelCasebattle = command({
  ...casebattle.cancelCasebattle,
  summary: 'Cancel your battle before it starts; every seat gets its price back',
  permission: 'player',
  scope: 'play',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: [...waitingRefusals, 'NOT_YOUR_GAME'],
});

/** Fills one seat when `teamId` is given, otherwise every free seat. */
export const callBattleBots = command({
  ...casebattle.callBattleBots,
  summary: 'Ask labelled bots to take one free seat, or all free seats, of your waiting battle',
  permission: 'play',
  scope: 'play',
  input: z.strictObject({
    gameId: RoundId,
    teamId: TeamId.optional(),
    seat: z.number().int().min(0).max(1).optional(),
  }),
  output: z.object({ gameId: RoundId, seated: z.number().int(), started: z.boolean() }),
  refusals: [
    'STAFF_DO_NOT_PLAY',
    ...waitingRefusals,
    'NOT_YOUR_GAME',
    'NO_TEAM',
    'SEAT_TAKEN',
    'GAME_PAUSED',
    'BOT_UNAVAILABLE',
    'BEACON_UNKNOWN',
  ],
});

export const setCasebattleWinner = command({
  ...casebattle.setCasebattleWinner,
  summary:
    'Demo only: choose the winner of a waiting battle of staff and house personas; it is scripted from then on. ' +
    '`deviationAmountUsd` is the minimum lead, in USD, of the chosen participant’s team',
  permission: 'admin',
  input: z.strictObject({ userId: PlayerId, teamId: TeamId, deviationAmountUsd: UsdSchema.positive() }),
  output: WinnerChoiceResult,
  refusals: ['NO_GAME'],
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
  setCasebattleWinner,
] as const;

declare module '../registry/games.ts' {
  interface CallsOfGames {
    readonly casebattle: (typeof CASEBATTLE_CALLS)[number];
  }
}
