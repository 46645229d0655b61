/**
 * The state of an inventory picker: what is loaded, searched, sorted and chosen, with what screen readers hear of it.
 *
 * Called by whoever lets items be chosen (`usePicker` for those on the site, `usePickerOf` for others), who hands it to
 * `InventoryPicker` and reads `selection` and `total`. The selection outlives reloads and searches; items that are gone fall out of it and are told.
 */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { formatUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { announce } from '../../platform/page/announcer.ts';
import { toastRefusal, toastSuccess } from '../../platform/page/toasts.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { useWithheldItems } from '../../platform/calls/suspense.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { capOf, indexSiteItems, keepSelection, selectRange, toggle, totalOf, visibleItems } from './picker-model.ts';
import type { PickerIndex, PickerItem, Toggled } from './picker-model.ts';

export type Sort = 'highToLow' | 'lowToHigh';

export interface Picker {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly index: PickerIndex;
  /** What the grid shows now, in order. */
  readonly shown: readonly PickerItem[];
  readonly selection: readonly string[];
  readonly total: Cents;
  readonly cap: number;
  readonly search: string;
  readonly sort: Sort;
  /** Why the last press changed nothing; null after one that did. */
  readonly refused: string | null;
  readonly reloading: boolean;
  readonly setSearch: (text: string) => void;
  readonly setSort: (sort: Sort) => void;
  readonly press: (id: string) => void;
  /** Chooses everything between two shown positions, as far as the cap allows. */
  readonly pressRange: (from: number, to: number) => void;
  readonly choose: (ids: readonly string[]) => void;
  readonly reload: () => void;
}

/** Where a picker's items come from, and how many of them may be chosen. */
export interface PickerSource {
  /** Null until they are there. */
  readonly index: PickerIndex | null;
  readonly isError: boolean;
  readonly error: unknown;
  readonly cap: number;
  /** Said at the cap; the bet's limit by default. */
  readonly full?: string;
  readonly reloading: boolean;
  readonly reload: () => void;
}

const NO_ITEMS: PickerIndex = indexSiteItems([]);
const SAY_COUNT_AFTER_MS = 500;

/** The picker of the site inventory. */
export function usePicker(): Picker {
  const answer = useAsk(siteInventory, {});
  const cap = capOf(useSettings()?.deposit.maxCount);
  const withheld = useWithheldItems();
  const items = answer.data?.items;
  // What an own round that is still turning has paid already is not shown before it lands.
  const data = useMemo(() => items?.filter(({ id }) => !withheld.has(id)), [items, withheld]);
  const index = useMemo(() => (data ? indexSiteItems(data) : null), [data]);
  return usePickerOf({
    index,
    isError: answer.isError,
    error: answer.error,
    cap,
    reloading: answer.isFetching,
    reload: () => void reload(answer.refetch),
  });
}

/** A picker of whatever the source holds. */
export function usePickerOf(source: PickerSource): Picker {
  const { cap, full } = source;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('highToLow');
  const [chosen, setChosen] = useState<Toggled>({ selection: [], refused: null });
  const wanted = useDeferredValue(search);

  const index = source.index ?? NO_ITEMS;
  const loaded = source.index !== null;
  const shown = useMemo(() => visibleItems(index, sort, wanted), [index, sort, wanted]);
  const kept = useMemo(
    () => (loaded ? keepSelection(index, chosen.selection) : { selection: chosen.selection, gone: 0 }),
    [loaded, index, chosen.selection],
  );
  const total = totalOf(index, kept.selection);
  useSpokenSelection(kept.selection.length, cap, total);
  useSpokenCount(shown.length, wanted);
  useToldGone(kept.gone);

  return {
    status: loaded ? 'ready' : source.isError ? 'failed' : 'loading',
    error: source.error,
    index,
    shown,
    selection: kept.selection,
    total,
    cap,
    search,
    sort,
    refused: chosen.refused,
    reloading: source.reloading,
    setSearch,
    setSort,
    press: (id) => setChosen(toggle(index, kept.selection, id, cap, full)),
    pressRange: (from, to) => {
      const range = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      setChosen(selectRange(index, kept.selection, range, cap, full));
    },
    choose: (ids) => setChosen({ selection: ids.slice(0, cap), refused: null }),
    reload: source.reload,
  };
}

async function reload(refetch: () => Promise<{ readonly isError: boolean; readonly error: unknown }>): Promise<void> {
  const result = await refetch();
  if (result.isError) toastRefusal(result.error);
  else toastSuccess(messages.done.itemsRefreshed);
}

function useSpokenSelection(count: number, cap: number, total: Cents): void {
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== count) announce(`${count} of ${cap} selected, ${formatUsd(total)}`);
    before.current = count;
  }, [count, cap, total]);
}

/** The number of items found, half a second after the last key. */
function useSpokenCount(count: number, search: string): void {
  useEffect(() => {
    if (search === '') return;
    const timer = setTimeout(() => announce(count === 1 ? '1 item' : `${count} items`), SAY_COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [count, search]);
}

function useToldGone(gone: number): void {
  useEffect(() => {
    if (gone > 0)
      announce(gone === 1 ? '1 chosen item is no longer available' : `${gone} chosen items are no longer available`);
  }, [gone]);
}
