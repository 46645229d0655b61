/** What a server needs of ../settings.ts: schemas, and who may make each call, how often. */
import { z } from 'zod';
import * as settings from '../settings.ts';
import { DrandChainView } from './beacon.ts';
import { Nothing, query } from './call.ts';
import { BattleMode } from './casebattle.ts';
import { UsdSchema } from './money.ts';

export const Settings = z.object({
  global: z.object({ appid: z.number().int(), snow: z.boolean(), mode: z.enum(['demo', 'live']) }),
  deposit: z.object({ mindep: UsdSchema, maxCount: z.number().int() }),
  coinflip: z.object({ minbet: UsdSchema, feeBps: z.number().int() }),
  jackpot: z.object({ minbet: UsdSchema, feeBps: z.number().int() }),
  /** `modes` that battles can be opened in now; the most that one seat may cost. No fee: the edge is in the case prices. */
  casebattle: z.object({
    paused: z.boolean(),
    modes: z.array(BattleMode),
    mostCases: z.number().int(),
    mostUsd: UsdSchema,
  }),
  /** `url`: where browsers ask for outputs (drand's v2 API) when the site itself stays silent; the chain's key judges them. */
  beacon: z.object({ simulated: z.boolean(), url: z.string(), drand: DrandChainView }),
});
export type Settings = z.infer<typeof Settings>;

export const listSettings = query({
  ...settings.listSettings,
  summary: 'Public settings: limits, fees, mode, pinned beacon chain',
  permission: 'public',
  input: Nothing,
  output: Settings,
});
