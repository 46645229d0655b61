/** Schemas and calls of the wheel: inputs, answers and permissions. The client's side is calls.ts. */
import { z } from 'zod';
import * as wheel from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { RoundFairness } from '../fair/schemas.ts';
import { ItemId, RoundId } from '../wire/ids.schemas.ts';
import { StakedItem } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { PublicUser } from '../user/schemas.ts';

/** One of the players, in order of entry. */
export const WheelEntry = z.object({
  user: PublicUser,
  items: z.array(StakedItem),
  totalUsd: UsdSchema,
});
export type WheelEntry = z.infer<typeof WheelEntry>;

/** The public view of one wheel. `secret` and all fields of the result are null until the settlement. */
export const WheelGame = z.object({
  id: RoundId,
  /** Raised by one with each fact of this round; a client that misses one fetches the wheel again. */
  version: z.number().int(),
  phase: z.enum(['WAITING', 'SPINNING', 'SETTLED', 'CANCELLED', 'VOIDED']),
  /** One to four; the first one opened it. */
  entries: z.array(WheelEntry),
  potUsd: UsdSchema,
  /** Place in `entries`, from 0. */
  winner: z.number().int().nullable(),
  createdAt: z.number().int(),
  settledAt: z.number().int().nullable(),
  hash: z.string(),
  secret: z.string().nullable(),
  feeBps: z.number().int(),
  /** Ids of the items taken as the fee; empty until the settlement. */
  feeItemIds: z.array(ItemId),
  fair: RoundFairness,
});
export type WheelGame = z.infer<typeof WheelGame>;

/** Facts on topic 'wheel'. Each carries the whole public wheel. */
export const WheelFact = z.object({
  type: z.enum(['wheel.opened', 'wheel.entered', 'wheel.locked', 'wheel.settled', 'wheel.cancelled', 'wheel.voided']),
  roundId: RoundId,
  version: z.number().int(),
  game: WheelGame,
});
export type WheelFact = z.infer<typeof WheelFact>;

/** Unfinished wheels, and those settled in the last minute. */
export const WheelList = z.object({
  games: z.array(WheelGame),
  minbet: UsdSchema,
  feeBps: z.number().int(),
  paused: z.boolean(),
});
export type WheelList = z.infer<typeof WheelList>;

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

export const listWheels = query({
  ...wheel.listWheels,
  summary: 'Waiting and spinning wheels, newest first, with the minimum bet',
  permission: 'public',
  input: NoInput,
  output: WheelList,
});

export const getWheel = query({
  ...wheel.getWheel,
  summary: 'One wheel in any phase',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: WheelGame,
  refusals: ['NO_GAME'],
});

export const wheelHistory = query({
  ...wheel.wheelHistory,
  summary: 'Settled wheels, newest first; `before` pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(100).optional() }),
  output: z.object({ history: z.array(WheelGame), next: RoundId.nullable() }),
});

export const createWheel = command({
  ...wheel.createWheel,
  summary: 'Open a wheel by staking site inventory items',
  permission: 'play',
  input: z.strictObject({ inventoryIds }),
  output: OneRound,
  refusals: stakeRefusals,
});

export const joinWheel = command({
  ...wheel.joinWheel,
  summary: 'Take a seat in a waiting wheel with site inventory items worth about as much as the first stake',
  permission: 'play',
  input: z.strictObject({ inventoryIds, gameId: RoundId }),
  output: OneRound,
  refusals: [...stakeRefusals, 'NO_GAME', 'GAME_FINISHED', 'OWN_GAME', 'AMOUNT_TOO_FAR'],
});

export const WHEEL_CALLS = [listWheels, getWheel, wheelHistory, createWheel, joinWheel] as const;

declare module '../registry/games.ts' {
  interface CallsOfGames {
    readonly wheel: (typeof WHEEL_CALLS)[number];
  }
}
