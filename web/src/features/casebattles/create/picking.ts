/**
 * Selects the cases of a battle: one list in order of opening, the same case any number of times. Pure.
 * Used by the 'Add case' window and the create bar. Invariant: never more cases than the contract allows.
 */
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { CASEBATTLE_MAX_CASES } from '@fairpot/contract/casebattle/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';

export type CaseSort = 'highToLow' | 'lowToHigh';

/** Cases whose name or drop names contain every word of `search`, by price, then by name. */
export function searchCases(cases: readonly Case[], search: string, sort: CaseSort): readonly Case[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const sign = sort === 'lowToHigh' ? 1 : -1;
  return cases
    .filter((each) => words.every((word) => textOf(each).includes(word)))
    .toSorted(
      (a, b) => sign * (centsFromUsd(a.priceUsd) - centsFromUsd(b.priceUsd)) || a.name.localeCompare(b.name, 'en'),
    );
}

function textOf({ name, items }: Case): string {
  return [name, ...items.map(({ item }) => `${item.name} ${item.itemName}`)].join(' ').toLowerCase();
}

/** Adds a case after its last occurrence, so that equal cases stay together; returns the same list when it is full. */
export function addCase(ids: readonly string[], id: string): readonly string[] {
  if (ids.length >= CASEBATTLE_MAX_CASES) return ids;
  const last = ids.lastIndexOf(id);
  return last < 0 ? [...ids, id] : ids.toSpliced(last + 1, 0, id);
}

/** Removes the last occurrence of a case. */
export function removeCase(ids: readonly string[], id: string): readonly string[] {
  const last = ids.lastIndexOf(id);
  return last < 0 ? ids : ids.toSpliced(last, 1);
}

/** The cases of a list, in order; ids that are no longer offered are dropped. */
export function casesOf(ids: readonly string[], offered: readonly Case[]): readonly Case[] {
  const byId = new Map(offered.map((each) => [each.id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Groups consecutive equal cases. */
export function runsOf<T extends { readonly id: string; readonly version: number }>(
  cases: readonly T[],
): readonly { readonly face: T; readonly count: number; readonly from: number }[] {
  const runs: { face: T; count: number; from: number }[] = [];
  for (const [at, face] of cases.entries()) {
    const last = runs.at(-1);
    if (last && last.face.id === face.id && last.face.version === face.version) last.count += 1;
    else runs.push({ face, count: 1, from: at });
  }
  return runs;
}
