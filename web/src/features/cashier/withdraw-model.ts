/** Which items can be withdrawn, decided before the click by the server's rules. Pure. */
import { centsFromUsd, formatUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import type { WaitingItem, WithdrawItem } from '@fairpot/contract/trades/schemas';
import { indexItems, type PickerIndex } from '../../games-kit/inventory/picker-model.ts';
import { messages } from '../../messages.ts';
import { texts as cashierTexts } from './texts.ts';

const texts = cashierTexts.withdrawal;

/**
 * The items of one game as the picker lists them: free items, and reserved ones, which cannot be selected. `until` formats a day in the few
 * letters that fit a tile.
 */
export function indexWithdrawable(
  items: readonly WithdrawItem[],
  waiting: readonly WaitingItem[],
  appId: number,
  until: (at: number) => string,
): PickerIndex {
  const free = items.map(({ id, item, hasAsset, inStock, details }) => ({
    id,
    skin: item,
    cents: centsFromUsd(item.priceUsd),
    blocked: !hasAsset && inStock === 0 ? texts.notInStock : null,
    details,
  }));
  const reserved = waiting.map(({ id, item, protectedUntil }) => ({
    id,
    skin: item,
    cents: centsFromUsd(item.priceUsd),
    blocked: protectedUntil === null ? texts.waiting : texts.until(until(protectedUntil)),
  }));
  return indexItems(
    [...free, ...reserved].filter(({ skin }) => skin.appId === appId),
    0,
  );
}

export interface ItemWithdrawTerms {
  readonly level: number;
  readonly levelNeeded: number;
  readonly refundableUsd: number;
}

/** How much of the refundable sum the chosen items use. */
export function refundableCentsOf(chosen: readonly WithdrawItem[]): Cents {
  return sumCents(chosen.map(({ backUsd }) => centsFromUsd(backUsd)));
}

export interface WithdrawCheck {
  /** Why these items cannot be ordered; null if they can. */
  readonly problem: string | null;
  /** A caution about an order that is allowed. */
  readonly note: string | null;
}

/** Whether these items can be ordered together, with the problem or a caution. */
export function checkWithdrawal(chosen: readonly WithdrawItem[], terms: ItemWithdrawTerms): WithdrawCheck {
  if (chosen.length === 0) return { problem: null, note: null };
  const refundable = centsFromUsd(terms.refundableUsd);
  if (terms.level < terms.levelNeeded && refundableCentsOf(chosen) > refundable) {
    const rest = refundable === 0 ? texts.nothingRefundable : texts.refundable(formatUsd(refundable));
    return { problem: `${messages.say.needLevel10}. ${rest}`, note: null };
  }
  const short = tooFew(chosen);
  if (short !== null) return { problem: short, note: null };
  const unknown = chosen.some(({ hasAsset, inStock }) => !hasAsset && inStock === null);
  return {
    problem: null,
    note: unknown ? texts.stockUnknown : null,
  };
}

/** The problem when more items of one name are chosen than the site has in stock. Items with their own asset do not count. */
function tooFew(chosen: readonly WithdrawItem[]): string | null {
  const byType = new Map<string, { readonly first: WithdrawItem; readonly count: number }>();
  for (const each of chosen.filter(({ hasAsset }) => !hasAsset))
    byType.set(each.item.id, { first: each, count: (byType.get(each.item.id)?.count ?? 0) + 1 });
  for (const { first, count } of byType.values()) {
    const { inStock, item } = first;
    if (inStock !== null && count > inStock)
      return texts.tooFew(inStock, item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`, count);
  }
  return null;
}
