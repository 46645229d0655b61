/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as cases from './calls.ts';
import { command, NoInput, query, StaffReason } from '../../wire/call.schemas.ts';
import { Skin } from '../../inventory/item.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { PriceDoubt } from '../../inventory/prices.schemas.ts';

export const CaseId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
  .meta({ description: 'Id of a case: lower-case letters, digits and hyphens' });

/** One drop. It wins on `weight` of the table's `weightTotal` tickets; `probability` is that share in percent. */
export const CaseItem = z.object({
  itemId: z.string(),
  weight: z.number().int(),
  /** 0 to 100; shown with two decimals. */
  probability: z.number(),
  /** `priceUsd` is the price when the table was published: the value of the drop in a battle. */
  item: Skin,
});
export type CaseItem = z.infer<typeof CaseItem>;

/** A case as lists show it. */
export const CaseFace = z.object({
  id: CaseId,
  /** Version of its table, from 1. */
  version: z.number().int(),
  name: z.string(),
  /** Path of a picture on this site. */
  icon: z.string(),
  /** Tint of the picture, '#rrggbb'. */
  colorHex: z.string(),
  priceUsd: UsdSchema,
  /** Average return of the table in 1/10,000 of the price, floored: the stated expected return. */
  returnBps: z.number().int(),
});
export type CaseFace = z.infer<typeof CaseFace>;

/** A case with its table, most expensive item first. */
export const Case = CaseFace.extend({
  weightTotal: z.number().int(),
  items: z.array(CaseItem),
});
export type Case = z.infer<typeof Case>;

export const listCases = query({
  ...cases.listCases,
  summary: 'Every available case, most expensive first, with its drop table and stated return',
  permission: 'public',
  input: NoInput,
  output: z.array(Case),
});

export const CaseType = z.object({
  itemId: z.string(),
  name: z.string(),
  priceUsd: UsdSchema,
  /** Why its price is not trusted now; null when it is. */
  doubt: PriceDoubt.nullable(),
});

export const listCaseTypes = query({
  ...cases.listCaseTypes,
  summary:
    'Item types that a case could drop, by words of their names, ' +
    'at the price for a table published now: 40 at most',
  permission: 'admin',
  input: z.strictObject({ search: z.string().max(100) }),
  output: z.object({ types: z.array(CaseType) }),
});

const Weight = z.number().int().min(1).max(cases.CASE_MAX_WEIGHT);

/** The first version opens the case; each later one replaces the table for new battles. */
export const publishCase = command({
  ...cases.publishCase,
  summary: 'Publish a case or a new version of its table; open battles keep the version they were opened with',
  permission: 'admin',
  act: true,
  input: z.strictObject({
    caseId: CaseId,
    name: z.string().trim().min(3).max(40),
    colorHex: z.string().regex(/^#[0-9a-f]{6}$/),
    priceUsd: UsdSchema.min(0.1).max(10_000),
    items: z
      .array(z.strictObject({ itemId: z.string().min(1).max(120), weight: Weight }))
      .min(2)
      .max(cases.CASE_MAX_ITEMS),
    /** The version the editor saw, 0 for none. Refused when there is a newer one. */
    version: z.number().int().min(0).optional(),
    /** Required from a person, not from the system. */
    why: StaffReason.optional(),
    /** If the case was ever published, leaves it unchanged and returns it. */
    onlyNew: z.boolean().optional(),
  }),
  output: z.object({ caseId: CaseId, version: z.number().int(), returnBps: z.number().int() }),
  refusals: ['CASE_ITEM_UNKNOWN', 'CASE_ITEM_TWICE', 'CASE_WEIGHTS', 'CASE_RETURN', 'CASE_CHANGED'],
});

/** Removes a case from the catalogue; battles that use it continue. Publishing a version restores it. */
export const retireCase = command({
  ...cases.retireCase,
  summary: 'Remove a case from the catalogue; battles that use it continue',
  permission: 'admin',
  act: true,
  input: z.strictObject({ caseId: CaseId, why: StaffReason.optional() }),
  output: z.object({ caseId: CaseId }),
  refusals: ['NO_CASE'],
});
