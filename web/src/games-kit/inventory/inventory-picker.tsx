/**
 * The inventory picker: search, sort, reload, grid, auto-select and summary. Used by every modal that stakes items, and by
 * the trade kit for items at Steam (`words`).
 *
 * The modal keeps the state (`usePicker`) and passes its own button as `action`; its message about the sum appears in the
 * summary, beside that button.
 */
import { PackageOpen, RotateCw } from 'lucide-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { announce } from '../../platform/page/announcer.ts';
import { Button, ButtonLink, IconButton } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { SearchField, Select } from '../../ui/controls/fields.tsx';
import { hexColor, ItemArt } from '../../ui/values/item-tile.tsx';
import { Money } from '../../ui/values/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import type { SumWindow } from './fitting.ts';
import { itemName } from '../item-name.ts';
import { DemoItems } from '../demo-items.tsx';
import { ItemGrid } from './item-grid.tsx';
import { reachOf, SORTS, type PickerItem } from './picker-model.ts';
import { FitHelper, ReachHelper } from './sum-helpers.tsx';
import type { Picker } from './use-picker.ts';
import { texts } from '../texts.ts';

export interface InventoryPickerProps {
  readonly picker: Picker;
  /** When set, auto-select picks a sum within this window; else it reaches an amount that the player enters. */
  readonly window?: SumWindow | undefined;
  /** Chance of winning with the current sum, in percent. */
  readonly chance?: string | null;
  /** Why the sum cannot be staked; shown beside the button. */
  readonly problem?: string | null;
  /** What blocks every stake; shown before anything is selected. */
  readonly stopped?: string | null;
  readonly action: ReactNode;
  readonly words?: PickerWords;
}

/** Texts that differ between the picker of site items and others. */
export interface PickerWords {
  /** Which items are offered and how many; shown beside auto-select. */
  readonly note: (picker: Picker) => string;
  /** Name of the reload button. */
  readonly reload: string;
  /** Below the grid. */
  readonly below?: ReactNode;
  /** Replaces the grid when the inventory is empty, not when a search finds nothing. */
  readonly nothing: ReactNode;
  /** Replaces the grid when it cannot be loaded; undefined shows the plain error. */
  readonly failed?: (error: unknown) => ReactNode | undefined;
}

const SITE_ITEMS: PickerWords = {
  note: ({ cap, index: { hiddenCheap } }) =>
    messages.picker.note(cap) + (hiddenCheap > 0 ? `. ${hiddenText(hiddenCheap)}` : ''),
  reload: messages.picker.reload,
  nothing: (
    <EmptyState
      icon={<PackageOpen aria-hidden size={32} strokeWidth={1.5} />}
      title={messages.picker.empty}
      action={
        <div className="flex flex-wrap items-start justify-center gap-3">
          <ButtonLink to="/deposit">{messages.nav.deposit}</ButtonLink>
          <DemoItems />
        </div>
      }
    >
      {texts.picker.empty}
    </EmptyState>
  ),
};

export function InventoryPicker(props: InventoryPickerProps) {
  const { picker, window, words, chance = null, problem = null, stopped = null, action } = props;
  return (
    <div className="grid min-h-0 min-w-0 gap-3">
      <PickerBody picker={picker} window={window} {...(words && { words })} />
      <TooSmall picker={picker} window={window} />
      <Summary picker={picker} chance={chance} problem={problem} stopped={stopped} action={action} />
    </div>
  );
}

export interface PickerBodyProps extends Pick<InventoryPickerProps, 'picker' | 'window' | 'words'> {
  /** Height of the grid; by default what fits a modal window. */
  readonly shelf?: string;
  /** Why the last press changed nothing, shown above the grid instead of the note; for pages that show it nowhere else. */
  readonly refused?: string | null;
}

/** The picker without its summary, for pages that show the selection beside it. */
export function PickerBody(props: PickerBodyProps) {
  const { picker, window, words = SITE_ITEMS, shelf = WINDOW_SHELF, refused = null } = props;
  useEffect(() => {
    if (refused !== null) announce(refused);
  }, [refused]);
  return (
    <div className="grid min-h-0 min-w-0 gap-3">
      <Toolbar picker={picker} reload={words.reload} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {refused === null ? (
          <p className="text-xs text-fg-2">{words.note(picker)}</p>
        ) : (
          <p className="text-sm font-semibold text-warn">{refused}</p>
        )}
        {picker.index.items.length > 0 &&
          (window ? <FitHelper picker={picker} window={window} /> : <ReachHelper picker={picker} />)}
      </div>
      <Shelf picker={picker} words={words} shelf={cx(SHELF, shelf)} />
      {words.below}
    </div>
  );
}

function hiddenText(count: number): string {
  return texts.picker.hidden(count, formatUsd(cents(MIN_ITEM_CENTS)));
}

function Toolbar({ picker, reload }: { readonly picker: Picker; readonly reload: string }) {
  return (
    <div className="flex gap-2">
      <SearchField
        className="flex-1"
        label={messages.picker.search}
        value={picker.search}
        onChange={picker.setSearch}
      />
      <Select
        label={texts.picker.sort}
        options={SORTS}
        value={picker.sort}
        onChange={picker.setSort}
        className="w-36 max-sm:w-32"
      />
      <IconButton label={reload} outlined onClick={picker.reload} aria-busy={picker.reloading}>
        <RotateCw aria-hidden size={16} className={cx(picker.reloading && 'animate-[spin_.8s_linear_infinite]')} />
      </IconButton>
    </div>
  );
}

const SHELF = 'rounded-md border border-line bg-ink-1';
/** What fits a modal window; a wide but low one has its head beside the choice of inventory. */
const WINDOW_SHELF =
  'h-[clamp(220px,calc(100dvh-620px),468px)] ' +
  '[@media(min-width:900px)_and_(max-height:840px)]:h-[clamp(220px,calc(100dvh-500px),340px)]';

interface ShelfProps {
  readonly picker: Picker;
  readonly words: PickerWords;
  readonly shelf: string;
}

function Shelf({ picker, words, shelf }: ShelfProps) {
  if (picker.status === 'failed')
    return (
      <div className={cx(shelf, 'grid place-content-center overflow-y-auto')}>
        {words.failed?.(picker.error) ?? (
          <ErrorState error={picker.error} onRetry={picker.reload} reassurance={texts.safe.items} />
        )}
      </div>
    );
  if (picker.status === 'loading') return <LoadingShelf className={shelf} />;
  if (picker.shown.length === 0)
    return (
      <div className={cx(shelf, 'grid place-content-center overflow-y-auto')}>
        {picker.search === '' ? words.nothing : <NothingFound picker={picker} />}
      </div>
    );
  return (
    <ItemGrid
      label={texts.picker.list}
      items={picker.shown}
      selection={picker.selection}
      onPress={picker.press}
      onRange={picker.pressRange}
      className={shelf}
    />
  );
}

function LoadingShelf({ className }: { readonly className: string }) {
  return (
    <div
      className={cx(
        className,
        'grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] content-start gap-2 overflow-hidden p-2',
      )}
    >
      {Array.from({ length: 18 }, (_, at) => (
        <Skeleton key={at} className="h-[148px]" />
      ))}
    </div>
  );
}

function NothingFound({ picker }: { readonly picker: Picker }) {
  return (
    <EmptyState
      icon={<PackageOpen aria-hidden size={32} strokeWidth={1.5} />}
      title={messages.picker.empty}
      action={<Button onClick={() => picker.setSearch('')}>{texts.picker.clearSearch}</Button>}
    >
      {texts.picker.noMatch(picker.search)}
    </EmptyState>
  );
}

function Summary({
  picker,
  chance,
  problem,
  stopped,
  action,
}: Required<Pick<InventoryPickerProps, 'chance' | 'problem' | 'stopped' | 'action'>> & { picker: Picker }) {
  const note = picker.refused ?? stopped ?? (picker.selection.length > 0 ? problem : null);
  const choose = note === null && picker.selection.length === 0 && picker.index.items.length > 0;
  return (
    <div className="sticky bottom-0 z-10 -mx-1 grid gap-2 border-t border-line bg-ink-2 px-1 pt-3">
      {picker.selection.length > 0 && <Tray picker={picker} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="text-sm text-fg-2">
          <strong className="font-extrabold text-fg tabular-nums">{picker.selection.length}</strong>{' '}
          {texts.picker.ofCap(picker.cap)}
        </p>
        <p className="text-sm text-fg-2">
          {texts.picker.total} <Money cents={picker.total} className="ml-1 text-xl font-black text-fg" />
        </p>
        {chance !== null && (
          <p className="text-sm text-fg-2">
            {texts.picker.chance} <span className="ml-1 text-xl font-black text-fg tabular-nums">{chance}%</span>
          </p>
        )}
        <div className="ml-auto grid max-sm:w-full">{action}</div>
      </div>
      <p role="status" className={cx('min-h-5 text-sm', choose ? 'text-fg-2' : 'font-semibold text-warn')}>
        {choose ? texts.picker.choose : note}
      </p>
    </div>
  );
}

/** Why no selection can reach what the game takes, and how to get more items. */
function TooSmall({ picker, window }: Pick<PickerBodyProps, 'picker' | 'window'>) {
  const reach = useMemo(() => reachOf(picker.index, picker.cap), [picker.index, picker.cap]);
  if (window === undefined || reach === 0 || reach >= window.minCents) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-ink-3 p-3">
      <p role="status" className="text-sm font-semibold text-warn">
        {texts.picker.tooSmall(formatUsd(reach), formatUsd(cents(window.minCents)))}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <ButtonLink to="/deposit">{messages.nav.deposit}</ButtonLink>
        <DemoItems />
      </div>
    </div>
  );
}

/** The selected items, wherever the grid is scrolled to; a press removes an item. */
function Tray({ picker }: { readonly picker: Picker }) {
  const items = picker.selection.flatMap((id) => picker.index.byId.get(id) ?? []);
  return (
    <div className="flex items-center gap-2">
      <ul
        aria-label={texts.picker.chosen}
        className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto overflow-y-hidden py-0.5"
      >
        {items.map(({ id, skin }) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-label={texts.picker.remove(nameOf(skin))}
              title={nameOf(skin)}
              onClick={() => picker.press(id)}
              style={{ borderColor: hexColor(skin.colorHex) }}
              className="relative block h-(--control) w-16 rounded-sm border-b-2 bg-ink-3 px-1 pt-1 hover:bg-ink-4"
            >
              <ItemArt icon={skin.icon} />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => picker.choose([])}>
        {texts.picker.clear}
      </Button>
    </div>
  );
}

function nameOf(skin: PickerItem['skin']): string {
  return texts.items.named(itemName(skin), formatUsd(centsFromUsd(skin.priceUsd)));
}
