/** The search with suggestions: a combobox. Arrow keys move through them, Enter takes one, Escape closes the list and keeps the text. */
import { useId, useState, type KeyboardEvent } from 'react';
import type { MarketGroup } from '@fairpot/contract/market/schemas';
import { SearchField } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { texts } from '../texts.ts';
import { suggestionsFor, type Suggestion } from './suggestions.ts';

export interface MarketSearchProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly groups: readonly MarketGroup[];
  readonly onChoose: (suggestion: Suggestion) => void;
}

export function MarketSearch({ text, onText, groups, onChoose }: MarketSearchProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = isOpen ? suggestionsFor(text, groups) : [];
  const at = Math.min(active, found.length - 1);
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion): void => {
    close();
    onChoose(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const chosen = found[at];
    if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape' && found.length > 0) close();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One place more than there are suggestions: the text itself, which no suggestion marks.
      const places = found.length + 1;
      setActive(((at + 1 + step + places) % places) - 1);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="market-search relative" onBlur={close}>
      <SearchField
        label={texts.filters.search}
        value={text}
        onChange={(next) => {
          onText(next);
          setOpen(true);
          setActive(-1);
        }}
        input={{
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': found.length > 0,
          'aria-controls': `${id}-list`,
          'aria-activedescendant': at >= 0 ? `${id}-${at}` : undefined,
          onKeyDown,
        }}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={texts.filters.suggestions}
        hidden={found.length === 0}
        className="market-suggestions"
      >
        {found.map((suggestion, n) => (
          <li
            key={`${suggestion.appId} ${suggestion.category} ${suggestion.type}`}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === at}
            // Before the field loses the focus, which closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(suggestion);
            }}
            className={cx('market-suggestion', n === at && 'bg-ink-4')}
          >
            <span className="min-w-0 truncate font-semibold">{suggestion.label}</span>
            <span className="min-w-0 flex-1 truncate text-xs text-fg-2">{suggestion.hint}</span>
            <span className="text-xs text-fg-2 tabular-nums">{texts.filters.onSale(suggestion.items)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
