/**
 * Cases on the wire: the catalogue, the drop table of each case, and the staff calls that publish and retire them.
 *
 * A published table never changes: a new price or drop is a new `version` of the case and a leaf of the public log. A
 * battle names the versions it was opened with, so a change affects later battles only. Protocol fp/2.
 */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Maximum number of different items in one case, and maximum sum of its weights. */
export const CASE_MAX_ITEMS = 40;
export const CASE_MAX_WEIGHT = 1_000_000_000;
/** A published table returns between these shares of its price on average, in 1/10,000. */
export const CASE_RETURN_BPS = { min: 8_000, max: 9_900 } as const;

/** The share of `weight` in percent, as `probability` carries it. */
export function probabilityOf(weight: number, weightTotal: number): number {
  return (weight * 100) / weightTotal;
}

export const listCases = queryAt('cases.list', '/cases/list');
export const listCaseTypes = queryAt('cases.types', '/admin/cases/types');
export const publishCase = commandAt('cases.publish', '/admin/cases/publish');
export const retireCase = commandAt('cases.retire', '/admin/cases/retire');
