/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as staff from './calls.ts';
import { command, NoInput, query, StaffReason } from '../wire/call.schemas.ts';
import { PlayerId } from '../wire/ids.schemas.ts';
import { PublicUser } from '../user/schemas.ts';

/** Epoch ms, as a number in a query string. */
const Instant = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const StaffActView = z.object({
  id: z.number().int(),
  at: z.number().int(),
  /** A player's id; 'system': the site itself; 'machine': a command on the server's own machine. */
  actorId: z.string(),
  actor: PublicUser.nullable(),
  /** Name of the call. */
  act: z.string(),
  /** The affected player; null for none. */
  playerId: z.string().nullable(),
  player: PublicUser.nullable(),
  /** Other subject: the id of a round, payment, ticket, setting. */
  subject: z.string().nullable(),
  why: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type StaffActView = z.infer<typeof StaffActView>;

export const listStaffActs = query({
  ...staff.listStaffActs,
  summary:
    'The audit log, newest first: by actor, affected player, act, and time; `before` pages by keyset. ' +
    'A page may be short and still have a next one when matches are rare',
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
    /** Every existing act, by name. */
    known: z.array(z.string()),
  }),
});

export const staffCodes = query({
  ...staff.staffCodes,
  summary: 'State of the signed-in staff member’s authenticator, and the codes of this session',
  permission: 'tickets',
  code: 'none',
  input: NoInput,
  output: z.object({
    /** `begun`: its first code was not entered yet. */
    state: z.enum(['none', 'begun', 'on']),
    /** Whether staff work requires a code: always in live; in a demo, for staff who have an authenticator. */
    asked: z.boolean(),
    given: z.boolean(),
    /** Until when this session's last code counts as fresh, epoch ms; null when none was entered. */
    freshUntil: z.number().int().nullable(),
    /** After too many wrong codes: until when none is accepted. */
    closedUntil: z.number().int().nullable(),
    recoveryLeft: z.number().int(),
  }),
});

export const setUpAuthenticator = command({
  ...staff.setUpAuthenticator,
  summary: 'Set up a new authenticator for yourself, replacing one that was never confirmed',
  permission: 'tickets',
  code: 'none',
  act: true,
  input: NoInput,
  output: z.object({ state: z.literal('begun') }),
  refusals: ['STAFF_CODE_SET'],
  limit: { max: 10, perMs: 60_000 },
});

export const getUnconfirmedAuthenticator = query({
  ...staff.getUnconfirmedAuthenticator,
  summary:
    'Secret and recovery codes of an unconfirmed authenticator: until its first code is entered, and never again',
  permission: 'tickets',
  code: 'none',
  input: NoInput,
  output: z.object({ secret: z.string(), uri: z.string(), recovery: z.array(z.string()) }),
  refusals: ['NOT_FOUND'],
  limit: { max: 10, perMs: 60_000 },
});

export const submitStaffCode = command({
  ...staff.submitStaffCode,
  summary: 'Enter a code of the authenticator, or a recovery code, for this session; each is accepted once',
  permission: 'tickets',
  code: 'none',
  act: true,
  input: z.strictObject({ code: z.string().trim().min(6).max(40) }),
  output: z.object({ given: z.boolean(), triesLeft: z.number().int() }),
  refusals: ['NOT_FOUND', 'STAFF_CODE_CLOSED'],
  limit: { max: 10, perMs: 60_000 },
});

export const resetStaffCodes = command({
  ...staff.resetStaffCodes,
  summary: 'Reset another staff member’s authenticator: they set up a new one at their next sign-in',
  permission: 'admin',
  code: 'fresh',
  act: true,
  input: z.strictObject({ userId: PlayerId, why: StaffReason }),
  output: z.object({ userId: PlayerId }),
  refusals: ['NO_PLAYER', 'FORBIDDEN'],
});
