/** What a server needs of calls.ts: schemas, and who may make each call, how often. */
import { z } from 'zod';
import * as stuck from './calls.ts';
import { query } from '../../wire/call.schemas.ts';
import { Game } from '../../fair/schemas.ts';
import { RoundId } from '../../wire/ids.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';

export const StuckRound = z.object({
  roundId: RoundId,
  game: Game,
  number: z.number().int(),
  /** Epoch ms, as every instant here. */
  lockedAt: z.number().int(),
  /** All that is staked in it: it stays in escrow until the round ends. */
  stakedUsd: UsdSchema,
  entries: z.number().int(),
  firstFailedAt: z.number().int(),
  lastFailedAt: z.number().int(),
  /** Settlements that failed. */
  times: z.number().int(),
  /** When it is tried again by itself. */
  retryAt: z.number().int(),
  /** What the last settlement ended with. */
  reason: z.string(),
});
export type StuckRound = z.infer<typeof StuckRound>;

export const listStuckRounds = query({
  ...stuck.listStuckRounds,
  summary: 'Locked rounds that cannot be settled, the longest stuck first; `after` pages by keyset',
  permission: 'admin',
  input: z.strictObject({
    after: RoundId.optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
  }),
  output: z.object({ rounds: z.array(StuckRound), next: RoundId.nullable() }),
});
