/**
 * The items of a repeated stake that cannot be staked again, by name. The picker selects the others (`usePicker`).
 * Used by the stake windows that 'Same stake again' and 'Join next round' open.
 */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { itemName } from '../item-name.ts';
import { againTexts } from './texts.ts';
import type { Picker } from './use-picker.ts';

export interface MissingItemsProps {
  /** The stake to repeat; empty: nothing is repeated. */
  readonly items: readonly StakedItem[];
  readonly picker: Picker;
}

export function MissingItems({ items, picker: { status, index } }: MissingItemsProps) {
  const missing = status === 'ready' ? items.filter(({ id }) => index.byId.get(id)?.blocked !== null) : [];
  if (missing.length === 0) return null;
  return (
    <p role="status" className="text-sm font-semibold text-warn">
      {againTexts.missing(missing.map(({ item }) => itemName(item)))}
    </p>
  );
}
