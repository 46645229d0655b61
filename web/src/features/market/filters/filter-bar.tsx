/** Search, game, type, wear, price, order: what is changed shows in the list at once, and in the address. */
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { listMarketTypes, MARKET_GAMES, MARKET_WEARS } from '@fairpot/contract/market/calls';
import { centsFromText } from '@fairpot/contract/wire/money';
import { messages } from '../../../messages.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField, Select } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { isNarrowed, NO_WISH, toggleWear, type Sort, type Wish } from './wish.ts';

export interface FilterBarProps {
  readonly wish: Wish;
  /** Changes the wish as it is by then, which may be newer than the one on the screen. */
  readonly onChange: (change: (wish: Wish) => Wish) => void;
}

const SORTS = [
  { value: 'highToLow', label: messages.picker.highToLow },
  { value: 'lowToHigh', label: messages.picker.lowToHigh },
] as const satisfies readonly { value: Sort; label: string }[];

const ANY_GAME = { value: '', label: 'All games' };
const GAMES = [ANY_GAME, ...MARKET_GAMES.map(({ appId, label }) => ({ value: String(appId), label }))];

/** Typing is not asked letter by letter. */
const SETTLES_MS = 200;

export function FilterBar({ wish, onChange }: FilterBarProps) {
  return (
    <div role="search" aria-label="Items on sale" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="market-filters">
        <SettledSearch value={wish.search} onChange={(search) => onChange((now) => ({ ...now, search }))} />
        <Select
          label="Game"
          options={GAMES}
          value={wish.appId === null ? '' : String(wish.appId)}
          onChange={(game) => onChange((now) => ({ ...now, appId: game === '' ? null : Number(game), type: '' }))}
        />
        <TypeSelect wish={wish} onChange={onChange} />
        <Select
          label="Sort"
          options={SORTS}
          value={wish.sort}
          onChange={(sort) => onChange((now) => ({ ...now, sort }))}
        />
      </div>
      <div className="market-narrowing">
        <WearBar wish={wish} onChange={onChange} />
        <PriceRange wish={wish} onChange={onChange} />
        {isNarrowed(wish) && (
          <Button
            variant="quiet"
            icon={<X aria-hidden size={15} />}
            aria-label="Clear filters"
            title="Clear filters"
            onClick={() => onChange(({ sort }) => ({ ...NO_WISH, sort }))}
          >
            <span className="market-clear-text">
              Clear<span className="market-clear-more"> filters</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is written shows at once, and is looked for when the writing pauses. */
function useSettled(value: string, settle: (text: string) => void): readonly [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== seen) {
    setSeen(value);
    // The address changed by itself: back, or 'Clear filters'. What was told from here comes round later than it is written.
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTold(next);
      settle(next);
    }, SETTLES_MS);
  };
  return [text, write];
}

function SettledSearch({ value, onChange }: { readonly value: string; readonly onChange: (search: string) => void }) {
  const [text, write] = useSettled(value, onChange);
  return <SearchField label="Search the market" value={text} onChange={write} className="market-search" />;
}

function TypeSelect({ wish, onChange }: FilterBarProps) {
  const { data } = useAsk(listMarketTypes, wish.appId === null ? {} : { appId: wish.appId as 730 }, {
    staleTime: 300_000,
  });
  const names = [...(data?.types ?? [])].sort((a, b) => a.localeCompare(b, 'en'));
  if (wish.type !== '' && !names.includes(wish.type)) names.unshift(wish.type);
  const options = [{ value: '', label: 'All types' }, ...names.map((name) => ({ value: name, label: name }))];
  return (
    <Select
      label="Type"
      options={options}
      value={wish.type}
      onChange={(type) => onChange((now) => ({ ...now, type }))}
    />
  );
}

/** The five bands from best to worst; any number of them. */
function WearBar({ wish, onChange }: FilterBarProps) {
  return (
    <div role="group" aria-label="Wear" className="market-wears">
      {MARKET_WEARS.map(({ level, label }) => {
        const on = wish.wears.includes(level);
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

function PriceRange({ wish, onChange }: FilterBarProps) {
  const take = (field: 'min' | 'max') => (text: string) => {
    const good = text.trim() === '' || centsFromText(text) !== null;
    if (good) onChange((now) => ({ ...now, [field]: text.trim() }));
  };
  const [min, writeMin] = useSettled(wish.min, take('min'));
  const [max, writeMax] = useSettled(wish.max, take('max'));
  return (
    <div role="group" aria-label="Price in dollars" className="flex items-center gap-1.5">
      <PriceField label="Least price" placeholder="Min" value={min} onChange={writeMin} />
      <span aria-hidden className="text-fg-3">
        –
      </span>
      <PriceField label="Highest price" placeholder="Max" value={max} onChange={writeMax} />
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
