/**
 * The state of an inventory picker: items, search, sort order and selection, with its screen-reader announcements.
 *
 * A form calls `usePicker` (site items) or `usePickerOf` (other items), passes the result to `InventoryPicker` and reads
 * `selection` and `total`. The selection survives reloads and searches; items that are gone are dropped and announced.
 */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import type { Cents } from '@fairpot/contract/wire/money';
import { formatUsd } from '@fairpot/contract/wire/money';
import { announce } from '../../platform/page/announcer.ts';
import { reloadItems } from '../../platform/page/toasts.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { useWithheldItems } from '../../platform/calls/suspense.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import {
  capOf,
  indexSiteItems,
  keepSelection,
  repeatStake,
  selectRange,
  toggle,
  totalOf,
  visibleItems,
} from './picker-model.ts';
import type { PickerIndex, PickerItem, SelectionResult, StakeToRepeat } from './picker-model.ts';
import { sumItems } from '../item-payouts.ts';
import { texts } from '../texts.ts';

export type PickerSort = 'highToLow' | 'lowToHigh';

export interface Picker {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly index: PickerIndex;
  /** The items that the grid shows, in order. */
  readonly shown: readonly PickerItem[];
  readonly selection: readonly string[];
  readonly total: Cents;
  readonly cap: number;
  readonly repeats?: RepeatedStake | null;
  readonly search: string;
  readonly sort: PickerSort;
  /** Why the last press changed nothing; null when it did. */
  readonly refused: string | null;
  readonly reloading: boolean;
  readonly setSearch: (text: string) => void;
  readonly setSort: (sort: PickerSort) => void;
  readonly press: (id: string) => void;
  /** Selects everything between two shown positions, as far as the cap allows. */
  readonly pressRange: (from: number, to: number) => void;
  readonly choose: (ids: readonly string[]) => void;
  readonly reload: () => void;
}

/** A stake that is repeated, and the items that are selected for it; `isSame`: all of them, and no others. */
export interface RepeatedStake {
  readonly cents: Cents;
  readonly chosen: readonly string[];
  readonly isSame: boolean;
}

/** Where a picker's items come from, and how many can be selected. */
export interface PickerSource {
  /** Null until loaded. */
  readonly index: PickerIndex | null;
  readonly isError: boolean;
  readonly error: unknown;
  readonly cap: number;
  /** Message at the cap; the bet limit by default. */
  readonly full?: string;
  readonly reloading: boolean;
  readonly reload: () => void;
  /** The selection until the player changes it. */
  readonly selected?: readonly string[];
}

const NO_ITEMS: PickerIndex = indexSiteItems([]);
const NOTHING: readonly string[] = [];
const SAY_COUNT_AFTER_MS = 500;

/** The picker of the site inventory. `again`: a stake that is selected from the start, if its sum can be reached. */
export function usePicker(again?: StakeToRepeat): Picker {
  const answer = useAsk(siteInventory, {});
  const cap = capOf(useSettings()?.deposit.maxCount);
  const withheld = useWithheldItems();
  const items = answer.data?.items;
  // Items already paid by an own round are hidden until its picture has landed.
  const data = useMemo(() => items?.filter(({ id }) => !withheld.has(id)), [items, withheld]);
  const index = useMemo(() => (data ? indexSiteItems(data) : null), [data]);
  const { items: before, aboveCents = 0 } = again ?? {};
  const repeats = useMemo(() => {
    if (before === undefined) return null;
    const chosen = index ? repeatStake(index, { items: before, aboveCents }, cap) : [];
    const isSame = before.length === chosen.length && before.every(({ id }) => chosen.includes(id));
    return { cents: sumItems(before), chosen, isSame };
  }, [index, before, aboveCents, cap]);
  const picker = usePickerOf({
    index,
    isError: answer.isError,
    error: answer.error,
    cap,
    reloading: answer.isFetching,
    reload: () => void reloadItems(answer.refetch),
    ...(repeats && { selected: repeats.chosen }),
  });
  return { ...picker, repeats };
}

/** A picker of the source's items. */
export function usePickerOf(source: PickerSource): Picker {
  const { cap, full } = source;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<PickerSort>('highToLow');
  const [changed, setChosen] = useState<SelectionResult | null>(null);
  const { selected = NOTHING } = source;
  const chosen = useMemo(
    () => changed ?? { selection: selected.slice(0, cap), refused: null },
    [changed, selected, cap],
  );
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
  useGoneAnnouncement(kept.gone);

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

function useSpokenSelection(count: number, cap: number, total: Cents): void {
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== count) announce(texts.picker.spokenSelection(count, cap, formatUsd(total)));
    before.current = count;
  }, [count, cap, total]);
}

/** The number of items found, half a second after the last key. */
function useSpokenCount(count: number, search: string): void {
  useEffect(() => {
    if (search === '') return;
    const timer = setTimeout(() => announce(texts.items.count(count)), SAY_COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [count, search]);
}

function useGoneAnnouncement(gone: number): void {
  useEffect(() => {
    if (gone > 0) announce(texts.picker.spokenGone(gone));
  }, [gone]);
}
