/** The state of a trade order: the text at the top of its window, and its four steps. Never by colour alone. */
import { Check, CircleCheck, CircleX, Hand, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import type { OrderText, Tone } from '@fairpot/contract/trades/texts';
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { cx } from '../../ui/layout/cx.ts';
import { texts as tradeTexts } from '../texts.ts';
import { isFailed, stepsDone, STEPS } from './order-words.ts';

const texts = tradeTexts.steps;

export const TONES: Readonly<Record<Tone, { readonly icon: typeof Check; readonly color: string }>> = {
  act: { icon: Hand, color: 'text-volt' },
  wait: { icon: LoaderCircle, color: 'text-info' },
  warn: { icon: TriangleAlert, color: 'text-warn' },
  good: { icon: CircleCheck, color: 'text-ok' },
  bad: { icon: CircleX, color: 'text-bad' },
};

export function StateHead({ words }: { readonly words: OrderText }) {
  const { icon: Icon, color } = TONES[words.tone];
  return (
    <div className="flex gap-3">
      <Icon aria-hidden size={28} className={cx('mt-0.5 shrink-0', color)} />
      <div className="min-w-0">
        <h3 className="text-lg font-extrabold">{words.title}</h3>
        <p className="mt-0.5 text-sm text-fg-2">{words.meaning}</p>
      </div>
    </div>
  );
}

/** The progress of an order. If it ended without a trade, the step that failed is crossed. */
export function Steps({ order }: { readonly order: TradeOrder }) {
  return <StepBar steps={STEPS} done={stepsDone(order)} failed={isFailed(order.state)} />;
}

export interface StepBarProps {
  /** Four names, a word or two each. */
  readonly steps: readonly string[];
  /** How many are done; the next one is in progress. */
  readonly done: number;
  /** True if the next one failed. */
  readonly failed: boolean;
}

export function StepBar({ steps, done, failed }: StepBarProps) {
  return (
    <ol aria-label={texts.label} className="grid grid-cols-4 gap-1.5">
      {steps.map((step, at) => {
        const state = at < done ? 'done' : at === done ? (failed ? 'failed' : 'now') : 'open';
        return (
          <li key={step} aria-current={state === 'now' ? 'step' : undefined} className="grid content-start gap-1.5">
            <span aria-hidden className={cx('h-1 rounded-full', BARS[state])} />
            <span
              className={cx(
                'flex items-center gap-1 text-xs font-semibold',
                state === 'open' ? 'text-fg-3' : state === 'failed' ? 'text-bad' : 'text-fg',
              )}
            >
              {state === 'done' && <Check aria-hidden size={12} strokeWidth={3} className="shrink-0 text-ok" />}
              {state === 'failed' && <X aria-hidden size={12} strokeWidth={3} className="shrink-0" />}
              <span>
                {step}
                <span className="visually-hidden">{texts.states[state]}</span>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const BARS = { done: 'bg-ok', now: 'bg-volt', failed: 'bg-bad', open: 'bg-ink-4' } as const;
