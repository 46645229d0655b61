/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as results from './calls.ts';
import { ProvableGame } from '../fair/schemas.ts';
import { PublicUser } from '../user/schemas.ts';
import { NoInput, query } from '../wire/call.schemas.ts';
import { RoundId } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';

/** A settled round whose result every screen has shown. */
export const RecentResult = z.object({
  roundId: RoundId,
  game: ProvableGame,
  /** When the result was recorded, epoch ms. */
  at: z.number().int(),
  /** The highest win first; several in a battle of teams. `wonUsd` includes the winner's own stake. */
  winners: z.array(z.object({ user: PublicUser, stakedUsd: UsdSchema, wonUsd: UsdSchema })).min(1),
});
export type RecentResult = z.infer<typeof RecentResult>;

export const RecentResults = z.object({
  /** Newest first. */
  results: z.array(RecentResult),
  /** Since the first round: settled rounds, each with a proof, and what players won, bots left out. */
  totals: z.object({ rounds: z.number().int(), paidUsd: UsdSchema }),
});
export type RecentResults = z.infer<typeof RecentResults>;

export const recentResults = query({
  ...results.recentResults,
  summary: `The newest ${results.RECENT_ROUNDS} results of all games that every screen has shown, and totals`,
  permission: 'public',
  input: NoInput,
  output: RecentResults,
});
