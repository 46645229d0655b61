/** Figures shown for cases: chances, returns, spreads. Used by the case windows and the create bar. Pure. */
import type { Case, CaseFace } from '@fairpot/contract/casebattle/cases/schemas';
import type { Cents } from '@fairpot/contract/wire/money';
import { cents, centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { percentOf } from '@fairpot/fairness/games/chance';
import { formatExactPercent } from '../../ui/values/percent.ts';

/** A drop's chance in percent with two decimals, from the weights that the draw uses. */
export function dropPercent(weight: number, weightTotal: number): string {
  return percentOf(weight, weightTotal);
}

/** '92.15%': the stated expected return. */
export function returnText({ returnBps }: Pick<CaseFace, 'returnBps'>): string {
  return formatExactPercent(returnBps);
}

/** Whether a balance (as on the wire) is below a price. An equal balance is enough. */
export function cannotAfford(balanceUsd: number, price: Cents): boolean {
  return centsFromUsd(balanceUsd) < price;
}

/** Sum of the prices, in cents. */
export function priceOf(cases: readonly Pick<CaseFace, 'priceUsd'>[]): Cents {
  return sumCents(cases.map(({ priceUsd }) => centsFromUsd(priceUsd)));
}

/** The expected return of several cases together, in 1/10,000 of their price; null without cases. */
export function returnOfAll(cases: readonly Pick<CaseFace, 'priceUsd' | 'returnBps'>[]): number | null {
  const price = priceOf(cases);
  if (price === 0) return null;
  const back = cases.reduce((sum, { priceUsd, returnBps }) => sum + centsFromUsd(priceUsd) * returnBps, 0);
  return Math.floor(back / price);
}

/** Most and least valuable drop in cents, and the chance of a drop worth at least the case's price. */
export function spreadOf({ items, priceUsd, weightTotal }: Case): {
  readonly maxCents: Cents;
  readonly minCents: Cents;
  readonly profitPercent: string;
} {
  const worth = items.map(({ item }) => centsFromUsd(item.priceUsd));
  const price = centsFromUsd(priceUsd);
  const good = items.filter((_, at) => (worth[at] ?? 0) >= price).reduce((sum, { weight }) => sum + weight, 0);
  return {
    maxCents: cents(Math.max(...worth)),
    minCents: cents(Math.min(...worth)),
    profitPercent: percentOf(good, weightTotal),
  };
}
