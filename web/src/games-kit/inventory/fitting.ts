/**
 * Finds items whose total reaches a sum or falls into a window, so that players need not add up prices.
 *
 * Used by the picker's auto-select buttons, a repeated stake, and the list's "fits my inventory" filter. Pure. The search is exact while it
 * stays within its budget: any inventory of a few dozen items, and in practice large ones too, where many sets fit.
 */
import { cents, shareOf, sumCents } from '@fairpot/contract/wire/money';
import type { Cents } from '@fairpot/contract/wire/money';

/** The fields of an item that the search needs. */
export interface PricedItem {
  readonly id: string;
  readonly cents: Cents;
}

/** Both ends inclusive, in cents. */
export interface SumWindow {
  readonly minCents: number;
  readonly maxCents: number;
}

/** Maximum steps of one search; about 10 ms. */
export const BUDGET = 60_000;
/** How far above the target the first attempts go, in 1/10,000 of it; wider each time. */
const OVERSHOOT_BPS = [0, 25, 100, 300, 1_000, 3_000] as const;

/**
 * At most `cap` items with a total inside the window, preferring few and expensive ones; null when there are none, or when
 * none were found within the budget.
 */
export function fitWindow(
  items: readonly PricedItem[],
  window: SumWindow,
  cap: number,
  budget: number = BUDGET,
): readonly string[] | null {
  const { minCents, maxCents } = window;
  if (maxCents < minCents || cap < 1) return null;
  const sorted = items.filter((item) => item.cents > 0 && item.cents <= maxCents).sort((a, b) => b.cents - a.cents);
  const search = { sorted, left: budget };
  for (let size = 1; size <= Math.min(cap, sorted.length); size += 1) {
    const found = pick(search, 0, size, minCents, maxCents);
    if (found) return found.map((at) => sorted[at]?.id).filter((id) => id !== undefined);
    if (search.left <= 0) return null;
  }
  return null;
}

/** Positions of exactly `size` items, from position `from` on, with a total in [least, most]; null when there are none. */
function pick(
  search: { readonly sorted: readonly PricedItem[]; left: number },
  from: number,
  size: number,
  least: number,
  most: number,
): number[] | null {
  const { sorted } = search;
  if (size === 1) {
    const at = firstAtMost(sorted, from, most);
    const item = sorted[at];
    return item && item.cents >= least ? [at] : null;
  }
  let tried = -1;
  for (let at = firstAtMost(sorted, from, most); at <= sorted.length - size; at += 1) {
    const price = sorted[at]?.cents ?? 0;
    if (price === tried) continue;
    tried = price;
    // Sorted by descending price: once `size` times this price is too little, so is everything that follows.
    if (price * size < least || (search.left -= 1) <= 0) return null;
    const rest = pick(search, at + 1, size - 1, least - price, most - price);
    if (rest) return [at, ...rest];
  }
  return null;
}

/** First position from `from` on with a price of at most `most`, in a list sorted by descending price. */
function firstAtMost(sorted: readonly PricedItem[], from: number, most: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle]?.cents ?? 0) > most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How far below a repeated sum another one may be, in 1/10,000 of it. */
const SHORTFALL_BPS = 500;

/**
 * At most `cap` items with the total nearest to `target` from below: never above it, at most 5% below it, and above
 * `aboveCents`; null when none are found.
 */
export function fitBelow(
  items: readonly PricedItem[],
  target: Cents,
  cap: number,
  aboveCents = 0,
): readonly string[] | null {
  const prices = new Map(items.map(({ id, cents: price }) => [id, price]));
  let best: readonly string[] | null = null;
  let least = Math.max(shareOf(target, 10_000 - SHORTFALL_BPS, 'up'), aboveCents + 1);
  let most: number = target;
  // Nothing found is above `most`. The first search is of the whole range, each later one of its upper half.
  for (let from = least; least <= most; from = Math.ceil((least + most) / 2)) {
    const found = fitWindow(items, { minCents: from, maxCents: most }, cap);
    if (found) least = sumCents(found.map((id) => prices.get(id) ?? cents(0))) + 1;
    else most = from - 1;
    best = found ?? best;
  }
  return best;
}

/**
 * At most `cap` items worth at least `target`, with as little excess as the search finds; null when even the most expensive
 * ones do not reach it.
 */
export function reachTarget(items: readonly PricedItem[], target: Cents, cap: number): readonly string[] | null {
  for (const bps of OVERSHOOT_BPS) {
    const found = fitWindow(items, { minCents: target, maxCents: shareOf(target, 10_000 + bps) }, cap);
    if (found) return found;
  }
  const expensive = [...items].sort((a, b) => b.cents - a.cents).slice(0, cap);
  let total = 0;
  for (const [at, item] of expensive.entries()) {
    total += item.cents;
    if (total >= target) return replaceLast(expensive.slice(0, at + 1), cents(target), items);
  }
  return null;
}

/** The same items with the last one replaced by the cheapest that still reaches the target. */
function replaceLast(chosen: readonly PricedItem[], target: Cents, items: readonly PricedItem[]): string[] {
  const kept = chosen.slice(0, -1);
  const missing = target - kept.reduce((sum, item) => sum + item.cents, 0);
  const taken = new Set(kept.map((item) => item.id));
  const last = items
    .filter((item) => item.cents >= missing && !taken.has(item.id))
    .reduce<PricedItem | undefined>((best, item) => (best && best.cents <= item.cents ? best : item), undefined);
  return [...kept.map((item) => item.id), ...(last ? [last.id] : [])];
}
