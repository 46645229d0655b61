/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as breakers from './calls.ts';
import { command, query, StaffReason } from '../../wire/call.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

const Instant = z.number().int();
const TripId = z.number().int().min(1);
const Place = z.coerce.number().int().min(1);

export const BreakerTrip = z.object({
  id: TripId,
  breaker: z.enum(Object.keys(breakers.BREAKERS) as [breakers.Breaker, ...breakers.Breaker[]]),
  /** 'items' or a coin of an OUTFLOW, the coin of RATES, the market name of an item type; '' for the others. */
  subject: z.string(),
  /** The player of a PROFIT; null for the others. */
  user: PublicUser.nullable(),
  at: Instant,
  /** The figures that tripped it, by name; sums in dollars. */
  figures: z.record(z.string(), z.number()),
  /** Who reset it, when, and their note; `by` null: it reset itself. Null while it is tripped. */
  reset: z.object({ at: Instant, by: PublicUser.nullable(), why: z.string() }).nullable(),
});
export type BreakerTrip = z.infer<typeof BreakerTrip>;

export const listBreakerTrips = query({
  ...breakers.listBreakerTrips,
  summary:
    'Tripped circuit breakers, or with `open=false` those that were reset, newest first, ' +
    `${breakers.BREAKER_PAGE} at a time`,
  permission: 'moderate',
  input: z.strictObject({ open: z.enum(['true', 'false']).optional(), before: Place.optional() }),
  output: z.object({ trips: z.array(BreakerTrip), next: TripId.nullable() }),
});

export const resetBreaker = command({
  ...breakers.resetBreaker,
  summary: 'Reset a circuit breaker: what it stopped continues, and counting starts again from zero',
  permission: 'admin',
  act: true,
  input: z.strictObject({ tripId: TripId, why: StaffReason }),
  output: BreakerTrip,
  refusals: ['NOT_FOUND', 'FORBIDDEN'],
});
