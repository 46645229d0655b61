/** What a server needs of ../staff.ts: schemas, and who may make each call, how often. */
import { z } from 'zod';
import * as staff from '../staff.ts';
import { query } from './call.ts';
import { PlayerId } from './ids.ts';
import { PublicUser } from './user.ts';

/** Epoch ms, as a number of the query string. */
const Instant = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const StaffActView = z.object({
  id: z.number().int(),
  at: z.number().int(),
  /** A player's id; 'system': the site itself; 'machine': a command on the server's own machine. */
  actorId: z.string(),
  actor: PublicUser.nullable(),
  /** Name of the call. */
  act: z.string(),
  /** Whom it touched; null: nobody. */
  playerId: z.string().nullable(),
  player: PublicUser.nullable(),
  /** What else it was about: the id of a round, payment, ticket, setting. */
  subject: z.string().nullable(),
  why: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type StaffActView = z.infer<typeof StaffActView>;

export const listStaffActs = query({
  ...staff.listStaffActs,
  summary:
    'The audit log, newest first: by who acted, whom it touched, which act, and when; `before` pages by keyset. A page may be ' +
    'short and still have a next when what is looked for is rare',
  permission: 'admin',
  input: z.strictObject({
    actor: z.string().max(40).optional(),
    player: PlayerId.optional(),
    act: z.string().max(80).optional(),
    from: Instant.optional(),
    /** Exclusive. */
    to: Instant.optional(),
    before: z
      .string()
      .regex(/^\d{1,16}\.\d{1,16}$/)
      .optional(),
  }),
  output: z.object({
    acts: z.array(StaffActView),
    next: z.string().nullable(),
    /** Every act that there is, by name. */
    known: z.array(z.string()),
  }),
});

export const STAFF_CALLS = [listStaffActs] as const;
