/**
 * Cases on the wire: the catalogue, the drop table of each case, and the staff calls that publish and retire them.
 *
 * A published table never changes: a new price or drop is a new `version` of the case and a leaf of the public log. A
 * battle names the versions that it was opened with, so a change touches battles opened later alone. Protocol fp/2.
 */
import { z } from 'zod';
import { command, Nothing, query } from './call.ts';
import { Skin } from './item.ts';
import { UsdSchema } from './money.ts';

/** Most different items in one case, and what its weights may add up to at most. */
export const CASE_MOST_ITEMS = 40;
export const CASE_MOST_WEIGHT = 1_000_000_000;
/** A published table returns between these shares of its price on average, in 1/10,000. */
export const CASE_RETURN_BPS = { min: 8_000, max: 9_900 } as const;

export const CaseId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
  .meta({ description: 'Id of a case: lower-case letters, digits and hyphens' });
export type CaseId = z.infer<typeof CaseId>;

/** One drop. `weight` of the table's `weightTotal` tickets give it; `probability` is that share in percent. */
export const CaseItem = z.object({
  itemId: z.string(),
  weight: z.number().int(),
  /** 0 to 100; shown with two decimals. */
  probability: z.number(),
  /** `priceUsd` is the price when the table was published: what the drop is worth in a battle. */
  item: Skin,
});
export type CaseItem = z.infer<typeof CaseItem>;

/** A case as it stands in a strip of cases. */
export const CaseFace = z.object({
  id: CaseId,
  /** Of its table, from 1. */
  version: z.number().int(),
  name: z.string(),
  /** Path of a picture on this site. */
  icon: z.string(),
  /** Tint of the picture, '#rrggbb'. */
  colorHex: z.string(),
  priceUsd: UsdSchema,
  /** What the table returns on average, in 1/10,000 of the price, floored: the stated expected return. */
  returnBps: z.number().int(),
});
export type CaseFace = z.infer<typeof CaseFace>;

/** A case with its table, dearest item first. */
export const Case = CaseFace.extend({
  weightTotal: z.number().int(),
  items: z.array(CaseItem),
});
export type Case = z.infer<typeof Case>;

/** The share of `weight` in percent, as `probability` carries it. */
export function probabilityOf(weight: number, weightTotal: number): number {
  return (weight * 100) / weightTotal;
}

export const listCases = query({
  name: 'cases.list',
  path: '/cases/list',
  summary: 'Every case that can be opened now, dearest first, with its drop table and stated return',
  permission: 'public',
  input: Nothing,
  output: z.array(Case),
});

const Weight = z.number().int().min(1).max(CASE_MOST_WEIGHT);

/** The first version opens the case, each later one replaces the table for battles to come. */
export const publishCase = command({
  name: 'cases.publish',
  path: '/admin/cases/publish',
  summary: 'Publish a case or a new version of its table; open battles keep the version they were opened with',
  permission: 'admin',
  input: z.strictObject({
    caseId: CaseId,
    name: z.string().trim().min(3).max(40),
    colorHex: z.string().regex(/^#[0-9a-f]{6}$/),
    priceUsd: UsdSchema.min(0.1).max(10_000),
    items: z
      .array(z.strictObject({ itemId: z.string().min(1).max(120), weight: Weight }))
      .min(2)
      .max(CASE_MOST_ITEMS),
    /** Leaves a case that was ever published as it is, and answers with that. */
    onlyNew: z.boolean().optional(),
  }),
  output: z.object({ caseId: CaseId, version: z.number().int(), returnBps: z.number().int() }),
  refusals: ['CASE_ITEM_UNKNOWN', 'CASE_ITEM_TWICE', 'CASE_WEIGHTS', 'CASE_RETURN'],
});

/** Takes a case out of the catalogue; battles that hold it go on. Publishing a version brings it back. */
export const retireCase = command({
  name: 'cases.retire',
  path: '/admin/cases/retire',
  summary: 'Take a case out of the catalogue; battles that hold it go on',
  permission: 'admin',
  input: z.strictObject({ caseId: CaseId }),
  output: z.object({ caseId: CaseId }),
  refusals: ['NO_CASE'],
});

export const CASE_CALLS = [listCases, publishCase, retireCase];
