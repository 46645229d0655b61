/** Schemas and calls of the dice duel: inputs, answers and permissions. The client's side is calls.ts. */
import { z } from 'zod';
import * as diceduel from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { RoundFairness } from '../fair/schemas.ts';
import { ItemId, RoundId } from '../wire/ids.schemas.ts';
import { StakedItem } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { assetIds, PlacedOrder, STEAM_BET_REFUSALS } from '../trades/schemas.ts';
import { PublicUser } from '../user/schemas.ts';

const Face = z.number().int().min(1).max(6);

/** The public view of one duel. `secret` and all fields of the result are null until the settlement. */
export const DiceduelGame = z.object({
  id: RoundId,
  /** Raised by one with each fact of this round; a client that misses one fetches the duel again. */
  version: z.number().int(),
  phase: z.enum(['WAITING', 'COUNTDOWN', 'SETTLED', 'CANCELLED', 'VOIDED']),
  firstUser: PublicUser,
  firstItems: z.array(StakedItem),
  firstTotalUsd: UsdSchema,
  secondUser: PublicUser.nullable(),
  secondItems: z.array(StakedItem),
  secondTotalUsd: UsdSchema,
  /** Both dice of each throw, first player's first; every pair but the last is equal. */
  throws: z.array(z.tuple([Face, Face])).nullable(),
  /** 1: the first player. */
  winnerSeat: z.union([z.literal(1), z.literal(2)]).nullable(),
  timerSecondsLeft: z.number().int().nullable(),
  /** Epoch ms at which the countdown ends; null until the join. */
  deadlineAt: z.number().int().nullable(),
  createdAt: z.number().int(),
  settledAt: z.number().int().nullable(),
  hash: z.string(),
  secret: z.string().nullable(),
  feeBps: z.number().int(),
  /** Ids of the items taken as the fee; empty until the settlement. */
  feeItemIds: z.array(ItemId),
  scripted: z.boolean(),
  fair: RoundFairness,
});
export type DiceduelGame = z.infer<typeof DiceduelGame>;

/** A finished duel in the history; `skins` is keyed by user id. */
export const DiceduelHistoryRow = z.object({
  id: RoundId,
  throws: z.array(z.tuple([Face, Face])),
  winnerUser: PublicUser,
  loserUser: PublicUser,
  winnerTotalUsd: UsdSchema,
  loserTotalUsd: UsdSchema,
  potUsd: UsdSchema,
  feeUsd: UsdSchema,
  skins: z.record(z.string(), z.array(StakedItem)),
  hash: z.string(),
  secret: z.string(),
  settledAt: z.number().int(),
});
export type DiceduelHistoryRow = z.infer<typeof DiceduelHistoryRow>;

/** Facts on topic 'diceduel'. Each carries the whole public duel. */
export const DiceduelFact = z.object({
  type: z.enum([
    'diceduel.opened',
    'diceduel.scripted',
    'diceduel.locked',
    'diceduel.settled',
    'diceduel.cancelled',
    'diceduel.voided',
  ]),
  roundId: RoundId,
  version: z.number().int(),
  game: DiceduelGame,
});
export type DiceduelFact = z.infer<typeof DiceduelFact>;

/** Unfinished duels, and those settled in the last minute. */
export const DiceduelList = z.object({
  games: z.array(DiceduelGame),
  minbet: UsdSchema,
  feeBps: z.number().int(),
  paused: z.boolean(),
});
export type DiceduelList = z.infer<typeof DiceduelList>;

const inventoryIds = z.array(ItemId).min(1).max(200);
const OneRound = z.object({ gameId: RoundId });
const stakeRefusals = [
  'STAFF_DO_NOT_PLAY',
  'GAME_PAUSED',
  'ITEMS_LIMIT',
  'AMOUNT_TOO_LOW',
  'ITEM_NOT_AVAILABLE',
  'ITEM_NOT_STAKEABLE',
  'ITEM_TOO_CHEAP',
] as const;

const joinRefusals = [
  ...stakeRefusals,
  'NO_GAME',
  'GAME_FINISHED',
  'OWN_GAME',
  'AMOUNT_TOO_FAR',
  'ROUND_SCRIPTED',
] as const;

export const listDiceduels = query({
  ...diceduel.listDiceduels,
  summary: 'Waiting and running duels, newest first, with the minimum bet',
  permission: 'public',
  input: NoInput,
  output: DiceduelList,
});

export const getDiceduel = query({
  ...diceduel.getDiceduel,
  summary: 'One duel in any phase',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: DiceduelGame,
  refusals: ['NO_GAME'],
});

export const diceduelHistory = query({
  ...diceduel.diceduelHistory,
  summary: 'Settled duels, newest first; `before` pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(100).optional() }),
  output: z.object({ history: z.array(DiceduelHistoryRow), next: RoundId.nullable() }),
});

export const createDiceduel = command({
  ...diceduel.createDiceduel,
  summary: 'Open a duel by staking site inventory items',
  permission: 'play',
  input: z.strictObject({ inventoryIds }),
  output: OneRound,
  refusals: stakeRefusals,
});

export const joinDiceduel = command({
  ...diceduel.joinDiceduel,
  summary: 'Join a waiting duel with site inventory items worth about as much',
  permission: 'play',
  input: z.strictObject({ inventoryIds, gameId: RoundId }),
  output: OneRound,
  refusals: joinRefusals,
});

export const createDiceduelSteam = command({
  ...diceduel.createDiceduelSteam,
  summary: 'Open a duel with items of the Steam inventory: a trade offer first, then the duel once they arrive',
  permission: 'play',
  input: z.strictObject({ assetIds }),
  output: PlacedOrder,
  refusals: [...stakeRefusals, ...STEAM_BET_REFUSALS],
});

export const joinDiceduelSteam = command({
  ...diceduel.joinDiceduelSteam,
  summary: 'Join a waiting duel with items of the Steam inventory: a trade offer first, then the join once they arrive',
  permission: 'play',
  input: z.strictObject({ assetIds, gameId: RoundId }),
  output: PlacedOrder,
  refusals: [...joinRefusals, ...STEAM_BET_REFUSALS],
});

export const cancelDiceduel = command({
  ...diceduel.cancelDiceduel,
  summary: 'Cancel an own duel before another player joins; all items return',
  permission: 'player',
  input: z.strictObject({ gameId: RoundId }),
  output: OneRound,
  refusals: ['NO_GAME', 'NOT_YOUR_GAME', 'GAME_FINISHED'],
});

export const DICEDUEL_CALLS = [
  listDiceduels,
  getDiceduel,
  diceduelHistory,
  createDiceduel,
  joinDiceduel,
  createDiceduelSteam,
  joinDiceduelSteam,
  cancelDiceduel,
] as const;

declare module '../registry/games.ts' {
  interface CallsOfGames {
    readonly diceduel: (typeof DICEDUEL_CALLS)[number];
  }
}
