/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as collusion from './calls.ts';
import { command, query, StaffReason } from '../../wire/call.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

const Instant = z.number().int();
const SignId = z.number().int().min(1);

export const CollusionSign = z.object({
  id: SignId,
  sign: z.enum(
    Object.keys(collusion.COLLUSION_SIGNS) as [collusion.CollusionSignName, ...collusion.CollusionSignName[]],
  ),
  /** The account that gained; for PASS_THROUGH the one that passed value through. */
  user: PublicUser,
  /** The accounts that lost to it, or share its address. */
  others: z.array(PublicUser),
  at: Instant,
  /** The figures when the sign was raised, by name; sums in dollars. */
  figures: z.record(z.string(), z.number()),
  /** Who reviewed it, when, and their note; null before a review. */
  looked: z.object({ at: Instant, by: PublicUser, why: z.string() }).nullable(),
});
export type CollusionSign = z.infer<typeof CollusionSign>;

export const listCollusionSigns = query({
  ...collusion.listCollusionSigns,
  summary: `Signs of collusion that staff have not reviewed, newest first, ${collusion.COLLUSION_PAGE} at a time`,
  permission: 'moderate',
  input: z.strictObject({ before: z.coerce.number().int().min(1).optional() }),
  output: z.object({ signs: z.array(CollusionSign), next: SignId.nullable() }),
});

export const reviewCollusionSign = command({
  ...collusion.reviewCollusionSign,
  summary: 'Record the review of a sign of collusion; it changes nothing else',
  permission: 'moderate',
  act: true,
  input: z.strictObject({ signId: SignId, why: StaffReason }),
  output: CollusionSign,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});
