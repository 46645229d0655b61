/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as risk from './calls.ts';
import { command, query, StaffReason } from '../../wire/call.schemas.ts';
import { PlayerId } from '../../wire/ids.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

const Instant = z.number().int();
const FlagId = z.number().int().min(1);
const Place = z.coerce.number().int().min(1);

export const RiskFlag = z.object({
  id: FlagId,
  user: PublicUser,
  signal: z.enum(Object.keys(risk.RISK_SIGNALS) as [risk.RiskSignal, ...risk.RiskSignal[]]),
  at: Instant,
  /** The figures when the flag was raised, by name; sums in dollars. */
  figures: z.record(z.string(), z.number()),
  /** Who reviewed it, when, and their note; null before a review. */
  looked: z.object({ at: Instant, by: PublicUser, why: z.string() }).nullable(),
});
export type RiskFlag = z.infer<typeof RiskFlag>;

const Flags = { flags: z.array(RiskFlag), next: FlagId.nullable() };

export const listRiskFlags = query({
  ...risk.listRiskFlags,
  summary: `Risk flags without a review, newest first, ${risk.RISK_PAGE} at a time`,
  permission: 'moderate',
  input: z.strictObject({ before: Place.optional() }),
  output: z.object(Flags),
});

export const getUserProtection = query({
  ...risk.getUserProtection,
  summary: `All risk flags of a player, newest first, ${risk.RISK_PAGE} at a time`,
  permission: 'moderate',
  input: z.strictObject({ userId: PlayerId, before: Place.optional() }),
  output: z.object(Flags),
});

export const reviewRiskFlag = command({
  ...risk.reviewRiskFlag,
  summary: 'Record the review of a risk flag; nothing else changes',
  permission: 'moderate',
  act: true,
  input: z.strictObject({ flagId: FlagId, why: StaffReason }),
  output: RiskFlag,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});
