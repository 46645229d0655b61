/** Finds an item type by words of its name and puts it into the draft. */
import { useState } from 'react';
import { listCaseTypes } from '@fairpot/contract/casebattle/cases/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/fields.tsx';
import { MoneyCell } from '../kit/cells.tsx';
import type { DraftDrop } from './draft.ts';

const LEAST = 2;

export interface AddDropProps {
  /** Item types that drop already. */
  readonly taken: readonly string[];
  readonly onAdd: (drop: DraftDrop) => void;
}

export function AddDrop({ taken, onAdd }: AddDropProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  const { data } = useAsk(listCaseTypes, { search: wanted }, { enabled: wanted.length >= LEAST });
  const found = (data?.types ?? []).filter(({ itemId }) => !taken.includes(itemId));
  return (
    <div className="grid gap-3 border-t border-line p-4">
      <SearchField label="Search item types" value={search} onChange={setSearch} />
      {wanted.length >= LEAST && data !== undefined && found.length === 0 && (
        <p className="text-sm text-fg-2">No other item type has these words.</p>
      )}
      {wanted.length >= LEAST && found.length > 0 && (
        <ul aria-label="Item types found" className="grid max-h-80 gap-1 overflow-y-auto">
          {found.map(({ itemId, name, priceUsd, doubt }) => (
            <li
              key={itemId}
              className="flex items-center justify-between gap-3 rounded-md bg-ink-3 py-1 pr-1 pl-3 text-sm"
            >
              <span className="min-w-0 flex-1 truncate">
                {name}
                {doubt !== null && <span className="text-warn"> (its price is being checked)</span>}
              </span>
              <MoneyCell usd={priceUsd} />
              <Button
                aria-label={`Add ${name}`}
                onClick={() => onAdd({ itemId, name, cents: centsFromUsd(priceUsd), weight: '1' })}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
