/** The public randomness of rounds, as settings and proofs describe it. */
import { z } from 'zod';

/** A drand chain as the client pins it for verification. Times in milliseconds. */
export const DrandChainView = z.object({
  chainHash: z.string(),
  publicKey: z.string(),
  genesisMs: z.number().int(),
  periodMs: z.number().int(),
  scheme: z.string(),
});

/**
 * Where drand answers everybody, by its v2 API. In live a browser asks these by itself and no other: the page's policy allows exactly
 * them, so that the site cannot put a server of its own in their place. The chain's pinned key judges what they answer.
 */
export const DRAND_ENDPOINTS = ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh'] as const;
