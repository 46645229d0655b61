/** What a repeated stake selects when its items are not there. Used by the stake windows of 'Same stake again' and 'Join next round'. */
import { formatUsd } from '@fairpot/contract/wire/money';
import { againTexts } from './texts.ts';
import type { Picker } from './use-picker.ts';

export function RepeatNote({ picker: { status, repeats } }: { readonly picker: Picker }) {
  if (!repeats || repeats.isSame || status !== 'ready') return null;
  const sum = formatUsd(repeats.cents);
  return (
    <p role="status" className="text-sm font-semibold text-warn">
      {repeats.chosen.length > 0 ? againTexts.others(sum) : againTexts.none(sum)}
    </p>
  );
}
