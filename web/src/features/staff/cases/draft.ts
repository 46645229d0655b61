/**
 * The draft of a case: its weighted drops and the figures that follow. The browser computes the return with the same function of the
 * fairness library that the server checks it with, and that anyone can verify against the public log. Pure.
 */
import { CASE_MAX_WEIGHT, CASE_RETURN_BPS } from '@fairpot/contract/casebattle/cases/calls';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { centsFromText, centsFromUsd, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import { expectedReturnBps } from '@fairpot/fairness/games/drop-table';
import { formatExactPercent } from '../../../ui/values/percent.ts';
import { texts } from './texts.ts';

export interface DraftDrop {
  readonly itemId: string;
  readonly name: string;
  readonly cents: Cents;
  /** As typed. */
  readonly weight: string;
}

export interface CaseDraft {
  readonly caseId: string;
  readonly name: string;
  readonly colorHex: string;
  readonly price: string;
  readonly drops: readonly DraftDrop[];
  /** The version that the draft started from; 0 for a new case. */
  readonly version: number;
}

export const NEW_CASE: CaseDraft = { caseId: '', name: '', colorHex: '#6b8cff', price: '', drops: [], version: 0 };

/** A draft of the published version. Its drops keep their values at publication. */
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

/** A whole number of tickets, at least 1; null for anything else. */
export function weightOf({ weight }: Pick<DraftDrop, 'weight'>): number | null {
  const found = /^[1-9]\d{0,9}$/.test(weight.trim()) ? Number(weight) : null;
  return found !== null && found <= CASE_MAX_WEIGHT ? found : null;
}

export interface CaseFigures {
  readonly total: number;
  readonly priceCents: Cents;
  readonly returnBps: number;
  /** By drop, in its order: '12.50%' of the tickets. */
  readonly chances: readonly string[];
}

/** The figures of the table, or the first problem with it. */
export function figuresOf({
  drops,
  price,
}: Pick<CaseDraft, 'drops' | 'price'>): CaseFigures | { readonly problem: string } {
  const priceCents = centsFromText(price);
  if (priceCents === null || priceCents < 10) return { problem: texts.problems.price };
  if (drops.length < 2) return { problem: texts.problems.drops };
  const weights = drops.flatMap((drop) => weightOf(drop) ?? []);
  if (weights.length < drops.length) return { problem: texts.problems.weight };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > CASE_MAX_WEIGHT) return { problem: texts.problems.weights(total, CASE_MAX_WEIGHT) };
  const returnBps = expectedReturnBps({ weights, cents: drops.map((drop) => drop.cents), priceCents });
  const shares = weights.map((weight) => formatExactPercent(Math.round((weight / total) * 10_000)));
  return { total, priceCents, returnBps, chances: shares };
}

/** Why a return cannot be published; null when it can. */
export function returnProblem(returnBps: number): string | null {
  const { min, max } = CASE_RETURN_BPS;
  return returnBps < min || returnBps > max
    ? texts.problems.return(formatExactPercent(min), formatExactPercent(max))
    : null;
}
