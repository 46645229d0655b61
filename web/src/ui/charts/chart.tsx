/**
 * A chart over time, lines or bars, with a table of the same numbers that anyone can open and that screen readers find. The drawing code
 * (uPlot) is loaded with the first chart.
 */
import { Suspense, type ReactNode } from 'react';
import { later, leaveOut } from '../states/boundary.tsx';
import { Skeleton } from '../states/states.tsx';
import { messages } from '../../messages.ts';
import type { ChartTone, DrawingProps } from './drawing.tsx';

export interface ChartProps extends DrawingProps {
  /** Name of the figure and of its table. */
  readonly label: string;
  /** Head of the table's first column: 'Day'. */
  readonly unit: string;
  /** One line above the chart, such as a total. */
  readonly children?: ReactNode;
}

const HEIGHT = 'h-56';
const SUMMARY = 'inline-flex min-h-(--control) cursor-pointer items-center font-semibold text-fg-2 hover:text-fg';
const Drawing = later(async () => (await import('./drawing.tsx')).Drawing, leaveOut);

const SWATCHES: Readonly<Record<ChartTone, string>> = {
  volt: 'bg-volt',
  info: 'bg-info',
  warn: 'bg-warn',
  ok: 'bg-ok',
  bad: 'bg-bad',
};

export function Chart(props: ChartProps) {
  const { label, series, at, children } = props;
  return (
    <figure aria-label={label} className="m-0 min-w-0">
      {children}
      <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-fg-2">
        {series.map(({ label: name, tone }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-sm ${SWATCHES[tone]}`} />
            {name}
          </li>
        ))}
      </ul>
      <div aria-hidden className={HEIGHT}>
        {at.length > 0 && (
          <Suspense fallback={<Skeleton className={HEIGHT} />}>
            <Drawing {...props} />
          </Suspense>
        )}
      </div>
      <ChartTable {...props} />
    </figure>
  );
}

/** Newest first, because the last days matter most. */
function ChartTable({ label, series, at, unit, when, format }: ChartProps) {
  const rows = at
    .map((instant, n) => ({ instant, values: series.map(({ values }) => values[n] ?? null) }))
    .toReversed();
  return (
    <details className="mt-2 text-sm">
      <summary className={SUMMARY}>{messages.parts.asTable}</summary>
      <div
        className="max-h-72 overflow-auto rounded-md border border-line"
        tabIndex={0}
        role="region"
        aria-label={messages.parts.tableOf(label)}
      >
        <table className="w-full text-right tabular-nums">
          <caption className="visually-hidden">{label}</caption>
          <thead className="sticky top-0 bg-ink-3 text-xs text-fg-2">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-semibold">
                {unit}
              </th>
              {series.map(({ label: name }) => (
                <th key={name} scope="col" className="px-3 py-2 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ instant, values }) => (
              <tr key={instant}>
                <th scope="row" className="px-3 py-1.5 text-left font-semibold whitespace-nowrap">
                  {when(instant)}
                </th>
                {values.map((value, n) => (
                  <td key={n} className="px-3 py-1.5 whitespace-nowrap">
                    {value === null ? '' : format(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
