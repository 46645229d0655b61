/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as stuck from './calls.ts';
import { query } from '../../wire/call.schemas.ts';
import { ProvableGame } from '../../fair/schemas.ts';
import { RoundId } from '../../wire/ids.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';

export const StuckRound = z.object({
  roundId: RoundId,
  game: ProvableGame,
  number: z.number().int(),
  /** Epoch ms, like every instant here. */
  lockedAt: z.number().int(),
  /** All stakes of the round; they stay in escrow until it ends. */
  stakedUsd: UsdSchema,
  entries: z.number().int(),
  firstFailedAt: z.number().int(),
  lastFailedAt: z.number().int(),
  /** Number of failed settlements. */
  times: z.number().int(),
  /** When the next automatic attempt is due. */
  retryAt: z.number().int(),
  /** Error of the last settlement. */
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
