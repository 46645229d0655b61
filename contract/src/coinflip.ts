/**
 * Coinflip on the wire: view, facts, calls, and how a fact changes a view.
 *
 * Phases (rulings 4): WAITING -> COUNTDOWN (20 s from the join) -> SETTLED, or CANCELLED while waiting, or VOIDED when
 * the beacon stays away for 24 h. Side 1 (red) covers tickets 0 to its share, side 2 (blue) the rest.
 */
import { z } from 'zod';
import { command, Nothing, query } from './call.ts';
import { ItemId, RoundId } from './ids.ts';
import { StakedItem } from './item.ts';
import { cents, shareOf, UsdSchema, type Cents } from './money.ts';
import { PublicUser } from './user.ts';
import { RoundFairness } from './fair.ts';

export const COUNTDOWN_MS = 20_000;
/** The start sound plays at this many seconds left. */
export const START_SOUND_AT_SECONDS = 15;
/** The coin animation shows the winner this long after the winner is known. */
export const REVEAL_DELAY_MS = 3_000;
/** A waiting game that nobody joins is cancelled after this long. */
export const EXPIRY_MS = 24 * 60 * 60 * 1000;
/** A joiner's total must be strictly between these shares of the creator's total. */
export const JOIN_WINDOW_BPS = { min: 9_000, max: 11_000 } as const;

/** Least and most that a joiner may stake, in cents, both inclusive. */
export interface JoinWindow {
  readonly leastCents: Cents;
  readonly mostCents: Cents;
}

/**
 * The join window of a creator's total in cents: the one rule, asked by the server before it takes a stake and by every
 * screen that prints or checks it. `total * 0.9 < joiner < total * 1.1` in exact integers, so the least is
 * floor(0.9 t) + 1 and the most ceil(1.1 t) - 1. Throws a RangeError unless the total is an integer number of cents.
 */
export function joinWindow(totalCents: number): JoinWindow {
  const total = cents(totalCents);
  return {
    leastCents: cents(shareOf(total, JOIN_WINDOW_BPS.min) + 1),
    mostCents: cents(shareOf(total, JOIN_WINDOW_BPS.max, 'up') - 1),
  };
}

export const Side = z.union([z.literal(1), z.literal(2)]);
export type Side = z.infer<typeof Side>;

/** The side that the other player gets. */
export function otherSide(side: Side): Side {
  return side === 1 ? 2 : 1;
}

export const CoinflipPhase = z.enum(['WAITING', 'COUNTDOWN', 'SETTLED', 'CANCELLED', 'VOIDED']);
export type CoinflipPhase = z.infer<typeof CoinflipPhase>;

/** One game as everyone may see it. `secret`, `winnerSide` and the result fields are null until the settlement. */
export const CoinflipGame = z.object({
  id: RoundId,
  /** Raised by one with each fact of this round; a client that misses one fetches the game again. */
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
  /** Whole seconds left of the countdown when the answer was made; null outside COUNTDOWN. `deadlineAt` is exact. */
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
  /** True when staff chose the winner (demo only): no fairness claim is made, and there is never a secret to show. */
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

/** Facts of a round, as they come down the live channel on topic 'coinflip'. Each carries the whole public game. */
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

/** The list as `GET /coinflip` answers it: games that are not over, and those settled in the last minute. */
export const CoinflipList = z.object({
  games: z.array(CoinflipGame),
  minbet: UsdSchema,
  feeBps: z.number().int(),
  paused: z.boolean(),
});
export type CoinflipList = z.infer<typeof CoinflipList>;

/**
 * The list after a fact. Pure. A fact carries the whole public game, so the higher version wins and an old fact
 * changes nothing (the same object is returned). Games stay newest first; a cancelled or voided game leaves the list.
 */
export function applyCoinflipFact(list: CoinflipList, fact: CoinflipFact): CoinflipList {
  const known = list.games.find((g) => g.id === fact.roundId);
  if (known && fact.version <= known.version) return list;
  const others = list.games.filter((g) => g.id !== fact.roundId);
  const gone = fact.game.phase === 'CANCELLED' || fact.game.phase === 'VOIDED';
  const games = gone ? others : [...others, fact.game].sort(newestFirst);
  return { ...list, games };
}

function newestFirst(a: CoinflipGame, b: CoinflipGame): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}

const inventoryIds = z.array(ItemId).min(1).max(200);
const stakeRefusals = [
  'GAME_PAUSED',
  'ITEMS_LIMIT',
  'AMOUNT_TOO_LOW',
  'ITEM_NOT_AVAILABLE',
  'ITEM_NOT_STAKEABLE',
  'ITEM_TOO_CHEAP',
] as const;

export const listCoinflips = query({
  name: 'coinflip.list',
  path: '/coinflip',
  summary: 'Games that wait or run, newest first, with the minimum bet',
  permission: 'public',
  input: Nothing,
  output: CoinflipList,
});

export const getCoinflip = query({
  name: 'coinflip.get',
  path: '/coinflip/round/:id',
  summary: 'One game, whatever its phase',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: CoinflipGame,
  refusals: ['NO_GAME'],
});

export const coinflipHistory = query({
  name: 'coinflip.history',
  path: '/coinflip/history/all',
  summary: 'Settled games, newest first; `before` pages by keyset',
  permission: 'public',
  input: z.strictObject({ before: RoundId.optional(), limit: z.coerce.number().int().min(1).max(100).optional() }),
  output: z.object({ history: z.array(CoinflipHistoryRow), next: RoundId.nullable() }),
});

export const createCoinflip = command({
  name: 'coinflip.create',
  path: '/coinflip/create/inventory',
  summary: 'Open a game by staking site inventory items on a side',
  permission: 'player',
  input: z.strictObject({ inventoryIds, side: Side }),
  output: z.object({ gameId: RoundId }),
  refusals: stakeRefusals,
});

export const joinCoinflip = command({
  name: 'coinflip.join',
  path: '/coinflip/join/inventory',
  summary: 'Join a waiting game with site inventory items; the side is the one that is free',
  permission: 'player',
  input: z.strictObject({ inventoryIds, side: Side, gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: [
    ...stakeRefusals,
    'NO_GAME',
    'COINFLIP_STARTED',
    'GAME_FINISHED',
    'OWN_GAME',
    'SIDE_TAKEN',
    'AMOUNT_TOO_FAR',
    'ROUND_SCRIPTED',
  ],
});

export const cancelCoinflip = command({
  name: 'coinflip.cancel',
  path: '/coinflip/cancel',
  summary: 'Take back an own game that nobody joined yet; all items return',
  permission: 'player',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: ['NO_GAME', 'NOT_YOUR_GAME', 'COINFLIP_STARTED', 'GAME_FINISHED'],
});

export const callBot = command({
  name: 'coinflip.callBot',
  path: '/coinflip/bot',
  summary: 'Demo only: ask a labelled bot to join an own waiting game',
  permission: 'player',
  input: z.strictObject({ gameId: RoundId }),
  output: z.object({ gameId: RoundId }),
  refusals: ['NO_GAME', 'NOT_YOUR_GAME', 'COINFLIP_STARTED', 'GAME_FINISHED', 'GAME_PAUSED', 'BOT_UNAVAILABLE'],
});
