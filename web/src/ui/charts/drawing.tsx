/** The drawing of a chart (see chart.tsx) with uPlot, loaded separately. */
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './drawing.css';

export type ChartTone = 'volt' | 'info' | 'warn' | 'ok' | 'bad';

export interface ChartSeries {
  readonly label: string;
  readonly tone: ChartTone;
  /** One per point in time; null if there is none. */
  readonly values: readonly (number | null)[];
}

export interface DrawingProps {
  /** `bars` overlap, the last series in front; `stacked` adds each series on top of the one before. */
  readonly kind: 'line' | 'bars' | 'stacked';
  /** Epoch ms, ascending. */
  readonly at: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Formats a value for axes, tooltip and table. */
  readonly format: (value: number) => string;
  /** Formats a point in time. */
  readonly when: (at: number) => string;
}

const DAY_S = 86_400;
/** Share of a bar's slot that stays empty. */
const BAR_WIDTH = 0.6;

export function Drawing({ kind, at, series, format, when }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(`--color-${name}`).trim();
    const axis = {
      stroke: colour('fg-3'),
      font: `12px ${getComputedStyle(element).fontFamily}`,
      grid: { stroke: colour('line'), width: 1 },
      ticks: { show: false },
    };
    const bars = uPlot.paths.bars?.({ size: [BAR_WIDTH, 40, 1] });
    const drawn = kind === 'stacked' ? stack(series) : series;
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        padding: [8, 8, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: kind === 'line' } },
        // Half a day before the first and after the last, so that bars fit and a single day has width.
        scales: { x: { time: true, range: (_, from, to) => [from - DAY_S / 2, to + DAY_S / 2] } },
        axes: [
          {
            ...axis,
            size: 28,
            space: 70,
            values: (_, ticks) => ticks.map((tick) => when(tick * 1_000)),
            incrs: [1, 2, 7, 14, 30, 61, 122].map((days) => days * DAY_S),
          },
          { ...axis, size: 64, values: (_, ticks) => ticks.map(format) },
        ],
        series: [
          {},
          ...drawn.map(({ label, tone }) => ({
            label,
            stroke: colour(tone),
            width: kind === 'line' ? 2 : 0,
            fill: kind === 'line' ? `${colour(tone)}1a` : colour(tone),
            points: { show: kind === 'line' && at.length < 40, size: 6, fill: colour(tone) },
            ...(kind !== 'line' && bars && { paths: bars }),
          })),
        ],
        hooks: { setCursor: [showValues(element, { at, series, format, when })] },
      },
      [at.map((instant) => instant / 1_000), ...drawn.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [kind, at, series, format, when]);
  return <div ref={place} className="chart-drawing relative h-full" />;
}

/** Cumulative values; the tallest first, so that the others are drawn over it. */
function stack(series: readonly ChartSeries[]): ChartSeries[] {
  const below: number[] = [];
  const stacked = series.map(({ values, ...rest }) => ({
    ...rest,
    values: values.map((value, n) => (below[n] = (below[n] ?? 0) + (value ?? 0))),
  }));
  return stacked.toReversed();
}

/** The tooltip with the values of the day under the pointer. Text nodes only. */
function showValues(element: HTMLElement, { at, series, format, when }: Omit<DrawingProps, 'kind'>) {
  return ({ cursor }: uPlot): void => {
    let tip = element.querySelector<HTMLElement>('.chart-tip');
    if (tip === null) {
      tip = document.createElement('p');
      tip.className = 'chart-tip';
      element.append(tip);
    }
    const n = cursor.idx;
    tip.hidden = n === null || n === undefined;
    if (n === null || n === undefined) return;
    const values = series.flatMap(({ label, values: all }) => {
      const value = all[n];
      return value === null || value === undefined ? [] : [`${label} ${format(value)}`];
    });
    tip.textContent = [when(at[n] ?? 0), ...values].join('  ·  ');
  };
}
