/** Search, game, type, wear, price and order. A change shows in the list at once, and in the URL. */
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { listMarketTypes, MARKET_GAMES, MARKET_WEARS } from '@fairpot/contract/market/calls';
import type { MarketGroup } from '@fairpot/contract/market/schemas';
import { centsFromText, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../../messages.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { texts as marketTexts } from '../texts.ts';
import { MarketSearch } from './market-search.tsx';
import { gameName, type Suggestion } from './suggestions.ts';
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

const NO_GROUPS: readonly MarketGroup[] = [];

/** Debounce of typed text. */
const DEBOUNCE_MS = 200;

/** True if the name before the pipe can be chosen: within a category, or when an address names one. */
function isTyped({ category, type }: MarketFilters): boolean {
  return category !== '' || type !== '';
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { data } = useAsk(listMarketTypes, {}, { staleTime: 60_000 });
  const groups = data?.groups ?? NO_GROUPS;
  return (
    <div role="search" aria-label={marketTexts.list.label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="market-filters" data-types={isTyped(filters) || undefined}>
        <DebouncedSearch filters={filters} onChange={onChange} groups={groups} />
        <Select
          label={texts.game}
          options={GAMES}
          value={filters.appId === null ? '' : String(filters.appId)}
          onChange={(game) =>
            onChange((now) => ({ ...now, appId: game === '' ? null : Number(game), category: '', type: '' }))
          }
        />
        <CategorySelect filters={filters} onChange={onChange} groups={groups} />
        {isTyped(filters) && <TypeSelect filters={filters} onChange={onChange} groups={groups} />}
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
      <OnSale filters={filters} groups={groups} />
    </div>
  );
}

/** How much of the chosen category is on sale, and the range of its prices. */
function OnSale({ filters, groups }: Omit<GroupedProps, 'onChange'>) {
  const group = groups.find(({ appId, category }) => appId === filters.appId && category === filters.category);
  if (!group) return null;
  const [min, max] = [group.minUsd, group.maxUsd].map((amount) => formatUsd(centsFromUsd(amount)));
  return (
    <p className="text-xs text-fg-2">
      {texts.range(marketTexts.categories[group.category], group.items, min ?? '', max ?? '')}
    </p>
  );
}

/** The text of a field, which shows at once, and a setter that calls `onSettled` when the typing pauses. */
function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
): readonly [string, (text: string) => void, (text: string) => void] {
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
  /** Shows a text that was not typed, and drops what was being typed. */
  const replace = (next: string): void => {
    setText(next);
    setSent(next);
    clearTimeout(timer.current);
  };
  return [text, write, replace];
}

interface GroupedProps extends FilterBarProps {
  readonly groups: readonly MarketGroup[];
}

function DebouncedSearch({ filters, onChange, groups }: GroupedProps) {
  const [text, write, replace] = useDebouncedText(filters.search, (search) => onChange((now) => ({ ...now, search })));
  const choose = ({ appId, category, type }: Suggestion): void => {
    replace('');
    onChange((now) => ({ ...now, search: '', appId, category, type }));
  };
  return <MarketSearch text={text} onText={write} groups={groups} onChoose={choose} />;
}

const groupKey = ({ appId, category }: Pick<MarketGroup, 'appId' | 'category'>): string => `${appId}:${category}`;

/** The categories with items on sale and how many. Those of all games name their game; choosing one chooses the game too. */
function CategorySelect({ filters, onChange, groups }: GroupedProps) {
  const { appId, category } = filters;
  const shown = groups.filter((group) => appId === null || group.appId === appId);
  const chosen = shown.find((group) => group.category === category);
  const value = category === '' ? '' : chosen ? groupKey(chosen) : category;
  const nameOf = (group: MarketGroup) => {
    const name = marketTexts.categories[group.category];
    return texts.withCount(appId === null ? texts.ofGame(gameName(group.appId), name) : name, group.items);
  };
  const options = [
    { value: '', label: texts.allCategories },
    // An address may name a category that is sold out.
    ...(category !== '' && !chosen ? [{ value, label: texts.withCount(marketTexts.categories[category], 0) }] : []),
    ...shown.map((group) => ({ value: groupKey(group), label: nameOf(group) })),
  ];
  return (
    <Select
      label={texts.category}
      options={options}
      value={value}
      onChange={(key) => {
        const to = groups.find((group) => groupKey(group) === key);
        onChange((now) => ({ ...now, category: '', type: '', ...(to && { appId: to.appId, category: to.category }) }));
      }}
    />
  );
}

/** The names before the pipe in the category, and how many items are on sale. */
function TypeSelect({ filters, onChange, groups }: GroupedProps) {
  const { types = [] } =
    groups.find(({ appId, category }) => appId === filters.appId && category === filters.category) ?? {};
  const sorted = [...types].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const options = [
    { value: '', label: texts.allTypes },
    ...(filters.type === '' || types.some(({ name }) => name === filters.type)
      ? []
      : [{ value: filters.type, label: filters.type }]),
    ...sorted.map(({ name, items }) => ({ value: name, label: texts.withCount(name, items) })),
  ];
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
