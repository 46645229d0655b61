/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as operations from './calls.ts';
import { command, NoInput, query, StaffReason } from '../wire/call.schemas.ts';
import { idSchema, PlayerId } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { PublicUser } from '../user/schemas.ts';

/** The stored value: cents, basis points, a number, a switch, a text. */
const SettingValue = z.union([z.number(), z.boolean(), z.string().max(1_000)]);

export const SiteSetting = z.object({
  key: z.string(),
  /** Its meaning in a sentence; '' when there is none. */
  says: z.string(),
  unit: z.enum(['usd', 'percent', 'number', 'switch', 'choice', 'text']),
  value: SettingValue,
  /** The value until someone changes it. */
  standard: SettingValue,
  /** Bounds of a number in the stored unit, or of the length of a text; null for none. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The possible values, if it is one of a few. */
  choices: z.array(z.number()),
  /** Number of changes so far, to be sent with a change. 0: never changed. */
  version: z.number().int(),
  changedAt: z.number().int().nullable(),
  /** A change is a leaf of the public log, and applies to rounds opened after it. */
  announced: z.boolean(),
});
export type SiteSetting = z.infer<typeof SiteSetting>;

export const listSiteSettings = query({
  ...operations.listSiteSettings,
  summary: 'Every setting with its meaning, unit, bounds and value, except pauses',
  permission: 'admin',
  input: NoInput,
  output: z.object({ settings: z.array(SiteSetting) }),
});

export const changeSiteSetting = command({
  ...operations.changeSiteSetting,
  summary: 'Change a setting if it still has the version seen; it applies to what begins afterwards',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({
    key: z.string().min(1).max(80),
    value: SettingValue,
    version: z.number().int().min(0),
    why: StaffReason,
  }),
  output: SiteSetting,
  refusals: ['NOT_FOUND', 'SETTING_VALUE', 'SETTING_CHANGED'],
});

export const SettingChange = z.object({
  id: z.number().int(),
  key: z.string(),
  version: z.number().int(),
  before: SettingValue,
  after: SettingValue,
  by: PublicUser,
  why: z.string(),
  at: z.number().int(),
});
export type SettingChange = z.infer<typeof SettingChange>;

export const listSettingChanges = query({
  ...operations.listSettingChanges,
  summary: 'Changes of settings and pauses, newest first; `before` pages by keyset',
  permission: 'admin',
  input: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
  output: z.object({ changes: z.array(SettingChange), next: z.number().int().nullable() }),
});

const AdjustmentId = idSchema('adjustment');

export const Adjustment = z.object({
  id: AdjustmentId,
  user: PublicUser,
  /** Added to the balance; negative: subtracted. */
  amountUsd: z.number(),
  why: z.string(),
  state: z.enum(operations.ADJUSTMENT_STATES),
  askedBy: PublicUser,
  askedAt: z.number().int(),
  decidedBy: PublicUser.nullable(),
  decidedAt: z.number().int().nullable(),
  decidedWhy: z.string(),
});
export type Adjustment = z.infer<typeof Adjustment>;

/** A fact of a player's own topic: staff adjusted the player's balance. */
export const AdjustmentFact = z.object({ type: z.literal('balance.adjusted'), amountUsd: z.number(), why: z.string() });
export type AdjustmentFact = z.infer<typeof AdjustmentFact>;

export const listAdjustments = query({
  ...operations.listAdjustments,
  summary:
    'Adjustments, newest first: all, or with `open` the pending ones; `before` pages by keyset. Also the daily rest',
  permission: 'admin',
  input: z.strictObject({ open: z.enum(['true', 'false']).optional(), before: AdjustmentId.optional() }),
  output: z.object({
    adjustments: z.array(Adjustment),
    next: AdjustmentId.nullable(),
    mostUsd: UsdSchema,
    dayUsd: UsdSchema,
    dayLeftUsd: UsdSchema,
  }),
});

export const proposeAdjustment = command({
  ...operations.proposeAdjustment,
  summary: 'Request a balance adjustment; a second staff member has to approve it',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({ userId: PlayerId, amountUsd: z.number().min(-1_000_000).max(1_000_000), why: StaffReason }),
  output: Adjustment,
  refusals: ['NO_PLAYER', 'ADJUST_OWN', 'ADJUST_MOST'],
});

export const approveAdjustment = command({
  ...operations.approveAdjustment,
  summary: 'Approve an adjustment requested by another staff member: one transfer, at once',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({ id: AdjustmentId, why: StaffReason }),
  output: Adjustment,
  refusals: [
    'NOT_FOUND',
    'ADJUST_OVER',
    'ADJUST_TWICE',
    'ADJUST_OWN',
    'ADJUST_MOST',
    'ADJUST_DAY',
    'NOT_ENOUGH_BALANCE',
  ],
});

export const refuseAdjustment = command({
  ...operations.refuseAdjustment,
  summary: 'Reject an adjustment, or withdraw your own request',
  permission: 'admin',
  act: true,
  input: z.strictObject({ id: AdjustmentId, why: StaffReason }),
  output: Adjustment,
  refusals: ['NOT_FOUND', 'ADJUST_OVER', 'ADJUST_OWN'],
});

export const Persona = z.object({
  user: PublicUser,
  balanceUsd: UsdSchema,
  played: z.number().int(),
  stakedUsd: UsdSchema,
  /** Paid out to it, its own stakes included. */
  wonUsd: UsdSchema,
  /** Won minus staked; negative: it lost. */
  resultUsd: z.number(),
});
export type Persona = z.infer<typeof Persona>;

export const listPersonas = query({
  ...operations.listPersonas,
  summary: 'House personas with balance, stakes and winnings',
  permission: 'moderate',
  input: NoInput,
  output: z.object({ personas: z.array(Persona) }),
});

export const makePersona = command({
  ...operations.makePersona,
  summary: 'Create a house persona: a labelled bot without balance or sign-in',
  permission: 'admin',
  act: true,
  input: z.strictObject({ name: z.string().trim().min(3).max(32), why: StaffReason }),
  output: PublicUser,
  refusals: ['PERSONA_NAME'],
});

/** A line of a day's sums; see `kind`. */
export const DayTotal = z.object({
  /** Days since the epoch, UTC: times 86,400,000 it is the day's first instant. */
  day: z.number().int(),
  /** 'game:coinflip', 'deposit:STEAM', 'deposit:BTC', 'withdraw:STEAM', 'withdraw:BTC'. */
  kind: z.string(),
  /** For a game: results of players; otherwise deposits or withdrawals. */
  times: z.number().int(),
  /** Staked, deposited, or withdrawn. */
  sumUsd: z.number(),
  /** For a game: paid out. For deposits: taken back at Steam. */
  backUsd: z.number(),
  /** For a game: fees taken from pots. For withdrawals: network fees. */
  feeUsd: z.number(),
});
export type DayTotal = z.infer<typeof DayTotal>;

const Day = z.coerce.number().int().min(0).max(100_000);

export const dayReport = query({
  ...operations.dayReport,
  summary: 'Daily totals from `from` to `to`, both inclusive, by game, deposit and withdrawal; at most 92 days',
  permission: 'admin',
  input: z.strictObject({ from: Day, to: Day }),
  output: z.object({ lines: z.array(DayTotal) }),
  refusals: ['BAD_INPUT'],
});
