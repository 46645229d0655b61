/** Settings that every client reads, and what the page needs to know about this server (mode, fees, beacons). */
import { z } from 'zod';
import { Nothing, query } from './call.ts';
import { UsdSchema } from './money.ts';

/** A drand chain as the client pins it for verification. Times in milliseconds. */
export const DrandChainView = z.object({
  chainHash: z.string(),
  publicKey: z.string(),
  genesisMs: z.number().int(),
  periodMs: z.number().int(),
  scheme: z.string(),
});

export const Settings = z.object({
  global: z.object({ appid: z.number().int(), snow: z.boolean(), mode: z.enum(['demo', 'live']) }),
  deposit: z.object({ mindep: UsdSchema, maxCount: z.number().int() }),
  coinflip: z.object({ minbet: UsdSchema, feeBps: z.number().int() }),
  jackpot: z.object({ minbet: UsdSchema, feeBps: z.number().int() }),
  beacon: z.object({ simulated: z.boolean(), drand: DrandChainView }),
});
export type Settings = z.infer<typeof Settings>;

export const listSettings = query({
  name: 'settings.list',
  path: '/settings/list',
  summary: 'Public settings: limits, fees, mode, pinned beacon chain',
  permission: 'public',
  input: Nothing,
  output: Settings,
});
