/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as coinflip from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { RoundFairness } from '../fair/schemas.ts';
import { ItemId, RoundId } from '../wire/ids.schemas.ts';
import { StakedItem } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { WinnerChoice, WinnerChoiceResult } from '../games/script.schemas.ts';
import { STAKE_STOPS } from '../protection/schemas.ts';
import { assetIds, PlacedOrder, STEAM_BET_REFUSALS } from '../trades/schemas.ts';
import { PublicUser } from '../user/schemas.ts';

export const Side = z.union([z.literal(1), z.literal(2)]);
export type Side = z.infer<typeof Side>;

export const CoinflipPhase = z.enum(['WAITING', 'COUNTDOWN', 'SETTLED', 'CANCELLED', 'VOIDED']);

/** The public view of a game. `secret`, `winnerSide` and the result fields are null until the settlement. */
export const CoinflipGame = z.object({
  id: RoundId,
  /** Increases by one with each fact of this round; a client that misses one fetches the game again. */
  version: z.number().int(),
  phase: CoinflipPhase,
  firstUser: PublicUser,
  firstSide: Side,
  firstItems: z.array(StakedItem),
  firstTotalUsd: UsdSchema,
  secondUser: PublicUser.nullable(),
  secondSide: Side.nullable(),
  secondItems: z.array(StakedItem),
  secondTotalUsd: UsdSchema,
  winnerSide: Side.nullable(),
  /** Whole seconds left of the countdown when the response was made; null outside COUNTDOWN. `deadlineAt` is exact. */
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
  /** True when staff chose the winner (demo only): no fairness claim is made, and the secret is never shown. */
  scripted: z.boolean(),
  fair: RoundFairness,
});
export type CoinflipGame = z.infer<typeof CoinflipGame>;

/** A finished game in the history: `skins` is keyed by user id (spec 3). */
export const CoinflipHistoryRow = z.object({
  id: RoundId,
  winnerSide: Side,
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
export type CoinflipHistoryRow = z.infer<typeof CoinflipHistoryRow>;

/** Facts of a round on topic 'coinflip'. Each carries the whole public game. */
export const CoinflipFact = z.object({
  type: z.enum([
    'coinflip.opened',
    'coinflip.scripted',
    'coinflip.locked',
    'coinflip.settled',
    'coinflip.cancelled',
    'coinflip.voided',
  ]),
  roundId: RoundId,
  version: z.number().int(),
  game: CoinflipGame,
});
export type CoinflipFact = z.infer<typeof CoinflipFact>;

/** The response of `GET /coinflip`: games in progress, and those settled in the last minute. */
export const CoinflipList = z.object({
  games: z.array(CoinflipGame),
  minbet: UsdSchema,
  feeBps: z.number().int(),
  paused: z.boolean(),
});
export type CoinflipList = z.infer<typeof CoinflipList>;

const inventoryIds = z.array(ItemId).min(1).max(200);
const stakeRefusals = [
  ...STAKE_STOPS,
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
  'COINFLIP_STARTED',
  'GAME_FINISHED',
  'OWN_GAME',
  'SIDE_TAKEN',
  'GAME_REPRICED',
  'AMOUNT_TOO_FAR',
  'ROUND_SCRIPTED',
] as const;

export const listCoinflips = query({
  ...coinflip.listCoinflips,
  summary: 'Waiting and running games, newest first, with the minimum bet',
  permission: 'public',
  input: NoInput,
  output: CoinflipList,
});

export const getCoinflip = query({
  ...coinflip.getCoinflip,
  summary: 'One game, whatever its phase',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: CoinflipGame,
  refusals: ['NO_GAME'],
});

export const coinflipHistory = query({
  ...coinflip.coinflipHistory,
  summary: 'Settled games, newest first; `before` pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(100).optional() }),
  output: z.object({ history: z.array(CoinflipHistoryRow), next: RoundId.nullable() }),
});

export const createCoinflip = command({
  ...coinflip.createCoinflip,
  summary: 'Open a game by staking site inventory items on a side',
  permission: 'play',
  scope: 'play',
  input: z.strictObject({ inventoryIds, side: Side }),
  output: z.object({ gameId: RoundId }),
  refusals: stakeRefusals,
});

export const joinCoinflip = command({
  ...coinflip.joinCoinflip,
  summary: 'Join a waiting game with site inventory items, on the free side',
  permission: 'play',
  scope: 'play',
  input: z.strictObject({ inventoryIds, side: Side, gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: joinRefusals,
});

export const createCoinflipSteam = command({
  ...coinflip.createCoinflipSteam,
  summary: 'Open a game with items of the Steam inventory: a trade offer first, the game when they arrive',
  permission: 'play',
  input: z.strictObject({ assetIds, side: Side }),
  output: PlacedOrder,
  refusals: [...stakeRefusals, ...STEAM_BET_REFUSALS],
});

export const joinCoinflipSteam = command({
  ...coinflip.joinCoinflipSteam,
  summary: 'Join a waiting game with items of the Steam inventory: a trade offer first, the join when they arrive',
  permission: 'play',
  input: z.strictObject({ assetIds, side: Side, gameId: RoundId }),
  output: PlacedOrder,
  refusals: [...joinRefusals, ...STEAM_BET_REFUSALS],
});

export const cancelCoinflip = command({
  ...coinflip.cancelCoinflip,
  summary: 'Cancel your waiting game; all items are returned',
  permission: 'player',
  scope: 'play',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: ['NO_GAME', 'NOT_YOUR_GAME', 'COINFLIP_STARTED', 'GAME_FINISHED'],
});

export const callBot = command({
  ...coinflip.callBot,
  summary: 'Demo only: ask a labelled bot to join your waiting game',
  permission: 'play',
  scope: 'play',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: [
    'STAFF_DO_NOT_PLAY',
    'NO_GAME',
    'NOT_YOUR_GAME',
    'COINFLIP_STARTED',
    'GAME_FINISHED',
    'GAME_PAUSED',
    'BOT_UNAVAILABLE',
  ],
});

export const setCoinflipWinner = command({
  ...coinflip.setCoinflipWinner,
  summary: 'Demo only: choose the winner of a waiting game of staff or house personas; it is scripted from then on',
  permission: 'admin',
  input: WinnerChoice,
  output: WinnerChoiceResult,
  refusals: ['NO_GAME'],
});

export const COINFLIP_CALLS = [
  listCoinflips,
  getCoinflip,
  coinflipHistory,
  createCoinflip,
  joinCoinflip,
  createCoinflipSteam,
  joinCoinflipSteam,
  cancelCoinflip,
  callBot,
  setCoinflipWinner,
] as const;

declare module '../registry/games.ts' {
  interface CallsOfGames {
    readonly coinflip: (typeof COINFLIP_CALLS)[number];
  }
}
