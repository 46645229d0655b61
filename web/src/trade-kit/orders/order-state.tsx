/** How a trade order stands, drawn: the sentence at its head, and the four steps of its way. Never by colour alone. */
import { Check, CircleCheck, CircleX, Hand, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import type { OrderWords, Tone } from '@fairpot/contract/trades/words';
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { cx } from '../../ui/layout/cx.ts';
import { isFailed, stepsDone, STEPS } from './order-words.ts';

export const TONES: Readonly<Record<Tone, { readonly icon: typeof Check; readonly color: string }>> = {
  act: { icon: Hand, color: 'text-volt' },
  wait: { icon: LoaderCircle, color: 'text-info' },
  warn: { icon: TriangleAlert, color: 'text-warn' },
  good: { icon: CircleCheck, color: 'text-ok' },
  bad: { icon: CircleX, color: 'text-bad' },
};

export function StateHead({ words }: { readonly words: OrderWords }) {
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

/** Where the order is on its way; where it ended without a trade, the step that it did not take is crossed. */
export function Steps({ order }: { readonly order: TradeOrder }) {
  return <StepBar steps={STEPS} done={stepsDone(order)} failed={isFailed(order.state)} />;
}

export interface StepBarProps {
  /** Four, a word or two each. */
  readonly steps: readonly string[];
  /** How many are done; the one after them goes on now. */
  readonly done: number;
  /** Then the one after them did not happen. */
  readonly failed: boolean;
}

export function StepBar({ steps, done, failed }: StepBarProps) {
  return (
    <ol aria-label="Steps" className="grid grid-cols-4 gap-1.5">
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
                <span className="visually-hidden">{SAID[state]}</span>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const BARS = { done: 'bg-ok', now: 'bg-volt', failed: 'bg-bad', open: 'bg-ink-4' } as const;
const SAID = { done: ': done', now: ': now', failed: ': did not happen', open: '' } as const;
