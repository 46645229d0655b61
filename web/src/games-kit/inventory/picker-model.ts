/**
 * The logic of the inventory picker: which items it shows, in which order, what can be selected and its value.
 *
 * Used by the picker's hook. Pure. Invariant: a selection never exceeds the cap, and never holds an item that cannot be
 * staked or is no longer in the inventory.
 */
import type { ItemDetails, SiteItem, StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { MAX_ITEMS_PER_BET, MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { stakeable } from '@fairpot/contract/inventory/stakeable';
import type { Cents } from '@fairpot/contract/wire/money';
import { cents, centsFromUsd, sumCents } from '@fairpot/contract/wire/money';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { messages } from '../../messages.ts';
import type { TileSkin } from '../../ui/values/item-tile.tsx';
import { sumItems } from '../item-payouts.ts';
import { texts } from '../texts.ts';
import { fitBelow, type PricedItem } from './fitting.ts';

/** One item of the picker. `cents` is null while the item has no price; `blocked` says why it is disabled. */
export interface PickerItem {
  readonly id: string;
  readonly skin: TileSkin;
  readonly cents: Cents | null;
  readonly blocked: string | null;
  /** Of the asset behind it, when Steam shows them. */
  readonly details?: ItemDetails | undefined;
  /** Shown in the corner of the tile while the item can be selected. */
  readonly note?: string | undefined;
  /** Lower-case text that the search matches against. */
  readonly words: string;
}

/** An inventory prepared for the grid: built once per reload, so that sorting and searching copy nothing. */
export interface PickerIndex {
  readonly items: readonly PickerItem[];
  readonly byId: ReadonlyMap<string, PickerItem>;
  /** Positions in `items`, by descending and ascending price; items without a price come last in both. */
  readonly highToLow: readonly number[];
  readonly lowToHigh: readonly number[];
  /** Number of items below the minimum value, which are hidden; the page shows the count. */
  readonly hiddenCheap: number;
}

/** Values of the sort dropdown (spec 5). */
export const SORTS = [
  { value: 'highToLow', label: messages.picker.highToLow },
  { value: 'lowToHigh', label: messages.picker.lowToHigh },
] as const;

/** Maximum items in a selection: `deposit.maxCount`, 1 until the settings are loaded, never above the bet limit. */
export function capOf(maxCount: number | undefined): number {
  return Math.min(Math.max(maxCount ?? 1, 1), MAX_ITEMS_PER_BET);
}

/** The picker's index of a site inventory. */
export function indexSiteItems(siteItems: readonly SiteItem[]): PickerIndex {
  const all = siteItems.map((siteItem) => {
    const { id, item, details } = siteItem;
    const price = Number.isFinite(item.priceUsd) ? centsFromUsd(item.priceUsd) : null;
    return { id, skin: item, cents: price, blocked: blockedOf(siteItem, price), details };
  });
  return indexItems(all, MIN_ITEM_CENTS);
}

/** Why the item cannot be staked, short enough for a tile; null when it can. */
function blockedOf({ type, doubt }: SiteItem, price: Cents | null): string | null {
  if (!stakeable(type)) return refusalText('ITEM_NOT_STAKEABLE');
  if (price === null) return texts.picker.noPrice;
  return doubt === null ? null : messages.picker.priceChecked;
}

/**
 * The picker's index of any items, without those worth less than `minCents`. `hiddenBefore`: items hidden earlier, added to
 * the count.
 */
export function indexItems(all: readonly Omit<PickerItem, 'words'>[], minCents: number, hiddenBefore = 0): PickerIndex {
  const items = all
    .filter((item) => item.cents === null || item.cents >= minCents)
    .map((item): PickerItem => ({ ...item, words: wordsOf(item.skin) }));
  return {
    items,
    byId: new Map(items.map((item) => [item.id, item])),
    highToLow: sortedPositions(items, -1),
    lowToHigh: sortedPositions(items, 1),
    hiddenCheap: all.length - items.length + hiddenBefore,
  };
}

function wordsOf(skin: TileSkin): string {
  return `${skin.name} ${skin.itemName} ${skin.itemType} ${skin.rarity}`.toLowerCase();
}

function sortedPositions(items: readonly PickerItem[], direction: 1 | -1): number[] {
  const rank = (at: number) => items[at]?.cents ?? (direction === 1 ? Infinity : -Infinity);
  return items.map((_, at) => at).sort((a, b) => (rank(a) === rank(b) ? a - b : direction * (rank(a) - rank(b))));
}

/** Items in the chosen order; any sort value except 'lowToHigh' is descending (spec 5). */
export function visibleItems(index: PickerIndex, sort: string, search: string): readonly PickerItem[] {
  const order = sort === 'lowToHigh' ? index.lowToHigh : index.highToLow;
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown: PickerItem[] = [];
  for (const at of order) {
    const item = index.items[at];
    if (item && wanted.every((word) => item.words.includes(word))) shown.push(item);
  }
  return shown;
}

export interface SelectionResult {
  readonly selection: readonly string[];
  /** Why nothing changed, as a text for the player; null when it did. */
  readonly refused: string | null;
}

/** Selects or deselects an item. At the cap (message `full`) and for blocked items nothing changes. */
export function toggle(
  index: PickerIndex,
  selection: readonly string[],
  id: string,
  cap: number,
  full: string = betFullText(cap),
): SelectionResult {
  if (selection.includes(id)) return { selection: selection.filter((other) => other !== id), refused: null };
  const item = index.byId.get(id);
  if (!item) return { selection, refused: refusalText('ITEM_NOT_AVAILABLE') };
  if (item.blocked !== null) return { selection, refused: item.blocked };
  if (selection.length >= cap) return { selection, refused: full };
  return { selection: [...selection, id], refused: null };
}

/** Selects every available item of a range as far as the cap allows; the current selection stays. */
export function selectRange(
  index: PickerIndex,
  selection: readonly string[],
  range: readonly PickerItem[],
  cap: number,
  full: string = betFullText(cap),
): SelectionResult {
  const wanted = range.filter((item) => item.blocked === null && !selection.includes(item.id)).map((item) => item.id);
  const taken = wanted.slice(0, Math.max(0, cap - selection.length)).filter((id) => index.byId.has(id));
  return { selection: [...selection, ...taken], refused: taken.length < wanted.length ? full : null };
}

/** The part of a selection that still exists after a reload, and how many items are gone. */
export function keepSelection(
  index: PickerIndex,
  selection: readonly string[],
): { readonly selection: readonly string[]; readonly gone: number } {
  const kept = selection.filter((id) => index.byId.get(id)?.blocked === null);
  return kept.length === selection.length
    ? { selection, gone: 0 }
    : { selection: kept, gone: selection.length - kept.length };
}

/** Value of a selection in cents; 0 when any item lacks a price (spec 5). */
export function totalOf(index: PickerIndex, selection: readonly string[]): Cents {
  const prices: Cents[] = [];
  for (const id of selection) {
    const price = index.byId.get(id)?.cents ?? null;
    if (price === null) return cents(0);
    prices.push(price);
  }
  return sumCents(prices);
}

/** Spec 8, ERR_ITEMS_LIMIT, with the cap that applies here. */
function betFullText(cap: number): string {
  return messages.say.itemsLimit(cap);
}

/** The largest total of a selection: that of the most expensive items up to the cap. */
export function reachOf(index: PickerIndex, cap: number): Cents {
  const prices = freeItems(index).map(({ cents: price }) => price);
  return sumCents(prices.toSorted((a, b) => b - a).slice(0, cap));
}

/** The items that can be selected. */
export function freeItems(index: PickerIndex): readonly PricedItem[] {
  return index.items.flatMap(({ id, cents: price, blocked }) =>
    blocked === null && price !== null ? [{ id, cents: price }] : [],
  );
}

/** An earlier stake, and what a stake in this game must exceed. */
export interface StakeToRepeat {
  readonly items: readonly StakedItem[];
  readonly aboveCents: number;
}

/** The items for the same stake again: those of before if all are there, else the nearest sum of others (`fitBelow`); none if nothing fits. */
export function repeatStake(index: PickerIndex, { items, aboveCents }: StakeToRepeat, cap: number): readonly string[] {
  const target = sumItems(items);
  const free = freeItems(index);
  const before = free.filter(({ id }) => items.some((item) => item.id === id));
  const same = before.length === items.length ? fitBelow(before, target, cap, aboveCents) : null;
  return same ?? fitBelow(free, target, cap, aboveCents) ?? [];
}
