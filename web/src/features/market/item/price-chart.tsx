/** Thirty days of one item's price, as a line or as a table. */
import { useState, type PointerEvent } from 'react';
import type { MarketDay } from '@fairpot/contract/market/schemas';
import { formatUsd } from '@fairpot/contract/wire/money';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { cssPercent } from '../../../ui/values/percent.ts';
import { texts as marketTexts } from '../texts.ts';
import { chartOf, chartText, dayLabel, lineOf, nearest, type Chart } from './chart-model.ts';

const texts = marketTexts.chart;

export function PriceChart({ history }: { readonly history: readonly MarketDay[] }) {
  const [asTable, setAsTable] = useState(false);
  const chart = chartOf(history);
  const simulated = history.some((each) => each.simulated);
  return (
    <Panel
      title={texts.title}
      actions={
        chart && (
          <Button variant="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? texts.asChart : texts.asTable}
          </Button>
        )
      }
      className="market-item-wide"
    >
      {chart === null ? (
        <p className="py-8 text-center text-sm text-fg-2">{texts.none}</p>
      ) : asTable ? (
        <DayTable history={history} />
      ) : (
        <Line chart={chart} />
      )}
      <p className="mt-3 text-xs text-fg-2">
        {texts.note}
        {simulated && texts.simulated}
      </p>
    </Panel>
  );
}

function Line({ chart }: { readonly chart: Chart }) {
  const [at, setAt] = useState<number | null>(null);
  const point = at === null ? undefined : chart.points[at];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(nearest(chart.points, (event.clientX - box.left) / box.width));
  };
  const line = lineOf(chart.points);
  const [first, last] = [chart.points[0], chart.points.at(-1)];
  return (
    <figure className="grid gap-1">
      <div className="flex min-h-5 justify-between gap-4 text-xs text-fg-2 tabular-nums">
        <span>{formatUsd(chart.most)}</span>
        {point && (
          <span className="font-bold text-fg">
            {dayLabel(point.day)}: {formatUsd(point.cents)}
          </span>
        )}
      </div>
      <div className="relative" onPointerMove={follow} onPointerLeave={() => setAt(null)}>
        <svg
          role="img"
          aria-label={chartText(chart)}
          viewBox="0 0 1 1"
          preserveAspectRatio="none"
          className="block h-48 w-full overflow-visible"
        >
          {[0.08, 0.5, 0.92].map((y) => (
            <line key={y} x1="0" x2="1" y1={y} y2={y} className="chart-rule" />
          ))}
          <path d={`${line}L${last?.x ?? 1} 1L${first?.x ?? 0} 1Z`} className="chart-area" />
          <path d={line} className="chart-line" />
          {point && <line x1={point.x} x2={point.x} y1="0" y2="1" className="chart-point" />}
        </svg>
        {point && (
          <span
            aria-hidden
            className="pointer-events-none absolute size-2.5 -translate-1/2 rounded-full border-2 border-ink-2 bg-volt"
            style={{ left: cssPercent(point.x), top: cssPercent(point.y) }}
          />
        )}
      </div>
      <div className="flex justify-between text-xs text-fg-2 tabular-nums">
        <span>{formatUsd(chart.least)}</span>
      </div>
      <div className="flex justify-between text-xs text-fg-2">
        <span>{first && dayLabel(first.day)}</span>
        <span>{last && dayLabel(last.day)}</span>
      </div>
    </figure>
  );
}

function DayTable({ history }: { readonly history: readonly MarketDay[] }) {
  const days = chartOf(history)?.points ?? [];
  return (
    <div tabIndex={0} role="region" aria-label={texts.table} className="max-h-64 overflow-y-auto">
      <table className="w-full text-sm tabular-nums">
        <thead className="text-left text-xs text-fg-2">
          <tr>
            <th scope="col" className="py-1 font-semibold">
              {texts.day}
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              {texts.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, cents }) => (
            <tr key={day} className="border-t border-line">
              <td className="py-1">{day}</td>
              <td className="py-1 text-right">
                <Money cents={cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
