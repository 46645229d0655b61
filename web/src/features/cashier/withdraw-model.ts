/** What may be taken out, decided before the click as the server will decide it. Pure; called by the withdraw page and its tests. */
import { centsFromUsd, formatUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import type { WaitingItem, WithdrawItem } from '@fairpot/contract/trades/schemas';
import { indexItems, type PickerIndex } from '../../games-kit/inventory/picker-model.ts';
import { messages } from '../../messages.ts';

/** Said on the tile of an item that the site has no real asset for. */
export const NOT_AT_HAND = 'Not in stock';

/** The items of one game as the picker lists them: free ones, and those that wait, which cannot be chosen. `until`: a day in a few letters, as a tile has room for. */
export function indexWithdrawable(
  items: readonly WithdrawItem[],
  waiting: readonly WaitingItem[],
  appId: number,
  until: (at: number) => string,
): PickerIndex {
  const free = items.map(({ id, item, hasAsset, inStock }) => ({
    id,
    skin: item,
    cents: centsFromUsd(item.priceUsd),
    blocked: !hasAsset && inStock === 0 ? NOT_AT_HAND : null,
  }));
  const reserved = waiting.map(({ id, item, protectedUntil }) => ({
    id,
    skin: item,
    cents: centsFromUsd(item.priceUsd),
    blocked: protectedUntil === null ? 'Waits for Steam' : `Until ${until(protectedUntil)}`,
  }));
  return indexItems(
    [...free, ...reserved].filter(({ skin }) => skin.appId === appId),
    0,
  );
}

export interface Terms {
  readonly level: number;
  readonly levelNeeded: number;
  readonly refundableUsd: number;
}

/** What the chosen items count against the refundable sum. */
export function countsOf(chosen: readonly WithdrawItem[]): Cents {
  return sumCents(chosen.map(({ backUsd }) => centsFromUsd(backUsd)));
}

export interface Ruling {
  /** Why it cannot be ordered as it is; null when it can. */
  readonly problem: string | null;
  /** What is worth knowing about an order that can be made. */
  readonly note: string | null;
}

/** Whether these items can be ordered together, and what is to be said of them. */
export function rulingOf(chosen: readonly WithdrawItem[], terms: Terms): Ruling {
  if (chosen.length === 0) return { problem: null, note: null };
  const refundable = centsFromUsd(terms.refundableUsd);
  if (terms.level < terms.levelNeeded && countsOf(chosen) > refundable) {
    const rest =
      refundable === 0
        ? 'Nothing that you deposited is left to take back.'
        : `You can take back ${formatUsd(refundable)} now.`;
    return { problem: `${messages.say.needLevel10}. ${rest}`, note: null };
  }
  const short = tooFew(chosen);
  if (short !== null) return { problem: short, note: null };
  const unknown = chosen.some(({ hasAsset, inStock }) => !hasAsset && inStock === null);
  return {
    problem: null,
    note: unknown
      ? 'No real item of its own stands behind one of these, and our stock is not known right now: ' +
        'the trade may come to nothing, and then you have your items back.'
      : null,
  };
}

/** More of one name are chosen than the site has in stock, beside those with an asset of their own. */
function tooFew(chosen: readonly WithdrawItem[]): string | null {
  const wanted = new Map<string, { readonly of: WithdrawItem; readonly count: number }>();
  for (const each of chosen.filter(({ hasAsset }) => !hasAsset))
    wanted.set(each.item.id, { of: each, count: (wanted.get(each.item.id)?.count ?? 0) + 1 });
  for (const { of, count } of wanted.values()) {
    const { inStock, item } = of;
    if (inStock !== null && count > inStock)
      return (
        `We have ${inStock} of ${item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`} ` +
        `in stock, you chose ${count}.`
      );
  }
  return null;
}
