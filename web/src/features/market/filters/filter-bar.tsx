/** Search, game, type, wear, price and order. A change shows in the list at once, and in the URL. */
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { listMarketTypes, MARKET_GAMES, MARKET_WEARS } from '@fairpot/contract/market/calls';
import { centsFromText } from '@fairpot/contract/wire/money';
import { messages } from '../../../messages.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField, Select } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { texts as marketTexts } from '../texts.ts';
import { isNarrowed, NO_FILTERS, toggleWear, type MarketSort, type MarketFilters } from './market-filters.ts';

const texts = marketTexts.filters;

export interface FilterBarProps {
  readonly filters: MarketFilters;
  /** Applies a change to the current filters, which may be newer than those on the screen. */
  readonly onChange: (change: (filters: MarketFilters) => MarketFilters) => void;
}

const SORTS = [
  { value: 'highToLow', label: messages.picker.highToLow },
  { value: 'lowToHigh', label: messages.picker.lowToHigh },
] as const satisfies readonly { value: MarketSort; label: string }[];

const ANY_GAME = { value: '', label: texts.allGames };
const GAMES = [ANY_GAME, ...MARKET_GAMES.map(({ appId, label }) => ({ value: String(appId), label }))];

/** Debounce of typed text. */
const DEBOUNCE_MS = 200;

export function FilterBar({ filters, onChange }: FilterBarProps) {
  return (
    <div role="search" aria-label={marketTexts.list.label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="market-filters">
        <DebouncedSearch value={filters.search} onChange={(search) => onChange((now) => ({ ...now, search }))} />
        <Select
          label={texts.game}
          options={GAMES}
          value={filters.appId === null ? '' : String(filters.appId)}
          onChange={(game) => onChange((now) => ({ ...now, appId: game === '' ? null : Number(game), type: '' }))}
        />
        <TypeSelect filters={filters} onChange={onChange} />
        <Select
          label={texts.sort}
          options={SORTS}
          value={filters.sort}
          onChange={(sort) => onChange((now) => ({ ...now, sort }))}
        />
      </div>
      <div className="market-narrowing">
        <WearBar filters={filters} onChange={onChange} />
        <PriceRange filters={filters} onChange={onChange} />
        {isNarrowed(filters) && (
          <Button
            variant="quiet"
            icon={<X aria-hidden size={15} />}
            aria-label={texts.clear}
            title={texts.clear}
            onClick={() => onChange(({ sort }) => ({ ...NO_FILTERS, sort }))}
          >
            <span className="market-clear-text">
              {texts.clearParts[0]}
              <span className="market-clear-more">{texts.clearParts[1]}</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** The text of a field, which shows at once, and a setter that calls `onSettled` when the typing pauses. */
function useDebouncedText(value: string, onSettled: (text: string) => void): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== seen) {
    setSeen(value);
    // The URL changed otherwise: by the back button or 'Clear filters'. A value that this field sent arrives later than it was typed.
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(next);
      onSettled(next);
    }, DEBOUNCE_MS);
  };
  return [text, write];
}

function DebouncedSearch({ value, onChange }: { readonly value: string; readonly onChange: (search: string) => void }) {
  const [text, write] = useDebouncedText(value, onChange);
  return <SearchField label={texts.search} value={text} onChange={write} className="market-search" />;
}

function TypeSelect({ filters, onChange }: FilterBarProps) {
  const { data } = useAsk(listMarketTypes, filters.appId === null ? {} : { appId: filters.appId as 730 }, {
    staleTime: 300_000,
  });
  const names = [...(data?.types ?? [])].sort((a, b) => a.localeCompare(b, 'en'));
  if (filters.type !== '' && !names.includes(filters.type)) names.unshift(filters.type);
  const options = [{ value: '', label: texts.allTypes }, ...names.map((name) => ({ value: name, label: name }))];
  return (
    <Select
      label={texts.type}
      options={options}
      value={filters.type}
      onChange={(type) => onChange((now) => ({ ...now, type }))}
    />
  );
}

/** The five wear bands from best to worst; any number of them can be on. */
function WearBar({ filters, onChange }: FilterBarProps) {
  return (
    <div role="group" aria-label={texts.wear} className="market-wears">
      {MARKET_WEARS.map(({ level, label }) => {
        const on = filters.wears.includes(level);
        return (
          <button
            key={level}
            type="button"
            aria-pressed={on}
            onClick={() => onChange((now) => toggleWear(now, level))}
            className={cx(
              'market-wear',
              on ? 'bg-volt text-volt-ink' : 'bg-ink-3 text-fg-2 hover:bg-ink-4 hover:text-fg',
            )}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}

function PriceRange({ filters, onChange }: FilterBarProps) {
  const take = (field: 'min' | 'max') => (text: string) => {
    const good = text.trim() === '' || centsFromText(text) !== null;
    if (good) onChange((now) => ({ ...now, [field]: text.trim() }));
  };
  const [min, writeMin] = useDebouncedText(filters.min, take('min'));
  const [max, writeMax] = useDebouncedText(filters.max, take('max'));
  return (
    <div role="group" aria-label={texts.price} className="flex items-center gap-1.5">
      <PriceField label={texts.minPrice} placeholder={texts.min} value={min} onChange={writeMin} />
      <span aria-hidden className="text-fg-3">
        –
      </span>
      <PriceField label={texts.maxPrice} placeholder={texts.max} value={max} onChange={writeMax} />
    </div>
  );
}

interface PriceFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function PriceField({ label, placeholder, value, onChange }: PriceFieldProps) {
  const bad = value.trim() !== '' && centsFromText(value) === null;
  return (
    <label
      className={cx(
        'flex h-(--control) items-center gap-1 rounded-md border bg-ink-1 px-2.5 text-sm focus-within:outline-2 ' +
          'focus-within:outline-volt',
        bad ? 'border-bad' : 'border-line-strong',
      )}
    >
      <span aria-hidden className="text-fg-2">
        $
      </span>
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={bad || undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-12 self-stretch bg-transparent outline-none placeholder:text-fg-3"
      />
    </label>
  );
}
