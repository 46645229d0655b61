/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as protection from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';

export const LimitKind = z.enum(protection.LIMIT_KINDS);
export type LimitKind = z.infer<typeof LimitKind>;
export type LimitSpan = keyof typeof protection.LIMIT_SPANS;
export const LimitSpan = z.enum(Object.keys(protection.LIMIT_SPANS) as [LimitSpan, ...LimitSpan[]]);

const Limit = z.object({
  kind: LimitKind,
  span: LimitSpan,
  limitUsd: UsdSchema,
  /**
   * Sum counted in the current period. Of a loss limit, negative when more was won than staked; above the limit when
   * money arrived on its own.
   */
  usedUsd: z.number(),
  /** What still fits; 0 when nothing does. */
  freeUsd: UsdSchema,
  /** When the next counted amount leaves the period, epoch ms; null when nothing is counted. */
  easesAt: z.number().int().nullable(),
  /** A requested looser limit (null: none), and when it can be confirmed. */
  asked: z.object({ limitUsd: UsdSchema.nullable(), from: z.number().int(), until: z.number().int() }).nullable(),
});

const Block = z.object({
  kind: z.enum(['BREAK', 'EXCLUDED']),
  since: z.number().int(),
  /** Epoch ms; null: permanent. An exclusion that is over stays until its player returns (`returnToPlay`). */
  until: z.number().int().nullable(),
  /** From when a requested return can be confirmed; null when none was requested. */
  returnFrom: z.number().int().nullable(),
});

/**
 * Time and money of this visit. A visit begins with its first page, and ends when no page was open for half an hour.
 */
const Play = z.object({
  since: z.number().int(),
  /** When the player last read the reality check, or the visit began. */
  readAt: z.number().int(),
  stakedUsd: UsdSchema,
  wonUsd: UsdSchema,
  netUsd: z.number(),
});

/**
 * What a player deposited and withdrew by trades and coins since the account was made (RTS 1C); the difference is below
 * 0 when more was withdrawn.
 */
const Net = z.object({
  since: z.number().int(),
  depositedUsd: UsdSchema,
  withdrawnUsd: UsdSchema,
  netUsd: z.number(),
});

export const Protection = z.object({
  /** The database's clock, epoch ms; all times here follow it. */
  now: z.number().int(),
  limits: z.array(Limit),
  /** Whether the player answered the question before a first deposit, with or without a deposit limit. */
  limitsAnswered: z.boolean(),
  block: Block.nullable(),
  realityMinutes: z.number().int().nullable(),
  play: Play.nullable(),
  net: Net,
});
export type Protection = z.infer<typeof Protection>;

/** Refusals of a stake by a player's own limits and blocks. */
export const STAKE_STOPS = ['LIMIT_STAKE', 'LIMIT_LOSS', 'TAKING_BREAK', 'SELF_EXCLUDED'] as const;
/** The same for a deposit. */
export const DEPOSIT_STOPS = [
  'LIMIT_DEPOSIT',
  'LIMIT_QUESTION',
  'REALITY_CHECK',
  'TAKING_BREAK',
  'SELF_EXCLUDED',
] as const;

const which = { kind: LimitKind, span: LimitSpan };

export const getProtection = query({
  ...protection.getProtection,
  summary: 'Your limits and their use, break or exclusion, reality check',
  permission: 'session',
  scope: 'read',
  input: NoInput,
  output: Protection,
});

export const setLimit = command({
  ...protection.setLimit,
  summary:
    'Set a limit: a tighter one holds at once, a looser one (null: none) is requested and confirmed after 24 hours',
  permission: 'session',
  input: z.strictObject({ ...which, limitUsd: UsdSchema.nullable() }),
  output: Protection,
  refusals: ['FORBIDDEN', 'LIMIT_NOT_SET'],
});

export const answerLimitQuestion = command({
  ...protection.answerLimitQuestion,
  summary:
    'Answer the question about limits that comes before a first deposit without one; ' +
    'setting a limit on deposits answers it too',
  permission: 'session',
  input: z.strictObject({ answer: z.literal('NONE') }),
  output: Protection,
  refusals: ['FORBIDDEN'],
});

export const confirmLimit = command({
  ...protection.confirmLimit,
  summary: 'Confirm the looser limit that was requested at least 24 hours ago',
  permission: 'session',
  input: z.strictObject(which),
  output: Protection,
  refusals: ['FORBIDDEN', 'LIMIT_NOT_ASKED', 'LIMIT_TOO_EARLY'],
});

export const cancelLooserLimit = command({
  ...protection.cancelLooserLimit,
  summary: 'Keep the limit: withdraw the requested change',
  permission: 'session',
  input: z.strictObject(which),
  output: Protection,
  refusals: ['FORBIDDEN'],
});

export const takeBreak = command({
  ...protection.takeBreak,
  summary: 'Block stakes, purchases and deposits for some hours; a running break can only be extended',
  permission: 'session',
  input: z.strictObject({
    hours: z.number().int().min(protection.MIN_BREAK_HOURS).max(protection.MAX_BREAK_HOURS),
  }),
  output: Protection,
  refusals: ['FORBIDDEN'],
});

export const excludeSelf = command({
  ...protection.excludeSelf,
  summary: 'Self-exclusion for months (null: permanent), at once: all sessions end; withdrawals and support remain',
  permission: 'session',
  input: z.strictObject({
    months: z.union([z.literal(6), z.literal(12), z.literal(60), z.null()]),
    sure: z.literal(true),
  }),
  output: z.object({ excluded: z.literal(true), until: z.number().int().nullable() }),
  refusals: ['FORBIDDEN'],
});

export const returnToPlay = command({
  ...protection.returnToPlay,
  summary: 'Return after an exclusion has ended: request it, and confirm after 24 hours',
  permission: 'session',
  input: NoInput,
  output: Protection,
  refusals: ['FORBIDDEN', 'SELF_EXCLUDED', 'LIMIT_TOO_EARLY'],
});

export const setRealityCheck = command({
  ...protection.setRealityCheck,
  summary: 'Interval of the reality check, in minutes; null: never',
  permission: 'session',
  input: z.strictObject({ minutes: z.union([z.literal(15), z.literal(30), z.literal(60), z.null()]) }),
  output: Protection,
  refusals: ['FORBIDDEN'],
});

export const seePlay = command({
  ...protection.seePlay,
  summary: 'A page is open (begins a visit), or the reality check was read',
  permission: 'session',
  input: z.strictObject({ read: z.boolean() }),
  output: Protection,
  refusals: ['FORBIDDEN'],
});
