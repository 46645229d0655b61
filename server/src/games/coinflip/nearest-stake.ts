/**
 * Finds a few items whose total is near a target: a greedy fill from every starting item, most expensive first. Pure and
 * quick (items * items steps), and good enough for a window of 10%: an exact subset-sum search is not needed here.
 */
export interface StakeTarget {
  readonly targetCents: number;
  readonly minCents: number;
  readonly maxCents: number;
  readonly maxItems: number;
}

interface ItemSubset {
  readonly ids: readonly string[];
  readonly cents: number;
}

/** The best subset found with a total in [least, most], or null. `items` in any order. */
export function nearestStake(
  items: readonly { readonly id: string; readonly cents: number }[],
  wanted: StakeTarget,
): ItemSubset | null {
  const mostExpensiveFirst = [...items].sort((a, b) => b.cents - a.cents || (a.id < b.id ? -1 : 1));
  let best: ItemSubset | null = null;
  for (let start = 0; start < mostExpensiveFirst.length; start += 1) {
    // Up to the target, stay below it; up to the end of the window, go slightly over.
    for (const limit of [wanted.targetCents, wanted.maxCents]) {
      const pick = fill(mostExpensiveFirst, start, limit, wanted.maxItems);
      if (pick.cents < wanted.minCents || pick.cents > wanted.maxCents) continue;
      if (!best || Math.abs(pick.cents - wanted.targetCents) < Math.abs(best.cents - wanted.targetCents)) best = pick;
    }
    if (best?.cents === wanted.targetCents) break;
  }
  return best;
}

function fill(
  items: readonly { readonly id: string; readonly cents: number }[],
  start: number,
  limit: number,
  maxItems: number,
): ItemSubset {
  const ids: string[] = [];
  let total = 0;
  for (const item of items.slice(start)) {
    if (ids.length === maxItems) break;
    if (total + item.cents > limit) continue;
    ids.push(item.id);
    total += item.cents;
  }
  return { ids, cents: total };
}
