/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as fair from './calls.ts';
import { GAME_NAMES } from '../games/games.ts';
import { DrandChainView } from './beacon.schemas.ts';
import { query } from '../wire/call.schemas.ts';
import { RoundId } from '../wire/ids.schemas.ts';

export const ProvableGame = z.enum(GAME_NAMES);
export type ProvableGame = z.infer<typeof ProvableGame>;

export const RoundFairness = z.object({
  /** Dense round number of this game, from 1. */
  number: z.number().int(),
  /** Canonical JSON of the lock record; null before the lock. */
  lock: z.string().nullable(),
  /** The named drand round; null before the lock. */
  drandRound: z.number().int().nullable(),
  /** The beacon's 48-byte signature in hex; null before the settlement. */
  drandSignature: z.string().nullable(),
  /** The winning ticket; null before the settlement. */
  ticket: z.number().int().nullable(),
  /** Pseudonyms in the lock, by user id. */
  pseudonyms: z.record(z.string(), z.string()),
});
export type RoundFairness = z.infer<typeof RoundFairness>;

/** A whole round that anyone can verify: the file that `fairpot-verify ROUND.json` reads. */
export const RoundProofView = z.object({
  v: z.literal('fp/2'),
  game: ProvableGame,
  roundId: RoundId,
  number: z.number().int(),
  hash: z.string(),
  /** The lock record as an object; its canonical JSON is hashed. */
  lock: z.record(z.string(), z.unknown()),
  drand: z.object({ chain: DrandChainView, round: z.number().int(), signature: z.string() }),
  secret: z.string(),
  /** As the fairness room computes it for the game (ticket, total, ...). */
  outcome: z.record(z.string(), z.unknown()),
  /** Pot, fee and payouts; `player` is a pseudonym, `cents` includes the player's own returned stake. */
  payouts: z.object({
    potCents: z.number().int(),
    feeCents: z.number().int(),
    /** Every item of the pot in order of entry; `entry` is the index of its stake in the lock. */
    items: z.array(z.object({ id: z.string(), entry: z.number().int(), cents: z.number().int() })),
    /** Ids of the items taken as the fee. */
    feeItems: z.array(z.string()),
    shares: z.array(z.object({ player: z.string(), cents: z.number().int() })),
  }),
});
export type RoundProofView = z.infer<typeof RoundProofView>;

/** Replaces the proof of a scripted round, which makes no fairness claim, so there is nothing to verify. */
export const ScriptedRoundView = z.object({
  v: z.literal('fp/2'),
  game: ProvableGame,
  roundId: RoundId,
  scripted: z.literal(true),
});

export const getRoundProof = query({
  ...fair.getRoundProof,
  summary: 'The proof of one settled round; a scripted round says that it has none',
  permission: 'public',
  input: z.strictObject({ id: RoundId }),
  output: z.union([RoundProofView, ScriptedRoundView]),
  refusals: ['NO_GAME', 'GAME_FINISHED'],
});

/** Finds a round by the parameters of the Fairplay link. */
export const findRound = query({
  ...fair.findRound,
  summary: 'The round with this commitment',
  permission: 'public',
  input: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: z.object({ game: ProvableGame, roundId: RoundId, settled: z.boolean(), scripted: z.boolean() }),
  refusals: ['NO_GAME'],
});
