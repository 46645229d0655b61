/** Finds item types by name and adds one to the draft. */
import { useState } from 'react';
import { listCaseTypes } from '@fairpot/contract/casebattle/cases/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/fields.tsx';
import { MoneyCell } from '../kit/cells.tsx';
import type { DraftDrop } from './draft.ts';
import { texts } from './texts.ts';

const MIN_LENGTH = 2;

export interface AddDropProps {
  /** Item types that are already in the draft. */
  readonly taken: readonly string[];
  readonly onAdd: (drop: DraftDrop) => void;
}

export function AddDrop({ taken, onAdd }: AddDropProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  const { data } = useAsk(listCaseTypes, { search: wanted }, { enabled: wanted.length >= MIN_LENGTH });
  const found = (data?.types ?? []).filter(({ itemId }) => !taken.includes(itemId));
  return (
    <div className="grid gap-3 border-t border-line p-4">
      <SearchField label={texts.searchTypes} value={search} onChange={setSearch} />
      {wanted.length >= MIN_LENGTH && data !== undefined && found.length === 0 && (
        <p className="text-sm text-fg-2">{texts.noType}</p>
      )}
      {wanted.length >= MIN_LENGTH && found.length > 0 && (
        <ul aria-label={texts.typesFound} className="grid max-h-80 gap-1 overflow-y-auto">
          {found.map(({ itemId, name, priceUsd, doubt }) => (
            <li
              key={itemId}
              className="flex items-center justify-between gap-3 rounded-md bg-ink-3 py-1 pr-1 pl-3 text-sm"
            >
              <span className="min-w-0 flex-1 truncate">
                {name}
                {doubt !== null && <span className="text-warn">{texts.priceChecked}</span>}
              </span>
              <MoneyCell usd={priceUsd} />
              <Button
                aria-label={texts.addOne(name)}
                onClick={() => onAdd({ itemId, name, cents: centsFromUsd(priceUsd), weight: '1' })}
              >
                {texts.add}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
