/** Beside the picker's grid: fills a window, or reaches a sum that the player names. */
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { centsFromText, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { Button } from '../../ui/controls/button.tsx';
import { fitWindow, reachTarget, type Window } from './fitting.ts';
import type { PickerIndex } from './picker-model.ts';
import type { Picker } from './use-picker.ts';

function freeItems(index: PickerIndex): { readonly id: string; readonly cents: Cents }[] {
  return index.items.flatMap(({ id, cents: price, blocked }) =>
    blocked === null && price !== null ? [{ id, cents: price }] : [],
  );
}

export function FitHelper({ picker, window }: { readonly picker: Picker; readonly window: Window }) {
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

export function ReachHelper({ picker }: { readonly picker: Picker }) {
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
