/**
 * The inventory picker: search, sort, reload, grid, helper and summary. Called by every modal that stakes items, and by the
 * trade kit for items at Steam (`words`).
 *
 * The modal keeps the state (`usePicker`) and passes its own button as `action`; what it says about the sum stands in
 * the summary, beside the button that it concerns.
 */
import { PackageOpen, RotateCw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
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
import type { Window } from './fitting.ts';
import { ItemGrid } from './item-grid.tsx';
import { SORTS } from './picker-model.ts';
import { FitHelper, ReachHelper } from './sum-helpers.tsx';
import type { Picker } from './use-picker.ts';

export interface InventoryPickerProps {
  readonly picker: Picker;
  /** When the sum has to fall into a window, the helper fills it; else it reaches a sum that the player names. */
  readonly window?: Window | undefined;
  /** Chance of winning with the present sum, in percent. */
  readonly chance?: string | null;
  /** Why the sum cannot be staked, beside the button. */
  readonly problem?: string | null;
  /** What stops every stake, said before anything is chosen. */
  readonly stopped?: string | null;
  readonly action: ReactNode;
  readonly words?: PickerWords;
}

/** What differs between a picker of site items and others. */
export interface PickerWords {
  /** Which items are offered and how many of them: beside the helper. */
  readonly note: (picker: Picker) => string;
  /** Name of the reload button. */
  readonly reload: string;
  /** Under the grid. */
  readonly below?: ReactNode;
  /** In place of an empty grid that no search has emptied. */
  readonly nothing: ReactNode;
  /** In place of a grid that could not be loaded; undefined: the plain error. */
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
      action={<ButtonLink to="/deposit">{messages.nav.deposit}</ButtonLink>}
    >
      Deposit skins, then stake them here.
    </EmptyState>
  ),
};

export function InventoryPicker(props: InventoryPickerProps) {
  const { picker, window, words, chance = null, problem = null, stopped = null, action } = props;
  return (
    <div className="grid min-h-0 min-w-0 gap-3">
      <PickerBody picker={picker} window={window} {...(words && { words })} />
      <Summary picker={picker} chance={chance} problem={problem} stopped={stopped} action={action} />
    </div>
  );
}

export interface PickerBodyProps extends Pick<InventoryPickerProps, 'picker' | 'window' | 'words'> {
  /** Height of the grid; by default what a window has room for. */
  readonly shelf?: string;
  /** Why the last press changed nothing, above the grid, in place of the note; for pages that say it nowhere else. */
  readonly refused?: string | null;
}

/** The picker without its summary, for pages that show beside it what is chosen. */
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
  return (
    `${count} ${count === 1 ? 'item' : 'items'} under ${formatUsd(cents(MIN_ITEM_CENTS))} ` +
    `${count === 1 ? 'is' : 'are'} hidden`
  );
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
      <Select label="Sort" options={SORTS} value={picker.sort} onChange={picker.setSort} className="w-36 max-sm:w-32" />
      <IconButton label={reload} outlined onClick={picker.reload} aria-busy={picker.reloading}>
        <RotateCw aria-hidden size={16} className={cx(picker.reloading && 'animate-[spin_.8s_linear_infinite]')} />
      </IconButton>
    </div>
  );
}

const SHELF = 'rounded-md border border-line bg-ink-1';
/** What a window has room for; a wide one with little height has its head beside the choice of the inventory. */
const WINDOW_SHELF =
  'h-[clamp(220px,calc(100dvh-580px),468px)] ' +
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
          <ErrorState error={picker.error} onRetry={picker.reload} reassurance="Your items are untouched." />
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
      label="Your items"
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
      action={<Button onClick={() => picker.setSearch('')}>Clear search</Button>}
    >
      {`Nothing matches "${picker.search}".`}
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
  return (
    <div className="sticky bottom-0 z-10 -mx-1 grid gap-2 border-t border-line bg-ink-2 px-1 pt-3">
      {picker.selection.length > 0 && <Tray picker={picker} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="text-sm text-fg-2">
          <strong className="font-extrabold text-fg tabular-nums">{picker.selection.length}</strong> of {picker.cap}{' '}
          selected
        </p>
        <p className="text-sm text-fg-2">
          Total <Money cents={picker.total} className="ml-1 text-xl font-black text-fg" />
        </p>
        {chance !== null && (
          <p className="text-sm text-fg-2">
            Chance <span className="ml-1 text-xl font-black text-fg tabular-nums">{chance}%</span>
          </p>
        )}
        <div className="ml-auto grid max-sm:w-full">{action}</div>
      </div>
      <p role="status" className="min-h-5 text-sm font-semibold text-warn">
        {note}
      </p>
    </div>
  );
}

/** What is chosen, wherever the grid is scrolled to; a press puts an item back. */
function Tray({ picker }: { readonly picker: Picker }) {
  const items = picker.selection.flatMap((id) => picker.index.byId.get(id) ?? []);
  return (
    <div className="flex items-center gap-2">
      <ul aria-label="Chosen items" className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-0.5">
        {items.map(({ id, skin }) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-label={`Put back ${skin.name} ${skin.itemName}, ${formatUsd(centsFromUsd(skin.priceUsd))}`}
              title={`${skin.name} ${skin.itemName}, ${formatUsd(centsFromUsd(skin.priceUsd))}`}
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
        Clear
      </Button>
    </div>
  );
}
