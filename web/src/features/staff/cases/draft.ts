/**
 * A case as it is being written: its drops with weights, and what they come to. The return is computed here, in the browser, by the same
 * function of the fairness library that the server refuses by, and that anybody can hold against the public log. Pure.
 */
import { CASE_MOST_WEIGHT, CASE_RETURN_BPS } from '@fairpot/contract/casebattle/cases/calls';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { centsFromText, centsFromUsd, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import { expectedReturnBps } from '@fairpot/fairness/games/drop-table';
import { formatExactPercent } from '../../../ui/values/percent.ts';

export interface DraftDrop {
  readonly itemId: string;
  readonly name: string;
  readonly cents: Cents;
  /** As it is being typed. */
  readonly weight: string;
}

export interface CaseDraft {
  readonly caseId: string;
  readonly name: string;
  readonly colorHex: string;
  readonly price: string;
  readonly drops: readonly DraftDrop[];
  /** Version that the draft began from; 0: a new case. */
  readonly version: number;
}

export const NEW_CASE: CaseDraft = { caseId: '', name: '', colorHex: '#6b8cff', price: '', drops: [], version: 0 };

/** The offered version, to be changed. Its drops are worth what they were worth when it was published. */
export function draftOf(one: Case): CaseDraft {
  return {
    caseId: one.id,
    name: one.name,
    colorHex: one.colorHex,
    price: plainUsd(centsFromUsd(one.priceUsd)),
    version: one.version,
    drops: one.items.map(({ itemId, weight, item }) => ({
      itemId,
      name: item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`,
      cents: centsFromUsd(item.priceUsd),
      weight: String(weight),
    })),
  };
}

/** A whole number of tickets, at least one; null for anything else. */
export function weightOf({ weight }: Pick<DraftDrop, 'weight'>): number | null {
  const found = /^[1-9]\d{0,9}$/.test(weight.trim()) ? Number(weight) : null;
  return found !== null && found <= CASE_MOST_WEIGHT ? found : null;
}

export interface Figures {
  readonly total: number;
  readonly priceCents: Cents;
  readonly returnBps: number;
  /** By drop, in its order: '12.50%' of the tickets. */
  readonly chances: readonly string[];
}

/** What the table comes to; or the first thing that keeps it from being one, in words. */
export function figuresOf({
  drops,
  price,
}: Pick<CaseDraft, 'drops' | 'price'>): Figures | { readonly problem: string } {
  const priceCents = centsFromText(price);
  if (priceCents === null || priceCents < 10)
    return { problem: 'The price is at least $0.10, with two decimals at most' };
  if (drops.length < 2) return { problem: 'A case has at least two different items' };
  const weights = drops.flatMap((drop) => weightOf(drop) ?? []);
  if (weights.length < drops.length) return { problem: 'Each weight is a whole number of tickets, at least 1' };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > CASE_MOST_WEIGHT)
    return { problem: `The weights come to ${total}, at most ${CASE_MOST_WEIGHT} are possible` };
  const returnBps = expectedReturnBps({ weights, cents: drops.map((drop) => drop.cents), priceCents });
  const shares = weights.map((weight) => formatExactPercent(Math.round((weight / total) * 10_000)));
  return { total, priceCents, returnBps, chances: shares };
}

/** Why a return cannot be published; null when it can. */
export function returnProblem(returnBps: number): string | null {
  const { min, max } = CASE_RETURN_BPS;
  return returnBps < min || returnBps > max
    ? `A case returns between ${formatExactPercent(min)} and ${formatExactPercent(max)}`
    : null;
}
