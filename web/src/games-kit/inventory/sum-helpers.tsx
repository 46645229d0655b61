/** Auto-select beside the picker's grid: picks a sum within a window, or reaches an amount that the player enters. */
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { centsFromText, formatUsd, plainUsd } from '@fairpot/contract/wire/money';
import { Button } from '../../ui/controls/button.tsx';
import { fitWindow, reachTarget, type SumWindow } from './fitting.ts';
import { freeItems } from './picker-model.ts';
import type { Picker } from './use-picker.ts';
import { texts } from '../texts.ts';

export function FitHelper({ picker, window }: { readonly picker: Picker; readonly window: SumWindow }) {
  const [failed, setFailed] = useState(false);
  const fit = () => {
    const found = fitWindow(freeItems(picker.index), window, picker.cap);
    setFailed(found === null);
    if (found) picker.choose(found);
  };
  return (
    <span className="flex flex-wrap items-center gap-2">
      {failed && <span className="text-xs text-warn">{texts.picker.noFit}</span>}
      <Button icon={<WandSparkles aria-hidden size={15} />} onClick={fit}>
        {texts.picker.autoSelect}
      </Button>
    </span>
  );
}

export function ReachHelper({ picker }: { readonly picker: Picker }) {
  const [text, setText] = useState(picker.repeats ? plainUsd(picker.repeats.cents) : '25');
  const [problem, setProblem] = useState<string | null>(null);
  const reach = () => {
    const target = centsFromText(text);
    if (target === null || target === 0) return setProblem(texts.picker.enterAmount);
    const found = reachTarget(freeItems(picker.index), target, picker.cap);
    setProblem(found ? null : texts.picker.cannotReach(formatUsd(target)));
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
        <span className="text-fg-2">{texts.picker.target}</span>
        <input
          inputMode="decimal"
          aria-label={texts.picker.targetLabel}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-16 min-w-6 self-stretch bg-transparent font-bold outline-none"
        />
      </label>
      <Button type="submit" icon={<WandSparkles aria-hidden size={15} />}>
        {texts.picker.autoSelect}
      </Button>
    </form>
  );
}
