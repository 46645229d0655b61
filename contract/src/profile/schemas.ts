/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as profile from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { ProvableGame } from '../fair/schemas.ts';
import { ItemId, PlayerId, RoundId } from '../wire/ids.schemas.ts';
import { Skin } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';

/** Results of a day (UTC) in one game; days without a result are missing. */
const StatisticsDay = z.object({
  /** Days since 1970-01-01. */
  day: z.number().int(),
  game: ProvableGame,
  played: z.number().int(),
  won: z.number().int(),
  stakedUsd: UsdSchema,
  wonUsd: UsdSchema,
  feeUsd: UsdSchema,
});

export const DayStatistics = z.object({
  /** First and last day of the response, days since 1970-01-01. */
  from: z.number().int(),
  to: z.number().int(),
  /** Won minus staked before the first day. */
  netBeforeUsd: UsdSchema,
  /** Oldest first. */
  days: z.array(StatisticsDay),
});
export type DayStatistics = z.infer<typeof DayStatistics>;

export const getStatistics = query({
  ...profile.getStatistics,
  summary: 'Your results by day and game of the last year, for the charts',
  permission: 'session',
  scope: 'read',
  input: NoInput,
  output: DayStatistics,
});

const HistoryKind = z.enum(profile.HISTORY_KINDS);

/** What a movement links to; each has a link. */
const HistoryLink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('round'), id: RoundId }),
  z.object({ kind: z.literal('trade'), id: z.string() }),
  z.object({ kind: z.literal('coins'), id: z.string() }),
  z.object({ kind: z.literal('item'), id: ItemId }),
  /** The transfer itself: it has no page, but support can find it by this id. */
  z.object({ kind: z.literal('transaction'), id: z.string() }),
]);

export const Movement = z.object({
  /** Unique in the history. */
  id: z.string(),
  at: z.number().int(),
  kind: HistoryKind,
  /** Its reason: the code of the transfer ('ESCROW_SETTLE') or of the item's movement ('WIN'). */
  code: z.string(),
  /**
   * For money: the change (negative: out) and the balance after it. Null for items, and for the half that did not
   * change.
   */
  balance: z.object({ changeUsd: UsdSchema, afterUsd: UsdSchema }).nullable(),
  held: z.object({ changeUsd: UsdSchema, afterUsd: UsdSchema }).nullable(),
  /**
   * For an item: what it is, its current price, and the direction. `stays`: the player owns it before and after.
   * `ownedAfter`: how many items the player had then, without staked ones; null when a filter hides movements in
   * between.
   */
  item: z
    .object({
      id: ItemId,
      item: Skin,
      way: z.enum(['came', 'went', 'stays']),
      ownedAfter: z.number().int().min(0).nullable(),
    })
    .nullable(),
  link: HistoryLink,
});
export type Movement = z.infer<typeof Movement>;

/** Epoch ms in a query string. */
const Instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

export const listHistory = query({
  ...profile.listHistory,
  summary: 'Your movements of money and items, newest first, with the balance after each',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({
    kind: HistoryKind.optional(),
    what: z.enum(['money', 'items']).optional(),
    /** From this instant on (inclusive), and up to that one (exclusive). */
    from: Instant.optional(),
    until: Instant.optional(),
    /** `next` of the previous page. */
    before: z
      .string()
      .regex(/^\d{1,16}\.[im]\.[0-9a-z_.]{1,60}$/)
      .optional(),
  }),
  output: z.object({ movements: z.array(Movement), next: z.string().nullable() }),
});

export const OwnSession = z.object({
  /** Its id for `endOwnSessions`; grants no access. */
  id: z.string(),
  current: z.boolean(),
  /** Time of the sign-in, and of the last use to within five minutes. */
  createdAt: z.number().int(),
  lastSeenAt: z.number().int(),
  /** The browser's own user agent. */
  userAgent: z.string(),
  /** Whether it signed in from the same address as this browser. */
  sameAddress: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listSessions = query({
  ...profile.listSessions,
  summary: 'Browsers signed in to your account, most recent first',
  permission: 'session',
  input: NoInput,
  output: z.object({ sessions: z.array(OwnSession), more: z.boolean() }),
});

export const endOwnSessions = command({
  ...profile.endOwnSessions,
  summary: 'Sign one browser out, or all of them (this one too); their live channels end at once',
  permission: 'session',
  input: z.strictObject({ which: z.union([z.literal('all'), z.string().regex(/^[0-9a-f]{16}$/)]) }),
  output: z.object({ ended: z.number().int() }),
});

export const startExport = command({
  ...profile.startExport,
  summary: 'Request everything that the site stores about your account; its pages are available for an hour',
  permission: 'session',
  input: NoInput,
  output: z.object({
    exportId: z.string(),
    untilAt: z.number().int(),
    /** The numbered parts that are read one after the other: a name for people, and the table of the rows. */
    parts: z.array(z.object({ table: z.string(), about: z.string() })),
  }),
  refusals: ['EXPORT_LIMIT', 'SIGN_IN_AGAIN'],
});

export const readExport = query({
  ...profile.readExport,
  summary: 'The next rows of a part of an export',
  permission: 'session',
  input: z.strictObject({
    exportId: z.string().regex(/^exp_[0-9a-z]{26}$/),
    part: z.coerce.number().int().min(0).max(1_000),
    /** `next` of the previous page. */
    after: z.string().max(600).optional(),
  }),
  output: z.object({ rows: z.array(z.record(z.string(), z.unknown())), next: z.string().nullable() }),
  refusals: ['EXPORT_OVER'],
  limit: { max: 200, perMs: 10_000 },
});

const ClosingWait = z.object({
  kind: z.enum(profile.CLOSING_WAITS),
  /** How much of it: rounds, offers, items; 1 when it is not counted. */
  count: z.number().int(),
  usd: UsdSchema.nullable(),
  /** When it ends automatically, if known. */
  until: z.number().int().nullable(),
});
export type ClosingWait = z.infer<typeof ClosingWait>;

export const Closing = z.object({
  /** Null when no closing was requested. */
  askedAt: z.number().int().nullable(),
  closesAt: z.number().int().nullable(),
  /** The cooling-off time before it begins, ms. */
  restMs: z.number().int(),
  /** What blocks it now; when empty, it waits only for the sweep. */
  waits: z.array(ClosingWait),
  /** The remainder that may be forfeited because it is below every withdrawal minimum; otherwise null. */
  giveUpUsd: UsdSchema.nullable(),
  /**
   * The break or exclusion that outlives the account: until then (null: permanently) a keyed hash of the SteamID is
   * kept, and no new account is opened for it. Null when nothing is kept.
   */
  barred: z.object({ until: z.number().int().nullable() }).nullable(),
  /** Until when this session's sign-in is fresh enough to request the closing or an export. */
  freshUntil: z.number().int(),
});
export type Closing = z.infer<typeof Closing>;

export const getClosing = query({
  ...profile.getClosing,
  summary: 'Whether your account is being closed, and what that waits for',
  permission: 'session',
  input: NoInput,
  output: Closing,
});

export const startClosing = command({
  ...profile.startClosing,
  summary: 'Request to close the account: no more play or deposits, everything can be withdrawn at any level',
  permission: 'session',
  /** The player's own shown name, typed, so that an account is not closed by accident. */
  input: z.strictObject({ name: z.string().max(100) }),
  output: z.object({ closesAt: z.number().int() }),
  refusals: ['CLOSING_NAME', 'CLOSING_STAFF', 'SIGN_IN_AGAIN'],
});

export const revokeClosing = command({
  ...profile.revokeClosing,
  summary: 'Cancel the closing: possible until it begins',
  permission: 'session',
  input: NoInput,
  output: z.object({ open: z.literal(true) }),
  refusals: ['CLOSING_NONE'],
});

export const forfeitRemainder = command({
  ...profile.forfeitRemainder,
  summary: 'Forfeit a balance that is below every withdrawal minimum',
  permission: 'session',
  /** The sum the player saw. */
  input: z.strictObject({ amountUsd: UsdSchema }),
  output: z.object({ givenUsd: UsdSchema }),
  refusals: ['CLOSING_NONE', 'CLOSING_REST'],
});

/** Sweeps only: begins the erasure of an empty account, or does its next step. */
export const eraseAccount = command({
  name: 'profile.erase',
  path: '/system/profile/erase',
  summary: 'Begin or continue the erasure of an account that is being closed',
  permission: 'system',
  input: z.strictObject({ playerId: PlayerId }),
  output: z.object({ state: z.enum(['WAITS', 'BEGUN', 'STEP', 'DONE']) }),
});
