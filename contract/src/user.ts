/** Accounts on the wire: the signed-in user, the public face of any player, statistics, and the calls of the session. */
import { z } from 'zod';
import { command, Nothing, query } from './call.ts';
import { Game } from './fair.ts';
import { PlayerId } from './ids.ts';
import { UsdSchema } from './money.ts';
import { StatusSchema } from './permissions.ts';

/** The kind badge beside a name (rulings 1.4, 1.5). Players have none. */
export const Badge = z.enum(['BOT', 'STAFF', 'HOUSE']).nullable();
export type Badge = z.infer<typeof Badge>;

/** What everyone may see of a player. */
export const PublicUser = z.object({
  id: PlayerId,
  steamid: z.string(),
  name: z.string(),
  avatar: z.string(),
  level: z.number().int(),
  experience: z.number().int(),
  isFake: z.boolean(),
  badge: Badge,
});
export type PublicUser = z.infer<typeof PublicUser>;

/** The signed-in user as the spec's section 3 lists it. `tradeToken` is '' until a trade link is put. */
export const User = PublicUser.extend({
  status: StatusSchema,
  tradeToken: z.string(),
  balanceUsd: UsdSchema,
  balanceUsdHold: UsdSchema,
  steamInventoryBalanceUsd: UsdSchema,
  ageConfirmed: z.boolean(),
});
export type User = z.infer<typeof User>;

export const GameStatistics = z.object({
  played: z.number().int(),
  won: z.number().int(),
  stakedUsd: UsdSchema,
  wonUsd: UsdSchema,
  feeUsd: UsdSchema,
});
export type GameStatistics = z.infer<typeof GameStatistics>;
export const Statistics = z.object({
  /** Of every game; one never played shows zeros. */
  games: z.record(Game, GameStatistics),
  netUsd: UsdSchema,
});
export type Statistics = z.infer<typeof Statistics>;

/**
 * A cookie that page scripts can read: this browser was signed in. It proves nothing and opens nothing; a client without
 * it need not ask GET /user only to be told 401.
 */
export const SIGNED_IN_MARK = 'fp_signed_in';

/** The signed-out default user of the spec lives in the client; the server answers 401. */
export const getUser = query({
  name: 'user.get',
  path: '/user',
  summary: 'The signed-in user and their statistics',
  permission: 'session',
  input: Nothing,
  output: z.object({ user: User, statistics: Statistics }),
});

export const confirmAge = command({
  name: 'user.confirmAge',
  path: '/user/confirm-age',
  summary: 'State that the signed-in person is 18 or older; asked once, at the first sign-in',
  permission: 'session',
  input: z.strictObject({ adult: z.literal(true) }),
  output: z.object({ ageConfirmed: z.literal(true) }),
});

/** level = floor(experience / 100) (spec 9). */
export function levelOf(experience: number): number {
  return Math.floor(experience / 100);
}

/** The bar's fill in percent: experience mod 100, plus one (spec 2). */
export function levelProgress(experience: number): number {
  return (experience % 100) + 1;
}

/** Lower bounds of the level tiers above the first (spec 2). */
export const LEVEL_TIERS = [10, 20, 30, 40, 60, 70, 80, 90, 100] as const;

/** Rank 0 (below level 10) to 9 (level 100 and up). */
export function rankOf(level: number): number {
  return LEVEL_TIERS.filter((bound) => level >= bound).length;
}
