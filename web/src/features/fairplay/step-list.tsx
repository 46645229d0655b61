/** The steps of a verdict, in chapters, each with inputs, computed and published values. */
import { Check, ChevronDown, X } from 'lucide-react';
import type { VerificationStep } from '@fairpot/fairness/protocol/step';
import { cx } from '../../ui/layout/cx.ts';
import { chaptersOf } from './chapters.ts';
import type { ProofChapter } from './chapters.ts';
import { texts } from './texts.ts';

export function StepList({ steps }: { readonly steps: readonly VerificationStep[] }) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {chaptersOf(steps).map((chapter, at) => (
        <ChapterBox key={chapter.id} chapter={chapter} number={at + 1} />
      ))}
    </ol>
  );
}

function ChapterBox({ chapter, number }: { readonly chapter: ProofChapter; readonly number: number }) {
  const passed = chapter.steps.filter((step) => step.ok).length;
  const count = texts.steps.passed(passed, chapter.steps.length);
  return (
    <li className={cx('rounded-lg border bg-ink-2', chapter.ok ? 'border-line' : 'border-2 border-bad')}>
      <details open={!chapter.ok} className="group">
        <summary
          className={
            'flex min-h-16 list-none items-center gap-4 rounded-lg px-4 py-3 hover:bg-ink-3 ' +
            '[&::-webkit-details-marker]:hidden'
          }
        >
          <Mark ok={chapter.ok} />
          <span className="min-w-0 flex-1">
            <span className="block font-extrabold">
              {number}. {chapter.title}
            </span>
            <span className="block text-sm text-fg-2">{chapter.summary}</span>
            <span className="mt-1 block text-xs font-semibold text-fg-2 tabular-nums sm:hidden">{count}</span>
          </span>
          <span className="text-xs whitespace-nowrap text-fg-2 tabular-nums max-sm:hidden">{count}</span>
          <ChevronDown
            aria-hidden
            size={18}
            className="shrink-0 text-fg-2 transition-transform group-open:rotate-180"
          />
        </summary>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-px border-t border-line bg-line">
          {chapter.steps.map((step) => (
            <StepRow key={step.id} step={step} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Mark({ ok }: { readonly ok: boolean }) {
  return (
    <span
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full',
        ok ? 'bg-ok text-ink-0' : 'bg-bad text-ink-0',
      )}
    >
      {ok ? <Check aria-hidden size={17} strokeWidth={3} /> : <X aria-hidden size={17} strokeWidth={3} />}
      <span className="visually-hidden">{ok ? texts.steps.ok : texts.steps.failed}</span>
    </span>
  );
}

function StepRow({ step }: { readonly step: VerificationStep }) {
  const inputs = Object.entries(step.inputs);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 bg-ink-2 p-4" data-step={step.id}>
      <p className={cx('flex items-start gap-2 text-sm font-bold wrap-anywhere', step.ok ? 'text-fg' : 'text-bad')}>
        {step.ok ? (
          <Check aria-hidden size={16} strokeWidth={3} className="mt-0.5 shrink-0 text-ok" />
        ) : (
          <X aria-hidden size={16} strokeWidth={3} className="mt-0.5 shrink-0" />
        )}
        {step.title}
      </p>
      <p className="text-xs wrap-anywhere text-fg-2">{step.detail}</p>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-1 text-xs">
        {inputs.map(([name, value]) => (
          <Value key={name} name={name} value={value === '' ? texts.steps.empty : value} />
        ))}
        {step.computed === step.expected ? (
          <Value name={texts.steps.same} value={step.computed} strong />
        ) : (
          <>
            <Value name={texts.steps.computed} value={step.computed} strong />
            <Value name={texts.steps.published} value={step.expected} strong />
          </>
        )}
      </dl>
    </li>
  );
}

function Value({
  name,
  value,
  strong = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly strong?: boolean;
}) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[152px_minmax(0,1fr)]">
      <dt className="text-fg-3">{name}</dt>
      <dd className={cx('max-h-32 overflow-y-auto font-mono break-all', strong ? 'font-bold text-fg' : 'text-fg-2')}>
        {value}
      </dd>
    </div>
  );
}
