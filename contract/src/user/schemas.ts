/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as user from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { ProvableGame } from '../fair/schemas.ts';
import { PlayerId } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { StatusSchema } from '../wire/permissions.schemas.ts';

/**
 * The kind badge beside a name (rulings 1.4, 1.5). Players have none; in a round, API: an API key of theirs made the
 * stake.
 */
export const Badge = z.enum(['BOT', 'STAFF', 'HOUSE', 'API']).nullable();
export type Badge = z.infer<typeof Badge>;

/** The public view of a player. */
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

/** The signed-in user as in the spec's section 3. `tradeToken` is '' until a trade link is set. */
export const User = PublicUser.extend({
  status: StatusSchema,
  tradeToken: z.string(),
  balanceUsd: UsdSchema,
  balanceUsdHold: UsdSchema,
  steamInventoryBalanceUsd: UsdSchema,
  /** In the site inventory, free to stake. */
  items: z.number().int(),
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
  /** For every game; zeros if never played. */
  games: z.record(ProvableGame, GameStatistics),
  netUsd: UsdSchema,
});
export type Statistics = z.infer<typeof Statistics>;

/** The signed-out default user of the spec lives in the client; the server answers 401. */
export const getUser = query({
  ...user.getUser,
  summary: 'The signed-in user and their statistics',
  permission: 'session',
  scope: 'read',
  input: NoInput,
  output: z.object({ user: User, statistics: Statistics }),
});

export const confirmAge = command({
  ...user.confirmAge,
  summary: 'State that the signed-in person is 18 or older; asked once, at the first sign-in',
  permission: 'session',
  input: z.strictObject({ adult: z.literal(true) }),
  output: z.object({ ageConfirmed: z.literal(true) }),
});
