/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as jackpot from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { RoundFairness } from '../fair/schemas.ts';
import { ItemId, RoundId } from '../wire/ids.schemas.ts';
import { StakedItem } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { WinnerChoice, WinnerChoiceResult } from '../games/script.schemas.ts';
import { STAKE_STOPS } from '../protection/schemas.ts';
import { assetIds, PlacedOrder, STEAM_BET_REFUSALS } from '../trades/schemas.ts';
import { PublicUser } from '../user/schemas.ts';

export const JackpotPhase = z.enum(['WAITING', 'COUNTDOWN', 'FINISHING', 'SETTLED', 'VOIDED']);
export type JackpotPhase = z.infer<typeof JackpotPhase>;

/** One entry: tickets `from` (inclusive) to `to` (exclusive) in cents. A player may have several. */
export const JackpotEntryView = z.object({
  no: z.number().int(),
  user: PublicUser,
  pseudonym: z.string(),
  items: z.array(StakedItem),
  totalUsd: UsdSchema,
  from: z.number().int(),
  to: z.number().int(),
  at: z.number().int(),
});
export type JackpotEntryView = z.infer<typeof JackpotEntryView>;

export const JackpotResult = z.object({
  /** Null in a scripted round: nothing was drawn. */
  ticket: z.number().int().nullable(),
  /** `no` of the entry whose range contains the ticket; in a scripted round, of the chosen player's first entry. */
  entryNo: z.number().int(),
  user: PublicUser,
  wonUsd: UsdSchema,
  feeUsd: UsdSchema,
  feeItemIds: z.array(ItemId),
  /** The winner's share of the pot in basis points, rounded like every chance (`percentOf` of the fairness room). */
  chanceBps: z.number().int(),
});
export type JackpotResult = z.infer<typeof JackpotResult>;

/** The public view of a round; `value` is the pot in USD (spec 3: a game has id and a value). */
export const JackpotRound = z.object({
  id: RoundId,
  /** Increases by one with each fact of this round. */
  version: z.number().int(),
  phase: JackpotPhase,
  value: UsdSchema,
  entries: z.array(JackpotEntryView),
  openedAt: z.number().int(),
  /** Epoch ms at which the countdown ends; null while WAITING. */
  deadlineAt: z.number().int().nullable(),
  /** Epoch ms at which the round was locked; no joins after that. */
  finishedAt: z.number().int().nullable(),
  settledAt: z.number().int().nullable(),
  hash: z.string(),
  secret: z.string().nullable(),
  feeBps: z.number().int(),
  result: JackpotResult.nullable(),
  /** True when staff chose the winner (demo only): no fairness claim is made, and the secret is never shown. */
  scripted: z.boolean(),
  fair: RoundFairness,
});
export type JackpotRound = z.infer<typeof JackpotRound>;

export const JackpotState = z.object({
  state: z.object({ finishedAt: z.number().int().nullable() }),
  /** The round that accepts entries or waits for its beacon; null only when none could be opened yet. */
  game: JackpotRound.nullable(),
  /** The previous round, so that a visitor can see how it ended. */
  last: JackpotRound.nullable(),
  minbet: UsdSchema,
  feeBps: z.number().int(),
  paused: z.boolean(),
});
export type JackpotState = z.infer<typeof JackpotState>;

const base = { roundId: RoundId, version: z.number().int() };

/** Facts on topic 'jackpot'. An entry is sent alone: a pot of hundreds is not sent again for each one. */
export const JackpotFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('jackpot.opened'), ...base, round: JackpotRound }),
  z.object({
    type: z.literal('jackpot.entered'),
    ...base,
    entry: JackpotEntryView,
    phase: JackpotPhase,
    value: UsdSchema,
    deadlineAt: z.number().int().nullable(),
  }),
  z.object({ type: z.literal('jackpot.locked'), ...base, finishedAt: z.number().int(), fair: RoundFairness }),
  /** Staff chose the winner; also every later change of such a round until it ends. Carries the whole round. */
  z.object({ type: z.literal('jackpot.scripted'), ...base, round: JackpotRound }),
  /** settled or voided: carries the whole round with everything needed to recompute it. */
  z.object({ type: z.literal('jackpot.ended'), ...base, round: JackpotRound }),
]);
export type JackpotFact = z.infer<typeof JackpotFact>;

/** A `JackpotResult` of a round whose ticket was drawn: the rows of the history. */
export const JackpotDraw = JackpotResult.extend({ ticket: z.number().int() });
export type JackpotDraw = z.infer<typeof JackpotDraw>;

/** A finished round in the history. */
export const JackpotHistoryRow = z.object({
  id: RoundId,
  number: z.number().int(),
  value: UsdSchema,
  players: z.number().int(),
  entries: z.number().int(),
  items: z.number().int(),
  result: JackpotDraw,
  hash: z.string(),
  secret: z.string(),
  settledAt: z.number().int(),
});
export type JackpotHistoryRow = z.infer<typeof JackpotHistoryRow>;

export const getJackpot = query({
  ...jackpot.getJackpot,
  summary: 'The current round, and the one before it',
  permission: 'public',
  input: NoInput,
  output: JackpotState,
});

export const getJackpotRound = query({
  ...jackpot.getJackpotRound,
  summary: 'One round, whatever its phase',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: JackpotRound,
  refusals: ['NO_GAME'],
});

export const jackpotHistory = query({
  ...jackpot.jackpotHistory,
  summary: 'Settled rounds, newest first; `before` pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(100).optional() }),
  output: z.object({ history: z.array(JackpotHistoryRow), next: RoundId.nullable() }),
});

const joinRefusals = [
  ...STAKE_STOPS,
  'STAFF_DO_NOT_PLAY',
  'ROUND_SCRIPTED',
  'GAME_PAUSED',
  'ITEMS_LIMIT',
  'AMOUNT_TOO_LOW',
  'ITEM_NOT_AVAILABLE',
  'ITEM_NOT_STAKEABLE',
  'ITEM_TOO_CHEAP',
  'JACKPOT_FINISHING',
  'JACKPOT_FULL',
  'NO_GAME',
] as const;

export const joinJackpot = command({
  ...jackpot.joinJackpot,
  summary: 'Enter the current round with site inventory items',
  permission: 'play',
  scope: 'play',
  /** `gameId`: the intended round; refused for another one. Without it: the open round. */
  input: z.strictObject({ inventoryIds: z.array(ItemId).min(1).max(200), gameId: RoundId.optional() }),
  output: z.object({ gameId: RoundId, entryNo: z.number().int() }),
  refusals: joinRefusals,
});

export const joinJackpotSteam = command({
  ...jackpot.joinJackpotSteam,
  summary: 'Enter the current round with items of the Steam inventory: a trade offer first, the entry when they arrive',
  permission: 'play',
  input: z.strictObject({ assetIds }),
  output: PlacedOrder,
  refusals: [...joinRefusals, ...STEAM_BET_REFUSALS],
});

export const setJackpotWinner = command({
  ...jackpot.setJackpotWinner,
  summary: 'Demo only: choose the winner of a round of staff and house personas; it is scripted from then on',
  permission: 'admin',
  input: WinnerChoice,
  output: WinnerChoiceResult,
  refusals: ['NO_GAME'],
});

export const JACKPOT_CALLS = [
  getJackpot,
  getJackpotRound,
  jackpotHistory,
  joinJackpot,
  joinJackpotSteam,
  setJackpotWinner,
] as const;

declare module '../registry/games.ts' {
  interface CallsOfGames {
    readonly jackpot: (typeof JACKPOT_CALLS)[number];
  }
}
