/**
 * Selects the cases of a battle: one list in order of opening, the same case any number of times. Pure.
 * Used by the 'Add case' window and the create bar. Invariant: never more cases than the contract allows.
 */
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { CASEBATTLE_MAX_CASES } from '@fairpot/contract/casebattle/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';

export type CaseSort = 'highToLow' | 'lowToHigh' | 'name' | 'bestReturn' | 'bestDrop';

const ORDERS: Readonly<Record<CaseSort, (a: Case, b: Case) => number>> = {
  highToLow: (a, b) => centsFromUsd(b.priceUsd) - centsFromUsd(a.priceUsd),
  lowToHigh: (a, b) => centsFromUsd(a.priceUsd) - centsFromUsd(b.priceUsd),
  name: () => 0,
  bestReturn: (a, b) => b.returnBps - a.returnBps,
  bestDrop: (a, b) => bestDropOf(b) - bestDropOf(a),
};

/** What the best item of a case is worth; a table begins with it. */
function bestDropOf({ items }: Case): number {
  return items[0] ? centsFromUsd(items[0].item.priceUsd) : 0;
}

/** Cases whose name or drop names contain every word of `search`, sorted, then by name. */
export function searchCases(cases: readonly Case[], search: string, sort: CaseSort): readonly Case[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return cases
    .filter((each) => words.every((word) => textOf(each).includes(word)))
    .toSorted((a, b) => ORDERS[sort](a, b) || a.name.localeCompare(b.name, 'en'));
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
