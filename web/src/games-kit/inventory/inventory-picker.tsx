/**
 * The inventory picker: search, sort, reload, grid, helper and summary. Called by every modal that stakes site items.
 *
 * The modal keeps the state (`usePicker`) and passes its own button as `action`; what it says about the sum stands in
 * the summary, beside the button that it concerns.
 */
import { PackageOpen, RotateCw, WandSparkles } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { MIN_ITEM_CENTS } from '@fairpot/contract/item';
import { cents, centsFromText, centsFromUsd, formatUsd } from '@fairpot/contract/money';
import type { Cents } from '@fairpot/contract/money';
import { messages } from '../../messages.ts';
import { Button, ButtonLink, IconButton } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { SearchField, Select } from '../../ui/controls/fields.tsx';
import { hexColor, ItemArt } from '../../ui/values/item-tile.tsx';
import { Money } from '../../ui/values/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { fitWindow, reachTarget } from './fitting.ts';
import type { Window } from './fitting.ts';
import { ItemGrid } from './item-grid.tsx';
import { SORTS } from './picker-model.ts';
import type { PickerIndex } from './picker-model.ts';
import type { Picker } from './use-picker.ts';

export interface InventoryPickerProps {
  readonly picker: Picker;
  /** When the sum has to fall into a window, the helper fills it; else it reaches a sum that the player names. */
  readonly window?: Window | undefined;
  /** Chance of winning with the present sum, in percent. */
  readonly chance?: string | null;
  /** Why the sum cannot be staked, beside the button. */
  readonly problem?: string | null;
  readonly action: ReactNode;
}

export function InventoryPicker({ picker, window, chance = null, problem = null, action }: InventoryPickerProps) {
  return (
    <div className="grid min-h-0 min-w-0 gap-3">
      <Toolbar picker={picker} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xs text-fg-2">
          {messages.picker.note(picker.cap)}
          {picker.index.hiddenCheap > 0 && `. ${hiddenText(picker.index.hiddenCheap)}`}
        </p>
        {picker.index.items.length > 0 &&
          (window ? <FitHelper picker={picker} window={window} /> : <ReachHelper picker={picker} />)}
      </div>
      <Shelf picker={picker} />
      <Summary picker={picker} chance={chance} problem={problem} action={action} />
    </div>
  );
}

function hiddenText(count: number): string {
  return (
    `${count} ${count === 1 ? 'item' : 'items'} under ${formatUsd(cents(MIN_ITEM_CENTS))} ` +
    `${count === 1 ? 'is' : 'are'} hidden`
  );
}

function Toolbar({ picker }: { readonly picker: Picker }) {
  return (
    <div className="flex gap-2">
      <SearchField
        className="flex-1"
        label={messages.picker.search}
        value={picker.search}
        onChange={picker.setSearch}
      />
      <Select label="Sort" options={SORTS} value={picker.sort} onChange={picker.setSort} className="w-36 max-sm:w-32" />
      <IconButton label={messages.picker.reload} outlined onClick={picker.reload} aria-busy={picker.reloading}>
        <RotateCw aria-hidden size={16} className={cx(picker.reloading && 'animate-[spin_.8s_linear_infinite]')} />
      </IconButton>
    </div>
  );
}

const SHELF = 'h-[clamp(220px,calc(100dvh-580px),468px)] rounded-md border border-line bg-ink-1';

function Shelf({ picker }: { readonly picker: Picker }) {
  if (picker.status === 'failed')
    return (
      <div className={cx(SHELF, 'grid place-content-center')}>
        <ErrorState error={picker.error} onRetry={picker.reload} reassurance="Your items are untouched." />
      </div>
    );
  if (picker.status === 'loading') return <LoadingShelf />;
  if (picker.shown.length === 0)
    return (
      <div className={cx(SHELF, 'grid place-content-center')}>
        <Nothing picker={picker} />
      </div>
    );
  return (
    <ItemGrid
      label="Your items"
      items={picker.shown}
      selection={picker.selection}
      onPress={picker.press}
      onRange={picker.pressRange}
      className={SHELF}
    />
  );
}

function LoadingShelf() {
  return (
    <div
      className={cx(
        SHELF,
        'grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] content-start gap-2 overflow-hidden p-2',
      )}
    >
      {Array.from({ length: 18 }, (_, at) => (
        <Skeleton key={at} className="h-[148px]" />
      ))}
    </div>
  );
}

/** An empty grid says why it is empty and what to do about it. */
function Nothing({ picker }: { readonly picker: Picker }) {
  const searching = picker.search !== '';
  return (
    <EmptyState
      icon={<PackageOpen aria-hidden size={32} strokeWidth={1.5} />}
      title={messages.picker.empty}
      action={
        searching ? (
          <Button onClick={() => picker.setSearch('')}>Clear search</Button>
        ) : (
          <ButtonLink to="/deposit">{messages.nav.deposit}</ButtonLink>
        )
      }
    >
      {searching ? `Nothing matches "${picker.search}".` : 'Deposit skins, then stake them here.'}
    </EmptyState>
  );
}

function freeItems(index: PickerIndex): { readonly id: string; readonly cents: Cents }[] {
  return index.items.flatMap(({ id, cents: price, blocked }) =>
    blocked === null && price !== null ? [{ id, cents: price }] : [],
  );
}

function FitHelper({ picker, window }: { readonly picker: Picker; readonly window: Window }) {
  const [failed, setFailed] = useState(false);
  const fit = () => {
    const found = fitWindow(freeItems(picker.index), window, picker.cap);
    setFailed(found === null);
    if (found) picker.choose(found);
  };
  return (
    <span className="flex flex-wrap items-center gap-2">
      {failed && <span className="text-xs text-warn">No items of yours fit this window</span>}
      <Button icon={<WandSparkles aria-hidden size={15} />} onClick={fit}>
        Fit the window
      </Button>
    </span>
  );
}

function ReachHelper({ picker }: { readonly picker: Picker }) {
  const [text, setText] = useState('25');
  const [problem, setProblem] = useState<string | null>(null);
  const reach = () => {
    const target = centsFromText(text);
    if (target === null || target === 0) return setProblem('Write an amount, such as 25');
    const found = reachTarget(freeItems(picker.index), target, picker.cap);
    setProblem(found ? null : `Your items do not reach ${formatUsd(target)}`);
    if (found) picker.choose(found);
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        reach();
      }}
    >
      {problem !== null && <span className="text-xs text-warn">{problem}</span>}
      <label
        className={
          'flex h-(--control) items-center gap-1 rounded-md border border-line-strong bg-ink-1 px-3 text-sm ' +
          'focus-within:outline-2 focus-within:outline-volt'
        }
      >
        <span className="text-fg-2">Reach $</span>
        <input
          inputMode="decimal"
          aria-label="Amount to reach, in dollars"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-16 min-w-6 self-stretch bg-transparent font-bold outline-none"
        />
      </label>
      <Button type="submit" icon={<WandSparkles aria-hidden size={15} />}>
        Pick for me
      </Button>
    </form>
  );
}

function Summary({
  picker,
  chance,
  problem,
  action,
}: Required<Pick<InventoryPickerProps, 'chance' | 'problem' | 'action'>> & { picker: Picker }) {
  const note = picker.refused ?? (picker.selection.length > 0 ? problem : null);
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
