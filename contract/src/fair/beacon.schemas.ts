/** Schemas of beacon.ts. */
import { z } from 'zod';

/** A drand chain as the client pins it for verification. Times in milliseconds. */
export const DrandChainView = z.object({
  chainHash: z.string(),
  publicKey: z.string(),
  genesisMs: z.number().int(),
  periodMs: z.number().int(),
  scheme: z.string(),
});
