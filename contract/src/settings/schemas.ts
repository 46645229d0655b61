/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as settings from './calls.ts';
import { DrandChainView } from '../fair/beacon.schemas.ts';
import { NoInput, query } from '../wire/call.schemas.ts';
import { GAME_SETTINGS } from './games.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { PauseSystem } from '../operations/pauses/schemas.ts';

export const Settings = z.object({
  /** `appid`: the game selected first in a deposit. */
  global: z.object({ appid: z.number().int(), snow: z.boolean(), mode: z.enum(['demo', 'live']) }),
  /** `appIds`: the Steam games whose items are accepted. `stakeApp`: the one whose items are staked from Steam, if any. */
  deposit: z.object({
    mindep: UsdSchema,
    maxCount: z.number().int(),
    appIds: z.array(z.number().int()),
    stakeApp: z.number().int().nullable(),
  }),
  /** The paused systems. */
  paused: z.array(PauseSystem),
  /** Settings of each game, by its name. */
  ...GAME_SETTINGS,
  /**
   * `url`: where browsers fetch outputs (drand's v2 API) when the site does not answer; the chain's key verifies them.
   */
  beacon: z.object({ simulated: z.boolean(), url: z.string(), drand: DrandChainView }),
});
export type Settings = z.infer<typeof Settings>;

export const listSettings = query({
  ...settings.listSettings,
  summary: 'Public settings: limits, fees, mode, pinned beacon chain',
  permission: 'public',
  input: NoInput,
  output: Settings,
});
